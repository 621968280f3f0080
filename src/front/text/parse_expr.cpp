#include "front/text/parse_expr.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/identifier.h"
#include "front/text/words.h"

namespace pantile::front {
namespace {

using ir::BinaryOp;
using ir::Precedence;

struct Infix {
    std::optional<BinaryOp> op;  // none: '+'
    Precedence precedence;
};

std::optional<Infix> infix_of(std::string_view text) {
    if (text == "+") return Infix{std::nullopt, Precedence::sum};
    for (int i = 0; i <= static_cast<int>(BinaryOp::logical_or); ++i) {
        const ir::BinaryFacts& info = ir::facts(static_cast<BinaryOp>(i));
        if (info.notation == ir::Notation::infix && info.spelling == text) {
            return Infix{static_cast<BinaryOp>(i), info.precedence};
        }
    }
    return std::nullopt;
}

// The operator of this level that stands next, if one does.
std::optional<Infix> infix_at(const Token& t, Precedence level) {
    if (t.kind != TokenKind::symbol && t.text != "and" && t.text != "or") return std::nullopt;
    const std::optional<Infix> found = infix_of(t.text);
    return found && found->precedence == level ? found : std::nullopt;
}

std::optional<uint64_t> integer_value(std::string_view text) {
    const bool hex = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
    if (hex) text.remove_prefix(2);
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<double> real_value(std::string_view text) {
    const std::string padded = "0" + std::string(text);  // from_chars wants a digit before the dot
    double value = 0;
    const auto [end, error] = std::from_chars(padded.data(), padded.data() + padded.size(), value);
    if (error != std::errc() || end != padded.data() + padded.size() || std::isinf(value))
        return std::nullopt;
    return value;
}

constexpr size_t kLongestNumber = 400;

}  // namespace

template <typename Kind>
ast::ExprPtr ExprParser::make(const SourceSpan& first, Kind kind) {
    if (++terms_ == kMostTerms) {
        cursor_.fail(first, fmt::format("the file has more than {} terms.", kMostTerms),
                     {"split it into several pipelines."});
    }
    auto e = std::make_unique<ast::Expr>();
    e->span = cursor_.span_from(first);
    e->kind = std::move(kind);
    return e;
}

ast::ExprPtr ExprParser::nothing() { return make(cursor_.peek().span, ast::Blank{}); }

ast::ExprPtr ExprParser::expr() {
    if (nesting_ >= kDeepestNesting || terms_ >= kMostTerms) {
        cursor_.fail(cursor_.peek().span,
                     fmt::format("this is nested more than {} levels deep.", kDeepestNesting),
                     {"give a part of it a stage of its own."});
        return nothing();
    }
    ++nesting_;
    ast::ExprPtr e = level(Precedence::logical_or);
    --nesting_;
    return e;
}

ast::ExprPtr ExprParser::level(Precedence precedence) {
    const SourceSpan first = cursor_.peek().span;
    const auto operand = [&] {
        if (precedence == Precedence::logical_and) return not_expr();
        if (precedence == Precedence::product) return prefix();
        return level(static_cast<Precedence>(static_cast<int>(precedence) + 1));
    };
    ast::ExprPtr e = operand();
    std::vector<ast::Link> rest;
    while (const auto infix = infix_at(cursor_.peek(), precedence)) {
        cursor_.take();
        rest.push_back({infix->op, operand()});
    }
    if (rest.empty()) return e;
    if (precedence == Precedence::comparison)
        return make(first, ast::Comparison{std::move(e), std::move(rest)});
    return make(first, ast::Chain{std::move(e), std::move(rest)});
}

ast::ExprPtr ExprParser::not_expr() {
    if (!cursor_.at("not")) return level(Precedence::comparison);
    if (++nesting_ > kDeepestNesting) return expr();
    const SourceSpan first = cursor_.take().span;
    ast::ExprPtr operand = not_expr();
    --nesting_;
    return make(first, ast::Prefix{ir::UnaryOp::logical_not, std::move(operand)});
}

ast::ExprPtr ExprParser::prefix() {
    const bool negated = cursor_.at("-");
    if (!negated && !cursor_.at("~")) return postfix();
    if (++nesting_ > kDeepestNesting) return expr();
    const SourceSpan first = cursor_.take().span;
    ast::ExprPtr operand = prefix();
    --nesting_;
    return make(first, ast::Prefix{negated ? ir::UnaryOp::neg : ir::UnaryOp::bit_not, std::move(operand)});
}

ast::ExprPtr ExprParser::postfix() {
    ast::ExprPtr e = primary();
    for (int calls = 0; cursor_.at("("); ++calls) {
        if (calls == kDeepestNesting) {
            cursor_.fail(cursor_.peek().span, "there are too many chained calls.");
            return e;
        }
        e = call(std::move(e));
    }
    return e;
}

ast::ExprPtr ExprParser::primary() {
    const Token& t = cursor_.peek();
    if (t.kind == TokenKind::integer || t.kind == TokenKind::real) return number();
    if (cursor_.accept("(")) {
        ast::ExprPtr e = expr();
        cursor_.expect(")", "to close the parenthesis");
        return e;
    }
    const bool word = t.kind == TokenKind::name;
    if (word && (t.text == "true" || t.text == "false")) {
        const Token taken = cursor_.take();
        return make(taken.span, ast::Boolean{taken.text == "true"});
    }
    if (word && (t.text == "inf" || t.text == "nan")) {
        const Token taken = cursor_.take();
        using Limits = std::numeric_limits<double>;
        return make(taken.span, ast::Real{taken.text == "inf" ? Limits::infinity() : Limits::quiet_NaN()});
    }
    const bool foreign = t.text == "if" || t.text == "else";
    if (word && !foreign && t.text != "_" && !is_keyword(t.text)) return name_expr();
    cursor_.fail_expected("a value");
    return nothing();
}

ast::ExprPtr ExprParser::number() {
    const Token t = cursor_.take();
    if (t.text.size() > kLongestNumber) {
        cursor_.fail(t.span, fmt::format("a number has at most {} digits.", kLongestNumber));
        return nothing();
    }
    if (t.kind == TokenKind::integer) {
        const std::optional<uint64_t> value = integer_value(t.text);
        if (!value) cursor_.fail(t.span, fmt::format("{} does not fit in 64 bits.", in_quotes(t.text)));
        return make(t.span, ast::Integer{value.value_or(0)});
    }
    const std::optional<double> value = real_value(t.text);
    if (!value) {
        cursor_.fail(t.span, fmt::format("the number {} is outside the range of 'f64'.", in_quotes(t.text)),
                     {"write 'inf' or '0.0'."});
    }
    return make(t.span, ast::Real{value.value_or(0)});
}

ast::ExprPtr ExprParser::name_expr() {
    const Token t = cursor_.take();
    const ast::Identifier name{t.text, t.span};
    if (cursor_.accept(".")) {
        const ast::Identifier dim = identifier("the name of a dimension");
        cursor_.expect(".", "and 'min', 'max' or 'extent', as in 'img.x.min'");
        const ast::Identifier bound = identifier("'min', 'max' or 'extent'");
        return make(name.span, ast::Size{name, dim, bound});
    }
    if (cursor_.accept("[")) {
        ast::ExprList indices;
        do {
            indices.push_back(expr());
        } while (cursor_.accept(","));
        cursor_.expect("]", "after the index of the family");
        return make(name.span, ast::Member{name, std::move(indices)});
    }
    return make(name.span, ast::Name{name.text});
}

ast::ExprPtr ExprParser::interval_or_expr() {
    const SourceSpan first = cursor_.peek().span;
    if (cursor_.accept("_")) return make(first, ast::Blank{});
    ast::ExprPtr e = expr();
    if (!cursor_.accept("..")) return e;
    ast::ExprPtr max = expr();
    return make(first, ast::Interval{std::move(e), std::move(max)});
}

ast::ExprPtr ExprParser::call(ast::ExprPtr callee) {
    const SourceSpan first = callee->span;
    cursor_.take();
    if (cursor_.accept(")")) return make(first, ast::Call{std::move(callee), {}});
    ast::ExprPtr arg = interval_or_expr();
    const ast::Name* name = ast::as<ast::Name>(*callee);
    if (name && cursor_.at("for")) return reduction({name->text, first}, std::move(arg));
    ast::ExprList args;
    args.push_back(std::move(arg));
    while (cursor_.accept(",")) args.push_back(interval_or_expr());
    cursor_.expect(")", "after the arguments");
    return make(first, ast::Call{std::move(callee), std::move(args)});
}

ast::ExprPtr ExprParser::reduction(const ast::Identifier& name, ast::ExprPtr body) {
    if (!ir::reduce_call(name.text)) {
        cursor_.fail(name.span, fmt::format("{} is not a reduction.", in_quotes(name.text)),
                     {"reductions are 'sum', 'product', 'minimum' and 'maximum'."});
        return nothing();
    }
    cursor_.take();
    ast::ForClause domain = for_clause();
    std::vector<ast::Local> locals = with_clause();
    cursor_.expect(")", "after the reduction");
    return make(name.span, ast::Reduction{name, std::move(body), std::move(domain), std::move(locals)});
}

ast::Identifier ExprParser::identifier(std::string_view what) {
    const Token& t = cursor_.peek();
    if (t.kind != TokenKind::name || is_keyword(t.text)) {
        cursor_.fail_expected(what);
        return {};
    }
    const Token taken = cursor_.take();
    return {taken.text, taken.span};
}

ast::Range ExprParser::range() {
    ast::Range r;
    r.variable = identifier("a variable, as in 'i in 0..9'");
    cursor_.expect("in", "and a range, as in 'i in 0..9'");
    r.min = expr();
    cursor_.expect("..", "between the ends of the range");
    r.max = expr();
    return r;
}

ast::ForClause ExprParser::for_clause() {
    ast::ForClause clause;
    do {
        clause.ranges.push_back(range());
    } while (cursor_.accept(","));
    if (cursor_.accept("where")) clause.where = expr();
    return clause;
}

std::vector<ast::Local> ExprParser::with_clause() {
    std::vector<ast::Local> locals;
    if (!cursor_.accept("with")) return locals;
    do {
        const ast::Identifier name = identifier("a name, as in 'with t = …'");
        cursor_.expect("=", "after the name");
        locals.push_back({name, expr()});
    } while (cursor_.accept(","));
    return locals;
}

}  // namespace pantile::front
