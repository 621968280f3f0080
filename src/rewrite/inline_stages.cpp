#include "rewrite/inline_stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "ir/build.h"
#include "ir/traverse.h"
#include "ir/unify.h"
#include "rewrite/inline_cases.h"
#include "rewrite/shared_parts.h"

namespace pantile::rewrite {

using namespace ir;

namespace {

// More than people write; stages that read each other twice would double with every one that is inlined.
constexpr size_t kMostNodes = 50000;

// Makes names that no reduction variable, coordinate or parameter of the pipeline has: inside of a sum, its
// variable would hide them.
class FreshNames {
  public:
    explicit FreshNames(const Pipeline& pipeline) {
        for (const Param& param : pipeline.params) taken_.insert(param.name);
        for (const Stage& stage : pipeline.stages) {
            taken_.insert(stage.dims.begin(), stage.dims.end());
            for (const Update& u : stage.updates) take(u.domain);
            for_each_expr(stage, [&](const Expr& e, size_t) {
                for_each_node(e, [&](const Expr& n) {
                    if (const Reduce* r = as<Reduce>(n)) take(r->domain);
                });
            });
        }
    }

    std::string operator()(const std::string& stem) {
        std::string name;
        do name = fmt::format("{}_{}", stem, ++counter_);
        while (!taken_.insert(name).second);
        return name;
    }

  private:
    void take(const ReductionDomain& domain) {
        for (const ReductionVariable& v : domain.variables) taken_.insert(v.name);
    }

