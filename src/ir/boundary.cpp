#include "ir/boundary.h"

#include <algorithm>

#include "ir/build.h"

namespace pantile::ir {
namespace {

Expr extent_of(const IndexRange& r) { return add(binary(BinaryOp::sub, r.max, r.min), literal(int64_t{1})); }

// Halide: a b c | a b c | a b c.
Expr repeat_image(const Expr& i, const IndexRange& r) {
    return add(binary(BinaryOp::mod, binary(BinaryOp::sub, i, r.min), extent_of(r)), r.min);
}

// Halide: c b a | a b c | c b a, with period 2n: the index m folds back to 2n - 1 - m.
Expr mirror_image(const Expr& i, const IndexRange& r) {
    const Expr period = binary(BinaryOp::mul, literal(int64_t{2}), extent_of(r));
    const Expr m = binary(BinaryOp::mod, binary(BinaryOp::sub, i, r.min), period);
    const Expr last = binary(BinaryOp::sub, period, literal(int64_t{1}));
    return add(r.min, binary(BinaryOp::min, m, binary(BinaryOp::sub, last, m)));
}

// Halide: c b | a b c | b a, with period 2(n - 1). One pixel alone has the period 1, and then m is 0.
Expr mirror_interior(const Expr& i, const IndexRange& r) {
    const Expr interior = binary(BinaryOp::mul, literal(int64_t{2}), binary(BinaryOp::sub, r.max, r.min));
    const Expr period = binary(BinaryOp::max, interior, literal(int64_t{1}));
    const Expr m = binary(BinaryOp::mod, binary(BinaryOp::sub, i, r.min), period);
    return add(r.min, binary(BinaryOp::min, m, binary(BinaryOp::sub, period, m)));
}

Expr bounded(BoundaryKind kind, const Expr& i, const IndexRange& r) {
    switch (kind) {
        case BoundaryKind::repeat_edge:
        case BoundaryKind::constant_exterior: return clamp(i, r.min, r.max);
        case BoundaryKind::repeat_image: return repeat_image(i, r);
        case BoundaryKind::mirror_image: return mirror_image(i, r);
        case BoundaryKind::mirror_interior: return mirror_interior(i, r);
    }
    return i;
}

}  // namespace

Exprs bounded_args(BoundaryKind kind, const Exprs& args,
                   const std::vector<std::optional<IndexRange>>& ranges) {
    Exprs out = args;
    for (size_t d = 0; d < std::min(out.size(), ranges.size()); ++d) {
        if (ranges[d]) out[d] = bounded(kind, out[d], *ranges[d]);
    }
    return out;
}

Expr inside_ranges(const Exprs& args, const std::vector<std::optional<IndexRange>>& ranges) {
    std::optional<Expr> all;
    for (size_t d = 0; d < std::min(args.size(), ranges.size()); ++d) {
        if (!ranges[d]) continue;
        const Expr in = binary(BinaryOp::logical_and, binary(BinaryOp::ge, args[d], ranges[d]->min),
                               binary(BinaryOp::le, args[d], ranges[d]->max));
        all = all ? binary(BinaryOp::logical_and, *all, in) : in;
    }
    return all ? *all : constant(Value::of_bool(true));
}

}  // namespace pantile::ir
