#include "ir/inline_stages.h"

#include <fmt/format.h>

#include <unordered_map>

#include "ir/build.h"
#include "ir/traverse.h"
#include "ir/unify.h"

namespace pantile::ir {

namespace {

// More than people write; stages that read each other twice would double with every one that is inlined.
constexpr size_t kMostNodes = 50000;

// Makes names that no reduction variable of the pipeline has.
class FreshNames {
  public:
    explicit FreshNames(const Pipeline& pipeline) {
        for (const Stage& stage : pipeline.stages) {
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

// An index as a coordinate, which is an i32: entry checks see to it that it fits. Sums and products of the
// low bits are the low bits of the sum or product, so the conversion moves down to where it undoes a
// widening: 'i32(i64(x) + 1)' has no bounds that an analysis would find, 'x + 1' does.
Expr as_coordinate(const Expr& e) {
    if (!is_integer(e.type()) || size_in_bits(e.type()) < 64) return cast(ScalarType::i32, e);
    const Cast* widening = as<Cast>(e);
    if (widening && is_integer(widening->operand.type()) && size_in_bits(widening->operand.type()) <= 32)
        return cast(ScalarType::i32, widening->operand);
    if (const Sum* sum = as<Sum>(e)) {
        Exprs terms;
        for (const Expr& term : sum->terms) terms.push_back(as_coordinate(term));
        return add_all(terms);
    }
    const Binary* b = as<Binary>(e);
    if (b && (b->op == BinaryOp::sub || b->op == BinaryOp::mul))
        return binary(b->op, as_coordinate(b->lhs), as_coordinate(b->rhs));
    return cast(ScalarType::i32, e);
}

using Definitions = std::unordered_map<std::string, const Stage*>;

// Reads of inlined stages inside of 'e', replaced. The definitions given have been rewritten already.
Expr rewrite(const Expr& e, const Definitions& definitions, FreshNames& fresh_name) {
    return transform(e, [&](const Expr& n) {
        const Access* a = as<Access>(n);
        const auto found = a ? definitions.find(a->producer) : definitions.end();
        if (found == definitions.end()) return n;
        std::unordered_map<std::string, Expr> at;
        for (size_t d = 0; d < a->args.size(); ++d)
            at.insert_or_assign(found->second->dims[d], as_coordinate(a->args[d]));
        const Expr value = with_fresh_reductions(found->second->cases[0].value, fresh_name);
        return transform(substitute(value, Scope::coordinate, at), limited_once);
    });
}

constexpr std::string_view kIn = " in ";

// The stages that some reader, or all of them, compute.
std::set<std::string> stages_of(const std::set<std::string>& inlined) {
    std::set<std::string> out;
    for (const std::string& name : inlined) out.insert(parse_inlined(name).stage);
    return out;
}

std::optional<std::string> why_not_inlined(const Pipeline& pipeline, const Stage& stage) {
    if (pipeline.is_output(stage.name)) return fmt::format("'{}' is an output.", stage.name);
    if (!stage.updates.empty()) return fmt::format("'{}' has updates.", stage.name);
    // Only the branch that holds may be evaluated; an expression evaluates all of its parts.
    if (stage.cases.size() != 1 || stage.cases[0].condition)
        return fmt::format("'{}' is defined by cases.", stage.name);
    return std::nullopt;
}

// Names that say something else than they seem to.
std::optional<std::string> why_misleading(const Pipeline& pipeline, const std::set<std::string>& inlined) {
    for (const std::string& name : inlined) {
        const auto [producer, reader] = parse_inlined(name);
        if (!reader) continue;
        if (inlined.count(producer))
            return fmt::format("'{}' is inlined everywhere, and once more in '{}'.", producer, *reader);
        bool is_read = false, is_kept = pipeline.is_output(producer);
        for (const Stage& stage : pipeline.stages) {
            if (!reads_from(stage, producer)) continue;
            is_read |= stage.name == *reader;
            is_kept |= !is_inlined(inlined, producer, stage.name);
        }
        if (!is_read) return fmt::format("'{}' does not read '{}'.", *reader, producer);
        if (!is_kept)
            return fmt::format("'{}' is inlined in each of its readers: its name alone says that.", producer);
    }
    return std::nullopt;
}

}  // namespace

std::string inlined_in(const std::string& stage, const std::string& reader) {
    return fmt::format("{}{}{}", stage, kIn, reader);
}

InlinedName parse_inlined(const std::string& name) {
    const size_t at = name.find(kIn);
    if (at == std::string::npos) return {name, std::nullopt};
    return {name.substr(0, at), name.substr(at + kIn.size())};
}

bool is_inlined(const std::set<std::string>& inlined, const std::string& stage, const std::string& reader) {
    return inlined.count(stage) || inlined.count(inlined_in(stage, reader));
}

std::optional<std::string> why_not_inlined(const Pipeline& pipeline, const std::set<std::string>& inlined) {
    if (auto reason = why_misleading(pipeline, inlined)) return reason;
    const std::set<std::string> stages = stages_of(inlined);
    std::unordered_map<std::string, size_t> sizes;  // of the inlined definitions
    for (const Stage& stage : pipeline.stages) {
        size_t size = 0;
        for_each_expr(stage, [&](const Expr& e, size_t) {
            for_each_node(e, [&](const Expr& n) {
                const Access* a = as<Access>(n);
                const bool goes_in = a && is_inlined(inlined, a->producer, stage.name);
                const auto found = goes_in ? sizes.find(a->producer) : sizes.end();
                size = std::min(kMostNodes + 1, size + 1 + (found == sizes.end() ? 0 : found->second));
            });
        });
        if (size > kMostNodes)
            return fmt::format("'{}' becomes too large with what it reads inlined.", stage.name);
        if (!stages.count(stage.name)) continue;
        if (auto reason = why_not_inlined(pipeline, stage)) return reason;
        sizes[stage.name] = size;
    }
    return std::nullopt;
}

Pipeline inline_stages(const Pipeline& pipeline, const std::set<std::string>& inlined) {
    if (inlined.empty()) return pipeline;
    Pipeline out = pipeline;
    out.stages.clear();
    const std::set<std::string> stages = stages_of(inlined);
    std::vector<Stage> kept;
    kept.reserve(stages.size());
    Definitions all;
    FreshNames fresh_name(pipeline);
    for (const Stage& stage : pipeline.stages) {
        Stage next = stage;
        Definitions definitions;
        for (const auto& [name, definition] : all) {
            if (is_inlined(inlined, name, stage.name)) definitions.emplace(name, definition);
        }
        // Equal reads of one definition become one before and after: what is read twice is computed once.
        Unify unify;
        const auto replaced = [&](const Expr& e) {
            return unify(rewrite(unify(e), definitions, fresh_name));
        };
        for (Case& c : next.cases) {
            if (c.condition) c.condition = replaced(*c.condition);
            c.value = replaced(c.value);
        }
        for (Update& u : next.updates) {
            unify = {};
            for (Expr& arg : u.args) arg = replaced(arg);
            u.value = replaced(u.value);
            if (u.domain.where) u.domain.where = replaced(*u.domain.where);
        }
        if (!inlined.count(stage.name)) out.stages.push_back(next);
        if (!stages.count(stage.name)) continue;
        kept.push_back(std::move(next));
        all[stage.name] = &kept.back();
    }
    return out;
}

}  // namespace pantile::ir
