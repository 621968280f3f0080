#include "front/text/elaborate.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/identifier.h"
#include "front/text/elaborate_stage.h"
#include "front/text/family.h"
#include "front/text/settle_in_order.h"
#include "front/text/suggest.h"

namespace pantile::front {
namespace {

class Elaboration {
  public:
    Elaboration(const ast::File& file, Program program, Report& report)
        : file_(file), program_(std::move(program)), report_(report) {
        stages_.states.assign(program_.stages.size(), StageState::unknown);
        stages_.types.assign(program_.stages.size(), ScalarType::i32);
        built_.resize(program_.stages.size());
    }

    Elaborated run() {
        ir::Pipeline pipeline;
        if (file_.pipeline) pipeline.name = std::string(file_.pipeline->text);
        for (size_t i = 0; i < file_.params.size(); ++i) settle_param(file_.params[i], program_.params[i]);
        const std::vector<size_t> order = settle_in_order(
            program_.stages.size(), [&](size_t id) { return attempt(id); },
            [&](const std::vector<size_t>& cycle) { report_cycle(cycle); });
        if (session_.exhausted) report_.add({*session_.exhausted});
        pipeline.outputs = outputs();
        check_ranges(pipeline);
        pipeline.estimates = estimates();
        const std::unordered_set<std::string> needed = reachable(pipeline.outputs);
        const bool keep_all = !report_.empty();
        for (const size_t id : order) {
            if (built_[id] && (keep_all || needed.count(built_[id]->name)))
                pipeline.stages.push_back(std::move(*built_[id]));
        }
        pipeline.inputs = std::move(program_.inputs);
        pipeline.params = std::move(program_.params);
        return {std::move(pipeline), std::move(session_.first_uses)};
    }

  private:
    void settle_param(const ast::Param& text, ir::Param& param) {
        const auto settle = [&](const ast::ExprPtr& e) -> std::optional<ir::Value> {
            if (!e) return std::nullopt;
            ExprElaborator exprs(program_, stages_, session_);
            const ir::Expr value = exprs.checked(exprs.value(*e));
            const ir::Expr settled =
                ir::is_invalid(value) ? value : param_value(*e, value, param.type, exprs);
            report_.add(exprs.report().found());
            if (!exprs.missing().empty())
                report_.error(e->span, "this is not a number that is known at compile time.");
            return ir::constant_value(settled);
        };
        param.initial = settle(text.initial);
        param.lowest = settle(text.lowest);
        param.highest = settle(text.highest);
    }

    static ir::Expr param_value(const ast::Expr& text, const ir::Expr& value, ScalarType type,
                                ExprElaborator& exprs) {
        if (!ir::as<ir::Constant>(value))
            return exprs.fail(text.span, "this is not a number that is known at compile time.");
        return exprs.checked(ir::at(text.span, ir::settle_as(value, type)));
    }

    std::vector<size_t> attempt(size_t id) {
        if (stages_.states[id] == StageState::wrong || program_.stages[id].has_bad_head) {
            stages_.states[id] = StageState::wrong;
            return {};
        }
        StageAttempt result = elaborate_stage(program_, stages_, id, session_);
        if (!result.needs.empty()) return std::move(result.needs);
        report_.add(std::move(result.errors));
        stages_.states[id] = result.stage ? StageState::known : StageState::wrong;
        if (result.stage) stages_.types[id] = result.stage->type;
        built_[id] = std::move(result.stage);
        return {};
    }

    void report_cycle(const std::vector<size_t>& cycle) {
        constexpr size_t kShown = 6;
        std::string names;
        for (size_t i = 0; i < std::min(cycle.size(), kShown); ++i)
            names += program_.stages[cycle[i]].name + " -> ";
        if (cycle.size() > kShown) names += "… -> ";
        const StageEntry& first = program_.stages[cycle[0]];
        report_.error(first.definitions[0].text->head.name.span,
                      fmt::format("the stages '{}{}' depend on each other in a cycle.", names, first.name),
                      {"a stage reads only stages that can be computed before it."});
        stages_.states[cycle[0]] = StageState::wrong;
    }

    std::vector<std::string> outputs() {
        std::vector<std::string> marked, listed;
        for (const StageEntry& s : program_.stages) {
            if (s.is_output) marked.push_back(s.name);
        }
        for (const ast::Head& head : file_.outputs) list_output(head, listed);
        if (file_.outputs.empty()) return marked;
        const std::unordered_set<std::string> known(listed.begin(), listed.end());
        for (const StageEntry& s : program_.stages) {
            if (!s.is_output || known.count(s.name)) continue;
            report_.error(
                file_.outputs[0].name.span, fmt::format("the list of outputs lacks '{}'.", s.name),
                {"a list of outputs names every stage that is marked 'output'; it fixes their order."});
        }
        return listed;
    }

