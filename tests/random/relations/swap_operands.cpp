#include <algorithm>

#include "random/relations/relations.h"
#include "random/rewrite.h"

namespace pantile::random {

using namespace ir;

namespace {

// The operator for exchanged operands. The minimum of floats takes the first one's side of a NaN or a zero.
std::optional<BinaryOp> mirrored(BinaryOp op, ScalarType operands) {
    switch (op) {
        case BinaryOp::mul:
        case BinaryOp::eq:
        case BinaryOp::ne:
        case BinaryOp::bit_and:
        case BinaryOp::bit_or:
        case BinaryOp::bit_xor:
        case BinaryOp::logical_and:
        case BinaryOp::logical_or: return op;
        case BinaryOp::min:
        case BinaryOp::max: return is_float(operands) ? std::nullopt : std::optional(op);
        case BinaryOp::lt: return BinaryOp::gt;
        case BinaryOp::gt: return BinaryOp::lt;
        case BinaryOp::le: return BinaryOp::ge;
        case BinaryOp::ge: return BinaryOp::le;
        default: return std::nullopt;
    }
}

Expr swapped(const Expr& e, Random& random) {
    if (!random.chance(50)) return e;
    if (const Binary* b = as<Binary>(e)) {
        const auto op = mirrored(b->op, b->lhs.type());
        return op ? make_node(Binary{*op, b->rhs, b->lhs}, e.type()) : e;
    }
    const Sum* sum = as<Sum>(e);
    if (!sum) return e;
    // Floats are added from left to right: only the first two may change places.
    Exprs terms = sum->terms;
    if (is_float(e.type()))
        std::swap(terms[0], terms[1]);
    else
        std::reverse(terms.begin(), terms.end());
    return make_node(Sum{std::move(terms)}, e.type());
}

}  // namespace

std::optional<Trial> swap_operands(const Trial& trial, Random& random) {
    return with_pipeline(trial, map_exprs(trial.pipeline, [&](const Expr& e) {
                             return transform(e, [&](const Expr& n) { return swapped(n, random); });
                         }));
}

}  // namespace pantile::random