    std::set<std::string> taken_;
    int counter_ = 0;
};

// The same value with names of its own for the reduction variables bound inside of it: what is substituted
// into it may mention others of the same name.
Expr with_fresh_reductions(const Expr& e, FreshNames& fresh_name) {
    return transform(e, [&](const Expr& n) {
        const Reduce* r = as<Reduce>(n);
        if (!r) return n;
        std::unordered_map<std::string, Expr> renamed;
        ReductionDomain domain = r->domain;
        for (ReductionVariable& v : domain.variables) {
            const std::string fresh = fresh_name(v.name);
            renamed.insert_or_assign(v.name, variable(Scope::reduction, fresh));
            v.name = fresh;
        }
        if (domain.where) domain.where = substitute(*domain.where, Scope::reduction, renamed);
        return make_node(Reduce{r->op, std::move(domain), substitute(r->body, Scope::reduction, renamed)},
                         n.type(), n.span());
    });
}

// The operands of 'op', when the value is one of that kind.
const Binary* as_binary(const Expr& e, BinaryOp op) {
    const Binary* b = as<Binary>(e);
    return b && b->op == op ? b : nullptr;
}

// min(max(t, low), high) without the limits where t has just passed the same ones: a stage that repeats its
// edge and reads another one that repeats the same. It holds for any limits, even if the lower one is the
// higher.
Expr limited_once(const Expr& n) {
    const Binary* upper = as_binary(n, BinaryOp::min);
    const Binary* lower = upper ? as_binary(upper->lhs, BinaryOp::max) : nullptr;
    const Binary* before = lower ? as_binary(lower->lhs, BinaryOp::min) : nullptr;
    const Binary* first = before ? as_binary(before->lhs, BinaryOp::max) : nullptr;
    return first && same(upper->rhs, before->rhs) && same(lower->rhs, first->rhs) ? lower->lhs : n;
}

// Whether it is a number that an i32 holds, in more bits.
bool is_widened(const Expr& e) {
    const Cast* c = as<Cast>(e);
    if (!c || !is_integer(c->operand.type())) return false;
    const bool has_sign = is_signed_integer(c->operand.type());
    if (has_sign && !is_signed_integer(e.type())) return false;
    return size_in_bits(c->operand.type()) <= (has_sign ? 32 : 16);
}

// A number that needs more bits: what it is added to may only fit once another one is.
bool has_wide_number(const Expr& e) {
    const Exprs nodes = post_order(e);
    return std::any_of(nodes.begin(), nodes.end(), [](const Expr& n) {
        const auto number = constant_int(n);
        return as<Constant>(n) && is_integer(n.type()) &&
               (!number || *number != static_cast<int32_t>(*number));
    });
}

// Whether sums of a few of them stay within 32 bits, as those of parameters need not.
bool is_small(const Expr& e) {
    const Variable* v = as<Variable>(e);
    return (v && (v->scope == Scope::coordinate || v->scope == Scope::reduction)) ||
           (is_integer(e.type()) && size_in_bits(e.type()) <= 16);
}

// The low bits of an integer, where they are those of its parts: then the conversion moves down to where it
// undoes a widening.
std::optional<Expr> low_bits(const Expr& e) {
    const Cast* widening = as<Cast>(e);
    if (widening && is_small(widening->operand)) return cast(ScalarType::i32, widening->operand);
    if (as<Constant>(e)) return cast(ScalarType::i32, e);
    if (const Sum* sum = as<Sum>(e)) {
        Exprs terms;
        for (const Expr& term : sum->terms) {
            const std::optional<Expr> low = low_bits(term);
            if (!low) return std::nullopt;
            terms.push_back(*low);
        }
        return add_all(terms);
    }
    const Binary* b = as<Binary>(e);
    if (b && (b->op == BinaryOp::sub || b->op == BinaryOp::mul)) {
        const std::optional<Expr> lhs = low_bits(b->lhs), rhs = low_bits(b->rhs);
        return lhs && rhs ? std::optional(binary(b->op, *lhs, *rhs)) : std::nullopt;
    }
    if (b && (b->op == BinaryOp::div || b->op == BinaryOp::mod) && is_widened(b->lhs)) {
        // Of a number that had 32 bits, quotients and remainders have no more.
        const auto by = constant_int(b->rhs);
        if (by && *by > 0 && *by <= std::numeric_limits<int32_t>::max())
            return binary(b->op, cast(ScalarType::i32, as<Cast>(b->lhs)->operand),
                          constant(Value::of_int(ScalarType::i32, *by)));
    }
    return std::nullopt;
}

// An index as a coordinate, which is an i32: entry checks see to it that it fits. 'i32(i64(x) + 1)' has no
// bounds that an analysis would find, 'x + 1' does; and so does what has limits.
Expr as_coordinate(const Expr& e) {
    const bool is_wide = is_integer(e.type()) && size_in_bits(e.type()) == 64;
    if (is_wide && is_widened(e)) return cast(ScalarType::i32, as<Cast>(e)->operand);
    const std::optional<Expr> low = is_wide && !has_wide_number(e) ? low_bits(e) : std::nullopt;
    if (low || e.type() != ScalarType::i64) return low ? *low : cast(ScalarType::i32, e);
    using Limits = std::numeric_limits<int32_t>;
    return cast(ScalarType::i32, clamp(e, constant_i64(Limits::min()), constant_i64(Limits::max())));
}

// A value of the stage, a case or the condition of one, at the point that is read.
Expr at_point(const Stage& stage, const Access& read, const Expr& value, FreshNames& fresh_name) {
    std::unordered_map<std::string, Expr> at;
    for (size_t d = 0; d < read.args.size(); ++d)
        at.insert_or_assign(stage.dims[d], as_coordinate(read.args[d]));
    return transform(substitute(with_fresh_reductions(value, fresh_name), Scope::coordinate, at),
                     limited_once);
}

// Replaces reads of inlined stages in one definition. The definitions of these have been rewritten already.
class Rewriter {
  public:
    Rewriter(const Definitions& definitions, FreshNames& fresh_name)
        : definitions_(definitions), at_point_([&](const Access& read, const Expr& value) {
              return at_point(*definitions_.at(read.producer), read, value, fresh_name);
          }) {}

    // Whether that is possible.
    bool rewrite(Stage& stage) {
        for (Case& c : stage.cases) {
            if (c.condition) c.condition = plain(*c.condition);
            c.value = plain(c.value);
        }
        auto cases = split_by_cases(stage.cases, definitions_, at_point_);
        if (!cases) return false;
        stage.cases = std::move(*cases);
        for (Case& c : stage.cases) {
            if (c.condition) c.condition = unify_(*c.condition);
            c.value = unify_(c.value);
        }
        bool went_well = true;
        const auto rewrite_one = [&](Expr& e) {
            const std::optional<Expr> chosen = choose_cases(plain(e), definitions_, at_point_);
            went_well &= chosen.has_value();
            if (chosen) e = unify_(*chosen);
        };
        for (Update& u : stage.updates) {
            unify_ = {};
            for (Expr& arg : u.args) rewrite_one(arg);
            rewrite_one(u.value);
            if (u.domain.where) rewrite_one(*u.domain.where);
        }
        return went_well;
    }

