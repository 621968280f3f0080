#include "passes/reduce_strength.h"

#include <bit>

#include "ir/traverse.h"

namespace pantile::passes {

using namespace ir;

namespace {

// a / 2^k = a >> k and a % 2^k = a & (2^k - 1), for floor division, in every integer type.
Expr rewrite(const Expr& e) {
    const Binary* b = as<Binary>(e);
    if (!b || !is_integer(e.type())) return e;
    const auto divisor = constant_int(b->rhs);
    if (!divisor || *divisor <= 0 || !std::has_single_bit(static_cast<uint64_t>(*divisor))) return e;
    const auto with = [&](BinaryOp op, int64_t k) {
        return make_node(Binary{op, b->lhs, constant(Value::of_int(e.type(), k))}, e.type(), e.span());
    };
    if (b->op == BinaryOp::div)
        return with(BinaryOp::shift_right, std::countr_zero(static_cast<uint64_t>(*divisor)));
    if (b->op == BinaryOp::mod) return with(BinaryOp::bit_and, *divisor - 1);
    return e;
}

}  // namespace

Expr reduce_strength(const Expr& e) { return transform(e, rewrite); }

Loops reduce_strength(const Loops& loops) {
    Loops out = loops;
    out.program = map_bodies(loops.program, [&](const StatementPtr& body) {
        return map_exprs(body, [](const Expr& e) { return reduce_strength(e); });
    });
    return out;
}

}  // namespace pantile::passes
