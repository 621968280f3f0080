#include "pantile/math.h"

#include <fmt/format.h>

#include "front/cpp/reductions.h"
#include "ir/build.h"

namespace pantile {
namespace {

using front::from_ir;
using front::to_ir;
using ir::BinaryOp;
using ir::ReduceOp;
using ir::UnaryOp;

Expr binary(BinaryOp op, const Expr& a, const Expr& b) { return from_ir(ir::binary(op, to_ir(a), to_ir(b))); }
Expr unary(UnaryOp op, const Expr& a) { return from_ir(ir::unary(op, to_ir(a))); }

using Domains = std::vector<std::shared_ptr<const front::RDomContents>>;

// One domain after the other, the first running fastest.
ir::ReductionDomain joined(const Domains& domains) {
    ir::ReductionDomain all;
    for (const auto& d : domains) {
        all.variables.insert(all.variables.end(), d->domain.variables.begin(), d->domain.variables.end());
        if (!d->domain.where) continue;
        all.where =
            all.where ? ir::binary(BinaryOp::logical_and, *all.where, *d->domain.where) : *d->domain.where;
    }
    return all;
}

Expr reduce(ReduceOp op, const Domains& domains, const ir::Expr& body) {
    return from_ir(ir::reduce(op, joined(domains), body));
}

Expr reduce_free(ReduceOp op, const Expr& e) {
    const ir::Expr body = to_ir(e);
    const Domains domains = front::free_domains({body});
    if (!domains.empty() || ir::is_invalid(body)) return reduce(op, domains, body);
    return from_ir(ir::invalid(fmt::format("'{}' has no reduction domain.", ir::spelling(op)), {},
                               {"use the variables of an 'RDom' in it, or name the domain: 'sum(r, …)'."}));
}

// zero·(m - w) + one·w, divided by m and rounded, where m is the largest weight.
Expr lerp_by_integer(const Expr& zero, const Expr& one, const Expr& weight) {
    const ScalarType type = zero.type();
    const int weight_bits = size_in_bits(weight.type());
    if (size_in_bits(type) + weight_bits > 48) {
        return from_ir(ir::invalid("'lerp' of integers is for at most 48 bits of value and weight together.",
                                   {}, {"convert the weight to a float from 0 to 1."}));
    }
    const int64_t m = (int64_t{1} << weight_bits) - 1;
    const Expr w = cast<int64_t>(weight);
    const Expr sum_of_both = cast<int64_t>(zero) * (Expr(m) - w) + cast<int64_t>(one) * w;
    return cast(type, (sum_of_both + m / 2) / m);
}

}  // namespace

Expr cast(ScalarType type, const Expr& e) { return from_ir(ir::cast(type, to_ir(e))); }

Expr select(const Expr& condition, const Expr& if_true, const Expr& if_false) {
    return from_ir(ir::select(to_ir(condition), to_ir(if_true), to_ir(if_false)));
}

Expr min(const Expr& a, const Expr& b) { return binary(BinaryOp::min, a, b); }
Expr max(const Expr& a, const Expr& b) { return binary(BinaryOp::max, a, b); }
Expr clamp(const Expr& e, const Expr& lowest, const Expr& highest) {
    return from_ir(ir::clamp(to_ir(e), to_ir(lowest), to_ir(highest)));
}

Expr abs(const Expr& e) { return unary(UnaryOp::abs, e); }
Expr sqrt(const Expr& e) { return unary(UnaryOp::sqrt, e); }
Expr exp(const Expr& e) { return unary(UnaryOp::exp, e); }
Expr log(const Expr& e) { return unary(UnaryOp::log, e); }
Expr pow(const Expr& base, const Expr& exponent) { return binary(BinaryOp::pow, base, exponent); }
Expr sin(const Expr& e) { return unary(UnaryOp::sin, e); }
Expr cos(const Expr& e) { return unary(UnaryOp::cos, e); }
Expr tan(const Expr& e) { return unary(UnaryOp::tan, e); }
Expr asin(const Expr& e) { return unary(UnaryOp::asin, e); }
Expr acos(const Expr& e) { return unary(UnaryOp::acos, e); }
Expr atan(const Expr& e) { return unary(UnaryOp::atan, e); }
Expr atan2(const Expr& y, const Expr& x) { return binary(BinaryOp::atan2, y, x); }
Expr sinh(const Expr& e) { return unary(UnaryOp::sinh, e); }
Expr cosh(const Expr& e) { return unary(UnaryOp::cosh, e); }
Expr tanh(const Expr& e) { return unary(UnaryOp::tanh, e); }
Expr floor(const Expr& e) { return unary(UnaryOp::floor, e); }
Expr ceil(const Expr& e) { return unary(UnaryOp::ceil, e); }
Expr round(const Expr& e) { return unary(UnaryOp::round, e); }
Expr trunc(const Expr& e) { return unary(UnaryOp::trunc, e); }
Expr is_nan(const Expr& e) { return unary(UnaryOp::is_nan, e); }
Expr quo(const Expr& a, const Expr& b) { return binary(BinaryOp::quo, a, b); }
Expr rem(const Expr& a, const Expr& b) { return binary(BinaryOp::rem, a, b); }

Expr lerp(const Expr& zero, const Expr& one, const Expr& weight) {
    // A choice that is never made: it gives both ends their common type, or says why they have none.
    const Expr both = select(from_ir(ir::variable(ir::Scope::parameter, "", ScalarType::boolean)), zero, one);
    if (ir::is_invalid(to_ir(both))) return both;
    const Expr from = cast(both.type(), zero);
    const Expr to = cast(both.type(), one);
    if (is_unsigned_integer(weight.type()) && is_integer(from.type()))
        return lerp_by_integer(from, to, weight);
    const Expr value = from_ir(ir::lerp(to_ir(from), to_ir(to), to_ir(weight)));
    return is_integer(from.type()) && is_float(value.type()) ? cast(from.type(), round(value)) : value;
}

Expr sum(const RDom& domain, const Expr& body) {
    return reduce(ReduceOp::sum, {domain.contents()}, to_ir(body));
}
Expr product(const RDom& domain, const Expr& body) {
    return reduce(ReduceOp::product, {domain.contents()}, to_ir(body));
}
Expr minimum(const RDom& domain, const Expr& body) {
    return reduce(ReduceOp::minimum, {domain.contents()}, to_ir(body));
}
Expr maximum(const RDom& domain, const Expr& body) {
    return reduce(ReduceOp::maximum, {domain.contents()}, to_ir(body));
}
Expr sum(const Expr& body) { return reduce_free(ReduceOp::sum, body); }
Expr product(const Expr& body) { return reduce_free(ReduceOp::product, body); }
Expr minimum(const Expr& body) { return reduce_free(ReduceOp::minimum, body); }
Expr maximum(const Expr& body) { return reduce_free(ReduceOp::maximum, body); }

}  // namespace pantile
