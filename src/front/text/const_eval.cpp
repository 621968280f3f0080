#include "front/text/const_eval.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/checked.h"
#include "base/identifier.h"
#include "front/text/settle_in_order.h"
#include "front/text/suggest.h"

namespace pantile::front {
namespace {

constexpr size_t kMostSuggestions = 20;

class Evaluator {
  public:
    Evaluator(const ConstLookup& lookup, const ReportError& error) : lookup_(lookup), error_(error) {}

    std::optional<int64_t> value(const ast::Expr& e) {
        if (const auto* n = ast::as<ast::Integer>(e)) return integer(*n, e.span);
        if (const auto* n = ast::as<ast::Name>(e)) return lookup_(n->text, e.span);
        if (const auto* n = ast::as<ast::Prefix>(e)) return prefix(*n, e);
        if (const auto* n = ast::as<ast::Chain>(e)) return chain(*n, e.span);
        if (const auto* n = ast::as<ast::Call>(e)) return call(*n, e);
        return refuse(e);
    }

  private:
    std::optional<int64_t> fail(SourceSpan span, std::string message, std::vector<std::string> hints = {}) {
        error_(span, std::move(message), std::move(hints));
        return std::nullopt;
    }

    std::optional<int64_t> refuse(const ast::Expr& e) {
        if (ast::as<ast::Real>(e)) {
            return fail(e.span, "this is not an integer.",
                        {"to name a real number, use a definition: 'define NAME = 0.5'."});
        }
        return fail(e.span, "this is not an integer that is known at compile time.",
                    {"use integers, consts, + - * / %, 'min' and 'max'."});
    }

    std::optional<int64_t> fitting(std::optional<int64_t> v, SourceSpan span) {
        return v ? v : fail(span, "this integer does not fit in 64 bits.");
    }

    std::optional<int64_t> integer(const ast::Integer& n, SourceSpan span) {
        if (n.value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
            return fitting(std::nullopt, span);
        return static_cast<int64_t>(n.value);
    }

    std::optional<int64_t> prefix(const ast::Prefix& n, const ast::Expr& e) {
        if (n.op != ir::UnaryOp::neg) return refuse(e);
        const auto operand = value(*n.operand);
        return operand ? fitting(checked_sub(0, *operand), e.span) : std::nullopt;
    }

    std::optional<int64_t> chain(const ast::Chain& n, SourceSpan span) {
        std::optional<int64_t> so_far = value(*n.first);
        for (const ast::Link& link : n.rest) {
            const std::optional<int64_t> next = value(*link.operand);
            if (!so_far || !next) return std::nullopt;
            so_far = combined(link, *so_far, *next, span);
        }
        return so_far;
    }

    std::optional<int64_t> combined(const ast::Link& link, int64_t a, int64_t b, SourceSpan span) {
        if (!link.op) return fitting(checked_add(a, b), span);
        switch (*link.op) {
            case ir::BinaryOp::sub: return fitting(checked_sub(a, b), span);
            case ir::BinaryOp::mul: return fitting(checked_mul(a, b), span);
            case ir::BinaryOp::div:
            case ir::BinaryOp::mod: return divided(link, a, b, span);
            default:
                return fail(span,
                            fmt::format("'{}' is not for integers that are known at compile time.",
                                        ir::facts(*link.op).spelling),
                            {"use + - * / %, 'min' and 'max'."});
        }
    }

    std::optional<int64_t> divided(const ast::Link& link, int64_t a, int64_t b, SourceSpan span) {
        if (b == 0) return fail(link.operand->span, "this divides by zero.");
        if (b == -1) return *link.op == ir::BinaryOp::mod ? 0 : fitting(checked_sub(0, a), span);
        const int64_t quotient = b > 0 ? floor_div(a, b) : a / b - (a % b > 0 ? 1 : 0);
        return *link.op == ir::BinaryOp::div ? quotient : a - quotient * b;
    }

    std::optional<int64_t> call(const ast::Call& n, const ast::Expr& e) {
        const auto* name = ast::as<ast::Name>(*n.callee);
        const bool smallest = name && name->text == "min";
        if (!smallest && !(name && name->text == "max")) return refuse(e);
        if (n.args.empty()) return fail(e.span, fmt::format("'{}' takes two arguments or more.", name->text));
        std::optional<int64_t> best = value(*n.args[0]);
        for (size_t i = 1; i < n.args.size(); ++i) {
            const std::optional<int64_t> next = value(*n.args[i]);
            if (!best || !next) return std::nullopt;
            best = smallest ? std::min(*best, *next) : std::max(*best, *next);
        }
        return best;
    }

    const ConstLookup& lookup_;
    const ReportError& error_;
};

// Evaluates the consts of a file in the order in which they need each other.
class ConstTableBuilder {
  public:
    ConstTableBuilder(const std::vector<ast::Const>& consts, Report& report)
        : consts_(consts), report_(report) {
        for (size_t i = 0; i < consts_.size(); ++i) index_.emplace(consts_[i].name.text, i);
    }