    void list_output(const ast::Head& head, std::vector<std::string>& listed) {
        const Global* global = program_.find(head.name.text);
        const NameKind wanted = head.indices.empty() ? NameKind::stage : NameKind::family;
        if (!global || global->kind != wanted) return refuse_output(head.name, global);
        if (head.indices.empty())
            return add_output(program_.stages[global->index].name, head.name.span, listed);
        const Family& family = program_.families[global->index];
        const auto members = members_of(head, program_.consts, ir::kMaxStages, report_);
        for (const Indices& indices : members.value_or(std::vector<Indices>{})) {
            const auto found = family.members.find(indices);
            if (found != family.members.end())
                add_output(program_.stages[found->second].name, head.name.span, listed);
            else if (!program_.broken.count(head.name.text)) {
                report_.error(head.name.span, fmt::format("the family '{0}' has no member '{0}[{1}]'.",
                                                          family.name, fmt::join(indices, ", ")));
            }
        }
    }

    void add_output(const std::string& name, SourceSpan span, std::vector<std::string>& listed) {
        if (!listed_.insert(name).second)
            report_.error(span, fmt::format("the output '{}' is listed twice.", name));
        else
            listed.push_back(name);
    }

    void refuse_output(const ast::Identifier& name, const Global* global) {
        if (program_.broken.count(name.text)) return;
        Diagnostic& d =
            report_.error(name.span, global ? fmt::format("{} is {}; an output is a stage.",
                                                          in_quotes(name.text), describe(global->kind))
                                            : fmt::format("{} is not defined.", in_quotes(name.text)));
        if (global && global->kind == NameKind::family)
            d.hints.push_back(fmt::format("name its members: '{}[0]'.", name.text));
        if (global || --session_.suggestions_left < 0) return;
        const auto near = nearest_name(name.text, global_names(program_));
        if (near) d.hints.push_back(fmt::format("did you mean '{}'?", *near));
    }

    // What is computed of the other stages follows from what is read of them.
    void check_ranges(const ir::Pipeline& pipeline) {
        for (const StageEntry& s : program_.stages) {
            const ast::Definition& first = *s.definitions[0].text;
            if (first.ranges.empty() || pipeline.is_output(s.name)) continue;
            report_.error(
                first.ranges[0].range.variable.span,
                fmt::format("'{}' is not an output; only the coordinates of outputs have a range.", s.name),
                {fmt::format("write '{}' alone.", first.ranges[0].range.variable.text)});
        }
    }

    std::vector<ir::Estimate> estimates() {
        std::vector<ir::Estimate> list;
        std::unordered_set<std::string_view> dims, seen;
        for (const StageEntry& s : program_.stages) dims.insert(s.dims.begin(), s.dims.end());
        for (const ir::Input& i : program_.inputs) dims.insert(i.dims.begin(), i.dims.end());
        for (const ast::Local& e : file_.estimates) {
            const std::optional<int64_t> extent = estimate_value(*e.value);
            if (!dims.count(e.name.text)) {
                report_.error(e.name.span,
                              fmt::format("{} is not the name of a dimension.", in_quotes(e.name.text)),
                              {"estimates are for the coordinates of outputs and the dimensions of inputs."});
            } else if (!seen.insert(e.name.text).second) {
                report_.error(e.name.span, fmt::format("'{}' has two estimates.", e.name.text));
            } else if (extent && *extent < 1) {
                report_.error(e.value->span, fmt::format("an estimate is 1 or more; this is {}.", *extent));
            } else if (extent) {
                list.push_back({std::string(e.name.text), *extent});
            }
        }
        return list;
    }

    std::optional<int64_t> estimate_value(const ast::Expr& e) {
        const ConstLookup lookup = [&](std::string_view name, SourceSpan span) -> std::optional<int64_t> {
            const auto found = program_.consts.find(name);
            if (found != program_.consts.end()) return found->second;
            report_.error(span, fmt::format("{} is not a const; an estimate is known at compile time.",
                                            in_quotes(name)));
            return std::nullopt;
        };
        return evaluate_const(e, lookup,
                              [&](SourceSpan span, std::string message, std::vector<std::string> hints) {
                                  report_.error(span, std::move(message), std::move(hints));
                              });
    }

    std::unordered_set<std::string> reachable(const std::vector<std::string>& from) const {
        std::unordered_set<std::string> seen(from.begin(), from.end());
        std::vector<std::string> work = from;
        while (!work.empty()) {
            const Global* global = program_.find(work.back());
            work.pop_back();
            if (!global || global->kind != NameKind::stage || !built_[global->index]) continue;
            for (std::string& name : ir::producers_of(*built_[global->index])) {
                if (seen.insert(name).second) work.push_back(std::move(name));
            }
        }
        return seen;
    }

    const ast::File& file_;
    Program program_;
    Report& report_;
    StageTypes stages_;
    Session session_;
    std::vector<std::optional<ir::Stage>> built_;
    std::unordered_set<std::string> listed_;
};

}  // namespace

Elaborated elaborate(const ast::File& file, Program program, Report& report) {
    return Elaboration(file, std::move(program), report).run();
}

}  // namespace pantile::front
