// Calls of what the language itself provides: operators with names, casts, 'select', 'clamp', 'lerp'.
#include <fmt/format.h>

#include "base/identifier.h"
#include "front/text/elaborate_expr.h"
#include "front/text/words.h"

namespace pantile::front {
namespace {

std::string count_text(size_t count) {
    return count == 1 ? "1 argument" : fmt::format("{} arguments", count);
}
std::string here_text(size_t count) { return fmt::format("here {} {}", count == 1 ? "is" : "are", count); }

bool is_literal(const ir::Expr& e) {
    const ir::Constant* c = ir::as<ir::Constant>(e);
    return c && c->is_literal;
}

}  // namespace

ir::Exprs ExprElaborator::values(const ast::ExprList& list) {
    ir::Exprs out;
    out.reserve(list.size());
    for (const ast::ExprPtr& e : list) out.push_back(value(*e));
    return out;
}

ir::Expr ExprElaborator::call(const ast::Call& n, SourceSpan span) {
    const auto* callee = ast::as<ast::Name>(*n.callee);
    if (callee && program_.broken.count(callee->text) && !scope_.find(callee->text)) return quiet(span);
    if (callee && boundary_call(callee->text)) {
        const FunctionPtr f = bounded(*boundary_call(callee->text), n, span);
        return f ? shorthand(*f, span) : silent(span);
    }
    if (callee && is_builtin(callee->text)) return builtin(callee->text, n, span);
    const size_t failures = failures_;
    const FunctionPtr f = function(*n.callee);
    if (!f) {
        const ir::Exprs args = values(n.args);
        if (failures_ > failures) return silent(span);
        if (callee && !scope_.find(callee->text) && !program_.find(callee->text) &&
            !is_coordinate(callee->text)) {
            return unknown(callee->text, n.callee->span);
        }
        return not_a_function(*n.callee, callee ? callee->text : std::string_view());
    }
    const auto* define = std::get_if<const ast::Define*>(&f->what);
    if (!define) return apply(*f, values(n.args), span);
    std::vector<Meaning> args;
    for (const ast::ExprPtr& arg : n.args) args.push_back(argument(*arg));
    return expand(**define, std::move(args), span);
}

ir::Expr ExprElaborator::not_a_function(const ast::Expr& e, std::string_view text) {
    const Global* global = text.empty() || scope_.find(text) ? nullptr : program_.find(text);
    if (global && global->kind == NameKind::family) return name(text, e.span);
    const bool is_number = global && (global->kind == NameKind::param || global->kind == NameKind::constant);
    const std::string hint = is_number ? fmt::format("write '{}' alone.", text)
                                       : "to read it at other points, make it a stage: 'name(x, y) = …'.";
    return fail(e.span,
                fmt::format("{} is a value, no function: it has no indices.",
                            text.empty() ? "this" : in_quotes(text)),
                {hint});
}

bool ExprElaborator::check_count(std::string_view text, const ast::Call& n, size_t wanted, SourceSpan span) {
    if (n.args.size() == wanted) return true;
    fail(span, fmt::format("'{}' takes {}; {}.", text, count_text(wanted), here_text(n.args.size())));
    return false;
}

ir::Expr ExprElaborator::builtin(std::string_view text, const ast::Call& n, SourceSpan span) {
    if (ir::reduce_call(text)) {
        return fail(span, fmt::format("'{}' reduces over a range.", text),
                    {fmt::format("write '{}(… for i in 0..9)'.", text)});
    }
    if (const auto type = scalar_type_from_name(text)) {
        return check_count(text, n, 1, span) ? checked(ir::cast(*type, value(*n.args[0]), span))
                                             : silent(span);
    }
    if (const auto op = ir::unary_call(text)) {
        return check_count(text, n, 1, span) ? checked(ir::unary(*op, value(*n.args[0]), span))
                                             : silent(span);
    }
    if (const auto op = ir::binary_call(text)) {
        if (*op == ir::BinaryOp::min || *op == ir::BinaryOp::max) return two_or_more(*op, n, span);
        if (!check_count(text, n, 2, span)) return silent(span);
        const ir::Exprs args = values(n.args);
        return checked(ir::binary(*op, args[0], args[1], span));
    }
    if (text == "select") return select(n, span);
    if (text == "lerp") return lerp(n, span);
    if (!check_count(text, n, 3, span)) return silent(span);
    const ir::Exprs args = values(n.args);
    return checked(ir::clamp(args[0], args[1], args[2], span));
}

ir::Expr ExprElaborator::two_or_more(ir::BinaryOp op, const ast::Call& n, SourceSpan span) {
    if (n.args.size() < 2) {
        return fail(span, fmt::format("'{}' takes 2 arguments or more; {}.", ir::facts(op).spelling,
                                      here_text(n.args.size())));
    }
    const ir::Exprs args = values(n.args);
    ir::Expr so_far = args[0];
    for (size_t i = 1; i < args.size(); ++i) so_far = checked(ir::binary(op, so_far, args[i], span));
    return so_far;
}

// select(c1, a, c2, b, …, otherwise): the value after the first condition that holds.
ir::Expr ExprElaborator::select(const ast::Call& n, SourceSpan span) {
    if (n.args.size() < 3 || n.args.size() % 2 == 0) {
        return fail(
            span,
            fmt::format(
                "'select' takes alternating conditions and values, and a last value; here are {} arguments.",
                n.args.size()),
            {"for example 'select(x < 0, 0, x)'."});
    }
    ir::Exprs args;
    for (size_t i = 0; i < n.args.size(); ++i) {
        const bool is_condition = i % 2 == 0 && i + 1 < n.args.size();
        args.push_back(is_condition ? condition(*n.args[i], "a condition") : value(*n.args[i]));
    }
    ir::Expr result = args.back();
    for (size_t i = args.size() - 1; i >= 2; i -= 2)
        result = checked(ir::select(args[i - 2], args[i - 1], result, span));
    return result;
}

ir::Expr ExprElaborator::lerp(const ast::Call& n, SourceSpan span) {
    if (!check_count("lerp", n, 3, span)) return silent(span);
    const ir::Exprs args = values(n.args);
    for (size_t i = 0; i < args.size(); ++i) {
        if (ir::is_invalid(args[i]) || is_literal(args[i]) || is_float(args[i].type())) continue;
        return fail(n.args[i]->span,
                    fmt::format("'lerp' takes floats; this is '{}'.", name_of(args[i].type())),
                    {"convert it: 'f32(…)'."});
    }
    return checked(ir::lerp(args[0], args[1], args[2], span));
}

}  // namespace pantile::front
