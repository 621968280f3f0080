#include "analysis/collect_accesses.h"

#include <fmt/format.h>

#include <map>
#include <unordered_set>

#include "analysis/demand.h"
#include "analysis/symbolic.h"
#include "ir/build.h"
#include "ir/print.h"
#include "ir/sharing.h"
#include "ir/traverse.h"

namespace pantile::analysis {

using namespace ir;

namespace {

// Bounds are written out in emitted code; what people write stays far below this.
constexpr size_t kLargestBound = 2000;

// The least value of a bound's variable part, where the program alone tells it.
std::optional<int64_t> least_value(const Pipeline& pipeline, const Expr& base) {
    const Cast* cast = as<Cast>(base);
    const Variable* v = as<Variable>(cast ? cast->operand : base);
    if (!v) return std::nullopt;
    if (v->scope == Scope::dimension && v->name.ends_with(".extent")) return 1;
    const Param* p = v->scope == Scope::parameter ? pipeline.find_param(v->name) : nullptr;
    return p && p->lowest && is_integer(p->type) ? std::optional(p->lowest->as_int()) : std::nullopt;
}

}  // namespace

bool surely_filled(const Pipeline& pipeline, const Bounds& range) {
    const Offset min = split_offset(range.min), max = split_offset(range.max);
    if (!max.base) return !min.base && min.offset <= max.offset;
    if (min.base) {
        const Variable* low = as<Variable>(*min.base);
        const Variable* high = as<Variable>(*max.base);
        const bool sizes = low && high && low->scope == Scope::dimension && low->name.ends_with(".min");
        return sizes && high->name == low->name.substr(0, low->name.size() - 3) + "max" &&
               min.offset <= max.offset;
    }
    const std::optional<int64_t> least = least_value(pipeline, *max.base);
    return least && min.offset <= *least + max.offset;
}

namespace {

// One definition of a stage (or one case of it): walks its expressions once.
class Collector {
  public:
    Collector(const Pipeline& pipeline, size_t stage, size_t definition, const ValueRanges& ranges)
        : pipeline_(pipeline), stage_(stage), definition_(definition), analyse_(pipeline, ranges) {}

    void set_condition(std::optional<Expr> happens) { happens_ = std::move(happens); }

    void walk(const Expr& e, const Environment& env, CollectedAccesses& out) {
        if (!seen_.insert(e.id()).second) return;
        if (const Reduce* r = as<Reduce>(e)) {
            Environment inner = env;
            bind(r->domain, inner, out);
            for_each_child(*e, [&](const Expr& child) { walk(child, inner, out); });
            return;
        }
        for_each_child(*e, [&](const Expr& child) { walk(child, env, out); });
        if (const Access* a = as<Access>(e)) add_access(*a, e, env, out);
    }

    // Gives the variables of a reduction domain their bounds.
    void bind(const ReductionDomain& domain, Environment& env, CollectedAccesses& out) {
        for (const ReductionVariable& v : domain.variables) {
            const Index min = analyse_(v.min, env), max = analyse_(v.max, env);
            if (!min.min || !max.max) {
                report(out, v.min.span(),
                       fmt::format("the range of '{}' in '{}' has no known bounds.", v.name, stage().name),
                       "");
                continue;
            }
            const Bounds bounds{*min.min, *max.max};
            env.insert_or_assign(v.name, bounds);
            if (!surely_filled(pipeline_, bounds))
                filled_.insert_or_assign(v.name, binary(BinaryOp::le, bounds.min, bounds.max));
        }
    }

    // From here on everything happens only where the reduction variables bound so far have values.
    void set_condition_of_loops() {
        for (const auto& [name, filled] : filled_)
            happens_ = happens_ ? conjunction(*happens_, filled) : filled;
        filled_.clear();
    }

    std::vector<Bounds> box_of(const Exprs& args, const Expr& at, const Environment& env,
                               CollectedAccesses& out) {
        std::vector<Bounds> box;
        for (const Expr& arg : args) {
            const Index index = analyse_(arg, env);
            if (!index.min || !index.max || is_invalid(*index.min) || is_invalid(*index.max)) {
                report_unbounded(at, arg, out);
                return {};
            }
            if (tree_size_(*index.min) > kLargestBound || tree_size_(*index.max) > kLargestBound) {
                report(out, at.span(),
                       fmt::format("'{}' uses an index that is too complicated.", stage().name),
                       "compute it in a stage of its own, and read it from there.");
                return {};
            }
            box.push_back({*index.min, *index.max});
        }
        return box;
    }

    void finish(CollectedAccesses& out) {
        out.conditions.insert(out.conditions.end(), analyse_.conditions().begin(),
                              analyse_.conditions().end());
    }

  private:
    const Stage& stage() const { return pipeline_.stages[stage_]; }

