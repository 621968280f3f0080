// Functions of expressions: conversions, choices, mathematics, reductions.
#pragma once

#include "pantile/expr.h"
#include "pantile/rdom.h"

#pragma GCC visibility push(default)
namespace pantile {

// Conversion: integers wrap, a float becomes an integer by truncation and saturates.
Expr cast(ScalarType type, const Expr& e);
template <typename T>
Expr cast(const Expr& e) {
    return cast(type_of<T>(), e);
}

// 'if_true' where the condition holds, else 'if_false'. Both are evaluated.
Expr select(const Expr& condition, const Expr& if_true, const Expr& if_false);
// select(c1, v1, c2, v2, …, otherwise): the value of the first condition that holds.
template <ExprLike... Rest>
requires(sizeof...(Rest) >= 2 && sizeof...(Rest) % 2 == 0) Expr
    select(const Expr& condition, const Expr& value, const Expr& next_condition, const Rest&... rest) {
    return select(condition, value, select(next_condition, Expr(rest)...));
}

Expr min(const Expr& a, const Expr& b);
Expr max(const Expr& a, const Expr& b);
Expr clamp(const Expr& e, const Expr& lowest, const Expr& highest);

// Without these, code that is 'using namespace std' too would find std::min<Var> and its like the better
// match: they have the same parameters, and the constraint makes ours win.
template <Symbolic T>
Expr min(const T& a, const T& b) {
    return min(Expr(a), Expr(b));
}
template <Symbolic T>
Expr max(const T& a, const T& b) {
    return max(Expr(a), Expr(b));
}
template <ExprLike T, ExprLike Third>
requires(Symbolic<T> || Symbolic<Third>) Expr min(const T& a, const T& b, Third c) {
    return min(min(Expr(a), Expr(b)), Expr(c));
}
template <ExprLike T, ExprLike Third>
requires(Symbolic<T> || Symbolic<Third>) Expr max(const T& a, const T& b, Third c) {
    return max(max(Expr(a), Expr(b)), Expr(c));
}
template <Symbolic T>
Expr clamp(const T& e, const T& lowest, const T& highest) {
    return clamp(Expr(e), Expr(lowest), Expr(highest));
}

// The smallest, the largest of three and more.
template <ExprLike A, ExprLike B, ExprLike C, ExprLike... More>
requires(Symbolic<A> || Symbolic<B> || Symbolic<C> || (Symbolic<More> || ...)) Expr
    min(const A& a, const B& b, const C& c, const More&... more) {
    return min(min(Expr(a), Expr(b)), Expr(c), Expr(more)...);
}
template <ExprLike A, ExprLike B, ExprLike C, ExprLike... More>
requires(Symbolic<A> || Symbolic<B> || Symbolic<C> || (Symbolic<More> || ...)) Expr
    max(const A& a, const B& b, const C& c, const More&... more) {
    return max(max(Expr(a), Expr(b)), Expr(c), Expr(more)...);
}

Expr abs(const Expr& e);

// Of floats.
Expr sqrt(const Expr& e);
Expr exp(const Expr& e);
Expr log(const Expr& e);
Expr pow(const Expr& base, const Expr& exponent);
Expr sin(const Expr& e);
Expr cos(const Expr& e);
Expr tan(const Expr& e);
Expr asin(const Expr& e);
Expr acos(const Expr& e);
Expr atan(const Expr& e);
Expr atan2(const Expr& y, const Expr& x);
Expr sinh(const Expr& e);
Expr cosh(const Expr& e);
Expr tanh(const Expr& e);
Expr floor(const Expr& e);
Expr ceil(const Expr& e);
Expr round(const Expr& e);
Expr trunc(const Expr& e);
Expr is_nan(const Expr& e);

// Division of integers that rounds towards zero, and its remainder: C's '/' and '%'.
Expr quo(const Expr& a, const Expr& b);
Expr rem(const Expr& a, const Expr& b);

// From 'zero' to 'one' by a weight: a float from 0 to 1, or an unsigned integer from 0 to its largest value.
// Integers are rounded to the nearest.
Expr lerp(const Expr& zero, const Expr& one, const Expr& weight);

// Reductions over a domain. Without one, over all reduction variables in 'body' that no inner reduction
// binds.
Expr sum(const RDom& domain, const Expr& body);
Expr product(const RDom& domain, const Expr& body);
Expr minimum(const RDom& domain, const Expr& body);
Expr maximum(const RDom& domain, const Expr& body);
Expr sum(const Expr& body);
Expr product(const Expr& body);
Expr minimum(const Expr& body);
Expr maximum(const Expr& body);

}  // namespace pantile
#pragma GCC visibility pop
