#include "front/text/elaborate_expr.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/identifier.h"
#include "front/text/words.h"

namespace pantile::front {
namespace {

// From the beginning of 'a' to the end of 'b' when both stand on one line.
SourceSpan joined(const SourceSpan& a, const SourceSpan& b) {
    if (a.line != b.line || b.column < a.column) return a;
    return {a.line, a.column, std::max(a.length, b.column + b.length - a.column)};
}

// Whether an expression consists of written integers alone, as '1' or '-(2*3)'.
bool only_integers(const ast::Expr& e) {
    if (ast::as<ast::Integer>(e)) return true;
    if (const auto* n = ast::as<ast::Prefix>(e)) return only_integers(*n->operand);
    const auto* n = ast::as<ast::Chain>(e);
    return n && only_integers(*n->first) &&
           std::all_of(n->rest.begin(), n->rest.end(),
                       [](const ast::Link& l) { return only_integers(*l.operand); });
}

// Whether link 'at' of a chain divides written integers, '1/3', with a remainder.
bool divides_integers(const ast::Chain& n, size_t at, const ir::Expr& a, const ir::Expr& b) {
    const auto x = ir::constant_int(a), y = ir::constant_int(b);
    if (!x || !y || *y == 0 || *y == -1 || *x % *y == 0 || !only_integers(*n.first)) return false;
    return std::all_of(n.rest.begin(), n.rest.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                       [](const ast::Link& l) { return only_integers(*l.operand); });
}

}  // namespace

ir::Expr ExprElaborator::silent(SourceSpan span) const { return ir::invalid("", span); }

ir::Expr ExprElaborator::quiet(SourceSpan span) {
    ++failures_;
    return silent(span);
}

ir::Expr ExprElaborator::fail(SourceSpan span, std::string message, std::vector<std::string> hints) {
    ++failures_;
    Diagnostic& d = report_.error(span, std::move(message), std::move(hints));
    constexpr size_t kShown = 3;
    for (size_t i = 0; i < std::min(kShown, expansions_.size()); ++i) {
        const Expansion& e = expansions_[expansions_.size() - 1 - i];
        d.notes.push_back(
            fmt::format("in the expansion of '{}', used at line {}.", e.define->name.text, e.used_at.line));
    }
    return silent(span);
}

ir::Expr ExprElaborator::checked(const ir::Expr& e) {
    const ir::Invalid* bad = ir::as<ir::Invalid>(e);
    return bad && !bad->message.empty() ? fail(e.span(), bad->message, bad->hints) : e;
}

bool ExprElaborator::within_limits(const ast::Expr& e) {
    if (session_.nodes_left == 0) {
        ++failures_;
        if (session_.exhausted) return false;
        Report last;
        session_.exhausted =
            last.error(e.span, fmt::format("the pipeline expands to more than {} terms.", kMostNodes),
                       {"make a stage of what a definition computes many times."});
        return false;
    }
    --session_.nodes_left;
    if (depth_ < kDeepestElaboration) return true;
    fail(e.span, fmt::format("the definitions used here expand to more than {} levels.", kDeepestElaboration),
         {"give a part of it a stage of its own."});
    return false;
}

ir::Expr ExprElaborator::value(const ast::Expr& e) {
    if (!within_limits(e)) return silent(e.span);
    ++depth_;
    const ir::Expr result = kind_of(e);
    --depth_;
    return result;
}

ir::Expr ExprElaborator::kind_of(const ast::Expr& e) {
    const auto misplaced = [&](std::string_view what) {
        return fail(e.span,
                    fmt::format("{} is allowed only among the arguments of a boundary condition.", what),
                    {"for example 'repeat_edge(f, 0..w-1, _)'."});
    };
    return std::visit(
        ir::Overloaded{
            [&](const ast::Integer& n) { return ir::literal_unsigned(n.value, e.span); },
            [&](const ast::Real& n) { return ir::literal(n.value, ScalarType::f32, e.span); },
            [&](const ast::Boolean& n) { return ir::constant(ir::Value::of_bool(n.value), e.span); },
            [&](const ast::Name& n) { return name(n.text, e.span); },
            [&](const ast::Size& n) { return size_of_input(n, e.span); },
            [&](const ast::Chain& n) { return chain(n); },
            [&](const ast::Comparison& n) { return comparison(n); },
            [&](const ast::Prefix& n) { return prefix(n, e.span); },
            [&](const ast::Member& n) {
                const FunctionPtr f = member(n, e.span);
                return f ? shorthand(*f, e.span) : silent(e.span);
            },
            [&](const ast::Call& n) { return call(n, e.span); },
            [&](const ast::Reduction& n) { return reduction(n, e.span); },
            [&](const ast::Interval&) { return misplaced("a range"); },
            [&](const ast::Blank&) { return misplaced("'_'"); },
        },
        e.kind);
}

ir::Expr ExprElaborator::chain(const ast::Chain& n) {
    ir::Expr so_far = value(*n.first);
    for (size_t i = 0; i < n.rest.size(); ++i) {
        const ast::Link& link = n.rest[i];
        if (!link.op) {
            size_t end = i;
            while (end < n.rest.size() && !n.rest[end].op) ++end;
            so_far = added(so_far, n, i, end);
            i = end - 1;
            continue;
        }
        const ir::Expr next = value(*link.operand);
        const SourceSpan span = joined(n.first->span, link.operand->span);
        if (refuse_bool(*n.first, so_far, link) || refuse_bool(*link.operand, next, link))
            return silent(span);
        if (*link.op == ir::BinaryOp::div && divides_integers(n, i, so_far, next)) {
            so_far =
                fail(span, fmt::format("integer literals divide to {}; write {}.0/{}.",
                                       ir::to_text(*ir::constant_value(ir::binary(*link.op, so_far, next))),
                                       *ir::constant_int(so_far), *ir::constant_int(next)));
            continue;
        }
        so_far = checked(ir::binary(*link.op, so_far, next, span));
    }
    return so_far;
}

// Arithmetic has no bools; said here, since it is the bool that is wrong and not the number beside it.
bool ExprElaborator::refuse_bool(const ast::Expr& text, const ir::Expr& e, const ast::Link& link) {
    const bool is_arithmetic = !link.op || ir::facts(*link.op).precedence >= ir::Precedence::sum;
    if (!is_arithmetic || ir::is_invalid(e) || !is_bool(e.type())) return false;
    fail(text.span,
         fmt::format("'{}' takes numbers; this is 'bool'.", link.op ? ir::facts(*link.op).spelling : "+"),
         {"convert it: 'i32(…)' is 1 for true and 0 for false; or choose: 'select(…, 1, 0)'."});
    return true;
}

// Adds the operands [begin, end) of a chain at once: one by one, each would copy the terms before it.
ir::Expr ExprElaborator::added(const ir::Expr& first, const ast::Chain& n, size_t begin, size_t end) {
    // A sum that is continued is copied: 't = t + 1' a thousand times would take memory without a limit.
    if (const ir::Sum* sum = ir::as<ir::Sum>(first)) session_.spend(sum->terms.size() / 4);
    ir::Exprs terms = {first};
    for (size_t i = begin; i < end; ++i) {
        terms.push_back(value(*n.rest[i].operand));
        if (refuse_bool(*n.rest[i].operand, terms.back(), n.rest[i])) return silent(n.first->span);
    }
    if (refuse_bool(*n.first, first, n.rest[begin])) return silent(n.first->span);
    const ir::Expr sum = ir::add_all(terms, joined(n.first->span, n.rest[end - 1].operand->span));
    if (!ir::is_invalid(sum)) return sum;
    ir::Expr so_far = first;
    for (size_t i = begin; i < end; ++i) {
        so_far =
            checked(ir::add(so_far, terms[i - begin + 1], joined(n.first->span, n.rest[i].operand->span)));
        if (ir::is_invalid(so_far)) return so_far;
    }
    return so_far;
}

ir::Expr ExprElaborator::comparison(const ast::Comparison& n) {
    ir::Expr left = value(*n.first);
    SourceSpan left_span = n.first->span;
    std::optional<ir::Expr> all;
    for (const ast::Link& link : n.rest) {
        const ir::Expr right = value(*link.operand);
        const SourceSpan span = joined(left_span, link.operand->span);
        const ir::Expr one = checked(ir::binary(*link.op, left, right, span));
        all = all ? checked(ir::binary(ir::BinaryOp::logical_and, *all, one, span)) : one;
        left = right;
        left_span = link.operand->span;
    }
    return *all;
}

ir::Expr ExprElaborator::prefix(const ast::Prefix& n, SourceSpan span) {
    return checked(ir::unary(n.op, value(*n.operand), span));
}

ir::Expr ExprElaborator::size_of_input(const ast::Size& n, SourceSpan span) {
    const ast::Expr image{n.image.span, ast::Name{n.image.text}};
    const FunctionPtr f = function(image);
    const auto* input = f ? std::get_if<const ir::Input*>(&f->what) : nullptr;
    if (!input) {
        if (!f && !program_.find(n.image.text) && !scope_.find(n.image.text))
            return unknown(n.image.text, n.image.span);
        return fail(n.image.span,
                    fmt::format("only inputs have sizes; {} is not an input.", in_quotes(n.image.text)));
    }
    const auto& dims = (*input)->dims;
    const auto dim = std::find(dims.begin(), dims.end(), n.dim.text);
    if (dim == dims.end()) {
        return fail(n.dim.span,
                    fmt::format("'{}' has no dimension {}.", (*input)->name, in_quotes(n.dim.text)),
                    {fmt::format("its dimensions are ({}).", fmt::join(dims, ", "))});
    }
    const size_t d = static_cast<size_t>(dim - dims.begin());
    if (n.bound.text == "min") return ir::dimension(**input, d, ir::Bound::min, span);
    if (n.bound.text == "max") return ir::dimension(**input, d, ir::Bound::max, span);
    if (n.bound.text == "extent") return ir::dimension(**input, d, ir::Bound::extent, span);
    return fail(n.bound.span,
                fmt::format("{} is not a size: write 'min', 'max' or 'extent'.", in_quotes(n.bound.text)));
}

ir::Expr ExprElaborator::condition(const ast::Expr& e, std::string_view what) {
    const ir::Expr c = value(e);
    if (ir::is_invalid(c) || is_bool(c.type())) return c;
    return fail(e.span, fmt::format("{} is true or false; this is '{}'.", what, name_of(c.type())),
                {"compare: '… != 0'."});
}

void ExprElaborator::bind_locals(const std::vector<ast::Local>& locals) {
    std::set<std::string_view> seen;
    for (const ast::Local& local : locals) {
        if (const auto why = why_not_declared(local.name.text)) {
            fail(local.name.span, fmt::format("{} cannot be a name: {}.", in_quotes(local.name.text), *why));
        } else if (!seen.insert(local.name.text).second || is_coordinate(local.name.text)) {
            fail(local.name.span, fmt::format("{} already has a value.", in_quotes(local.name.text)),
                 {"choose another name."});
        }
        const ir::Expr v = value(*local.value);
        scope_.bind(local.name.text, v);
    }
}

}  // namespace pantile::front