  private:
    // Without reads of definitions that have no cases. Equal reads of one become one before: what is read
    // twice is computed once.
    Expr plain(const Expr& e) {
        return transform(unify_(e), [&](const Expr& n) {
            const Access* a = as<Access>(n);
            const auto found = a ? definitions_.find(a->producer) : definitions_.end();
            if (found == definitions_.end() || has_cases(*found->second)) return n;
            return at_point_(*a, found->second->cases[0].value);
        });
    }

    const Definitions& definitions_;
    const AtPoint at_point_;
    Unify unify_;
};

// The stages that some reader, or all of them, compute.
std::set<std::string> inlined_stages(const Rewrites& rewrites) {
    std::set<std::string> out;
    for (const Rewrite& rewrite : rewrites)
        if (!std::holds_alternative<FactorParts>(rewrite)) out.insert(stage_of(rewrite));
    return out;
}

bool factors_parts(const Rewrites& rewrites) {
    return std::any_of(rewrites.begin(), rewrites.end(),
                       [](const Rewrite& r) { return std::holds_alternative<FactorParts>(r); });
}

std::optional<std::string> why_not_inlined(const Pipeline& pipeline, const Stage& stage) {
    if (pipeline.is_output(stage.name)) return fmt::format("'{}' is an output.", stage.name);
    if (!stage.updates.empty()) return fmt::format("'{}' has updates.", stage.name);
    return std::nullopt;
}

std::optional<std::string> why_misleading(const Pipeline& pipeline, const Rewrites& rewrites,
                                          const InlineInto& into) {
    const auto& [producer, consumer] = into;
    if (rewrites.count(Inline{producer}))
        return fmt::format("'{}' is inlined everywhere, and once more in '{}'.", producer, consumer);
    bool is_read = false, is_kept = pipeline.is_output(producer);
    for (const Stage& stage : pipeline.stages) {
        if (!reads_from(stage, producer)) continue;
        is_read |= stage.name == consumer;
        is_kept |= !is_inlined(rewrites, producer, stage.name);
    }
    if (!is_read) return fmt::format("'{}' does not read '{}'.", consumer, producer);
    if (!is_kept)
        return fmt::format("'{}' is inlined into each of its consumers: give its name alone.", producer);
    return std::nullopt;
}

// Rewrites that say something else than they seem to.
std::optional<std::string> why_misleading(const Pipeline& pipeline, const Rewrites& rewrites) {
    using Reason = std::optional<std::string>;
    for (const Rewrite& rewrite : rewrites) {
        Reason reason = std::visit(
            Overloaded{[](const Inline&) -> Reason { return std::nullopt; },
                       [&](const InlineInto& r) { return why_misleading(pipeline, rewrites, r); },
                       [&](const FactorParts& r) -> Reason {
                           if (!rewrites.count(Inline{r.stage})) return std::nullopt;
                           return fmt::format("'{}' is inlined: it has no parts of its own.", r.stage);
                       }},
            rewrite);
        if (reason) return reason;
    }
    return std::nullopt;
}

std::set<std::string> names_read(const Pipeline& pipeline) {
    std::set<std::string> read;
    for (const Stage& stage : pipeline.stages) {
        for (std::string& producer : producers_of(stage)) {
            if (producer != stage.name) read.insert(std::move(producer));
        }
    }
    return read;
}

// The first input or stage that is left and that nothing reads any more: all of its readers chose other
// cases.
std::optional<std::string> unread(const Pipeline& pipeline, const Pipeline& left) {
    const std::set<std::string> now = names_read(left);
    for (const std::string& name : names_read(pipeline)) {
        const bool is_left = left.find_input(name) || left.find_stage(name);
        if (is_left && !now.count(name) && !left.is_output(name)) return name;
    }
    return std::nullopt;
}

// The pipeline without these stages, and the first one that cannot be without what it reads.
struct Inlined {
    Pipeline pipeline;
    std::optional<std::string> failed;
    std::optional<std::string> whole;  // one that was to have parts and has none
};

bool has_name(const Pipeline& pipeline, const std::string& name) {
    return pipeline.find_stage(name) || pipeline.find_input(name) || pipeline.find_param(name);
}

Inlined try_to_inline(const Pipeline& pipeline, const Rewrites& rewrites) {
    Inlined out{pipeline, std::nullopt, std::nullopt};
    out.pipeline.stages.clear();
    const std::set<std::string> stages = inlined_stages(rewrites);
    std::vector<Stage> kept;
    kept.reserve(stages.size());
    Definitions all;
    FreshNames fresh_name(pipeline);
    for (const Stage& stage : pipeline.stages) {
        Stage next = stage;
        Definitions definitions;
        for (const auto& [name, definition] : all) {
            if (is_inlined(rewrites, name, stage.name)) definitions.emplace(name, definition);
        }
        if (!Rewriter(definitions, fresh_name).rewrite(next) && !out.failed) out.failed = stage.name;
        if (rewrites.count(FactorParts{stage.name})) {
            const auto is_taken = [&](const std::string& name) { return has_name(pipeline, name); };
            std::vector<Stage> parts = with_shared_parts(next, is_taken);
            if (parts.size() == 1 && !out.whole) out.whole = stage.name;
            next = std::move(parts.back());
            parts.pop_back();
            for (Stage& part : parts) out.pipeline.stages.push_back(std::move(part));
        }
        if (!rewrites.count(Inline{stage.name})) out.pipeline.stages.push_back(next);
        if (!stages.count(stage.name)) continue;
        kept.push_back(std::move(next));
        all[stage.name] = &kept.back();
    }
    return out;
}

}  // namespace

std::optional<std::string> why_not_inlined(const Pipeline& pipeline, const Rewrites& rewrites) {
    if (auto reason = why_misleading(pipeline, rewrites)) return reason;
    const std::set<std::string> stages = inlined_stages(rewrites);
    std::unordered_map<std::string, size_t> sizes;  // of the inlined definitions
    bool in_full = factors_parts(rewrites);         // whether it takes the result to know
    for (const Stage& stage : pipeline.stages) {
        size_t size = 0;
        for_each_expr(stage, [&](const Expr& e, size_t) {
            for_each_node(e, [&](const Expr& n) {
                const Access* a = as<Access>(n);
                const bool goes_in = a && is_inlined(rewrites, a->producer, stage.name);
                const auto found = goes_in ? sizes.find(a->producer) : sizes.end();
                size = std::min(kMostNodes + 1, size + 1 + (found == sizes.end() ? 0 : found->second));
            });
        });
        if (size > kMostNodes)
            return fmt::format("'{}' becomes too large with what it reads inlined.", stage.name);
        if (!stages.count(stage.name)) continue;
        if (auto reason = why_not_inlined(pipeline, stage)) return reason;
        sizes[stage.name] = size;
        in_full |= has_cases(stage);
    }
    // Only the branch that holds may be evaluated; an expression evaluates all of its parts.
    if (!in_full) return std::nullopt;
    const auto [left, failed, whole] = try_to_inline(pipeline, rewrites);
    if (whole) return fmt::format("the points of '{}' have no common sub-expression.", *whole);
    if (failed) return fmt::format("'{}' cannot know which case of what it reads holds.", *failed);
    if (const auto name = unread(pipeline, left)) return fmt::format("'{}' would have no consumer.", *name);
    return std::nullopt;
}

Pipeline inline_stages(const Pipeline& pipeline, const Rewrites& rewrites) {
    return rewrites.empty() ? pipeline : try_to_inline(pipeline, rewrites).pipeline;
}

Pipeline with_parts(const Pipeline& pipeline, const Rewrites& rewrites) {
    Pipeline out = pipeline;
    if (!factors_parts(rewrites)) return out;
    for (Stage& stage : inline_stages(pipeline, rewrites).stages)
        if (!out.find_stage(stage.name)) out.stages.push_back(std::move(stage));
    return out;
}

}  // namespace pantile::rewrite