    ConstTable run(const std::map<std::string, int64_t>& defines) {
        for (const auto& [name, value] : defines) override_value(name, value);
        settle_in_order(
            consts_.size(), [&](size_t id) { return attempt(id); },
            [&](const std::vector<size_t>& cycle) { report_cycle(cycle); });
        return std::move(table_);
    }

  private:
    void override_value(const std::string& name, int64_t value) {
        const auto found = index_.find(name);
        if (found != index_.end()) {
            table_[found->first] = value;
            return;
        }
        report_.error(
            {},
            fmt::format("a value is given for the const {}, which the file does not have.", in_quotes(name)),
            suggestions(name));
    }

    std::vector<std::string> suggestions(std::string_view name) {
        if (++suggestions_ > kMostSuggestions) return {};
        std::vector<std::string_view> names;
        for (const ast::Const& c : consts_) names.push_back(c.name.text);
        const auto near = nearest_name(name, names);
        return near ? std::vector<std::string>{fmt::format("did you mean '{}'?", *near)}
                    : std::vector<std::string>{};
    }

    std::vector<size_t> attempt(size_t id) {
        const ast::Const& c = consts_[id];
        if (table_.count(c.name.text)) return {};
        std::vector<size_t> needs;
        const ConstLookup lookup = [&](std::string_view name, SourceSpan span) {
            return find(name, span, needs);
        };
        const ReportError error = [&](SourceSpan span, std::string message, std::vector<std::string> hints) {
            if (needs.empty()) report_.error(span, std::move(message), std::move(hints));
        };
        const std::optional<int64_t> value = evaluate_const(*c.value, lookup, error);
        if (!needs.empty()) return needs;
        table_[c.name.text] = value;
        return {};
    }

    std::optional<int64_t> find(std::string_view name, SourceSpan span, std::vector<size_t>& needs) {
        if (const auto known = table_.find(name); known != table_.end()) return known->second;
        if (const auto other = index_.find(name); other != index_.end()) {
            needs.push_back(other->second);
            return std::nullopt;
        }
        report_.error(
            span,
            fmt::format("{} is not a const; a const consists of integers and other consts.", in_quotes(name)),
            suggestions(name));
        return std::nullopt;
    }

    void report_cycle(const std::vector<size_t>& cycle) {
        std::string names;
        constexpr size_t kShown = 6;
        for (size_t i = 0; i < std::min(cycle.size(), kShown); ++i)
            names += fmt::format("{} -> ", consts_[cycle[i]].name.text);
        if (cycle.size() > kShown) names += "… -> ";
        const ast::Const& first = consts_[cycle[0]];
        report_.error(first.name.span, fmt::format("the consts '{}{}' depend on each other in a cycle.",
                                                   names, first.name.text));
        table_[first.name.text] = std::nullopt;
    }

    const std::vector<ast::Const>& consts_;
    Report& report_;
    std::unordered_map<std::string_view, size_t> index_;
    size_t suggestions_ = 0;
    ConstTable table_;
};

}  // namespace

std::optional<int64_t> evaluate_const(const ast::Expr& e, const ConstLookup& lookup,
                                      const ReportError& error) {
    return Evaluator(lookup, error).value(e);
}

ConstTable evaluate_consts(const std::vector<ast::Const>& consts,
                           const std::map<std::string, int64_t>& defines, Report& report) {
    return ConstTableBuilder(consts, report).run(defines);
}

}  // namespace pantile::front