    void add_access(const Access& a, const Expr& e, const Environment& env, CollectedAccesses& out) {
        std::vector<Bounds> box = box_of(a.args, e, env, out);
        if (box.size() != a.args.size()) return;
        out.accesses.push_back({stage_, definition_, a.producer, e, std::move(box), happens(e), env});
    }

    // A read at a reduction variable does not happen when the variable has no values. Other reads may be
    // moved in front of the reduction: they count always.
    std::optional<Expr> happens(const Expr& access) {
        std::optional<Expr> all = happens_;
        for (const std::string& name : free_(access)) {
            const auto found = filled_.find(name);
            if (found != filled_.end()) all = all ? conjunction(*all, found->second) : found->second;
        }
        return all;
    }

    void report(CollectedAccesses& out, SourceSpan span, std::string message, std::string hint) {
        Diagnostic d = diagnostic_at(pipeline_, span, std::move(message));
        if (!hint.empty()) d.hints.push_back(std::move(hint));
        out.diagnostics.push_back(std::move(d));
    }

    void report_unbounded(const Expr& at, const Expr& arg, CollectedAccesses& out) {
        const Access* a = as<Access>(at);
        const std::string what = a ? fmt::format("reads '{}'", a->producer) : "stores";
        report(out, at.span(),
               fmt::format("'{}' {} at '{}', whose range is not known.", stage().name, what, to_text(arg)),
               fmt::format("limit it: 'clamp({}, 0, 255)'.", to_text(arg)));
    }

    const Pipeline& pipeline_;
    size_t stage_;
    size_t definition_;
    IndexAnalysis analyse_;
    TreeSize tree_size_;
    std::optional<Expr> happens_;
    FreeReductionNames free_;
    std::map<std::string, Expr>
        filled_;  // for reduction variables that may have no values: whether there are any
    std::unordered_set<const Node*> seen_;
};

Environment whole_box(const Stage& stage) {
    Environment env;
    for (size_t d = 0; d < stage.dims.size(); ++d) {
        env.insert_or_assign(stage.dims[d], Bounds{box_min(stage, d), box_max(stage, d)});
    }
    return env;
}

struct Context {
    const Pipeline& pipeline;
    size_t stage;
    const ValueRanges& ranges;
    CollectedAccesses& out;
};

void collect_cases(const Context& in) {
    const Stage& stage = in.pipeline.stages[in.stage];
    for (const Case& c : stage.cases) {
        if (c.condition) {
            Collector conditions(in.pipeline, in.stage, 0, in.ranges);
            conditions.walk(*c.condition, whole_box(stage), in.out);
            conditions.finish(in.out);
        }
        Collector values(in.pipeline, in.stage, 0, in.ranges);
        NarrowedBox box{whole_box(stage), std::nullopt, {}};
        if (c.condition) box = narrow(in.pipeline, *c.condition, std::move(box.environment));
        in.out.conditions.insert(in.out.conditions.end(), box.conditions.begin(), box.conditions.end());
        values.set_condition(box.not_empty);
        values.walk(c.value, box.environment, in.out);
        values.finish(in.out);
    }
}

// Dimensions that the update addresses by its own coordinate have no limits of their own.
void join_writes(const Stage& stage, const Update& update, const std::vector<Bounds>& box,
                 std::vector<Bounds>& writes) {
    for (size_t d = 0; d < stage.dims.size(); ++d) {
        if (is_pure_argument(stage, update, d)) continue;
        const bool first = is_invalid(writes[d].min);
        writes[d] =
            first ? box[d] : Bounds{smaller(writes[d].min, box[d].min), larger(writes[d].max, box[d].max)};
    }
}

void collect_updates(const Context& in) {
    const Stage& stage = in.pipeline.stages[in.stage];
    if (!stage.updates.empty())
        in.out.writes.assign(stage.dims.size(), Bounds{invalid("not limited"), invalid("not limited")});
    for (size_t k = 0; k < stage.updates.size(); ++k) {
        const Update& update = stage.updates[k];
        Collector collector(in.pipeline, in.stage, k + 1, in.ranges);
        Environment env = whole_box(stage);
        collector.bind(update.domain, env, in.out);
        // All of an update happens inside of its loops; nothing of it moves in front of them.
        collector.set_condition_of_loops();
        if (update.domain.where) collector.walk(*update.domain.where, env, in.out);
        for (const Expr& arg : update.args) collector.walk(arg, env, in.out);
        collector.walk(update.value, env, in.out);
        const std::vector<Bounds> box = collector.box_of(update.args, update.value, env, in.out);
        if (box.size() == stage.dims.size()) join_writes(stage, update, box, in.out.writes);
        collector.finish(in.out);
    }
}

}  // namespace

CollectedAccesses collect_accesses(const Pipeline& pipeline, size_t stage, const ValueRanges& ranges) {
    CollectedAccesses out;
    const Context context{pipeline, stage, ranges, out};
    collect_cases(context);
    collect_updates(context);
    return out;
}

}  // namespace pantile::analysis
