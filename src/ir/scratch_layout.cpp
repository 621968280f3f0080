#include "ir/scratch_layout.h"

#include "base/checked.h"
#include "ir/build.h"

namespace pantile::ir {

namespace {

constexpr int64_t kConflictingStride = 4096;

Expr times(const Expr& a, const Expr& b) {
    if (constant_int(a) == 1) return b;
    if (constant_int(b) == 1) return a;
    return binary(BinaryOp::mul, a, b);
}

// A box known at entry may be empty, its end anywhere before its beginning.
Expr at_least_none(const Expr& extent) {
    return as<Constant>(extent) ? extent : binary(BinaryOp::max, extent, constant_i64(0));
}

Expr padded_row(const Expr& extent, ScalarType type) {
    const int64_t line = kCacheLine / size_in_bytes(type);
    if (const auto count = constant_int(extent)) {
        const int64_t row = ceil_div(*count, line) * line;
        return constant_i64(row % (kConflictingStride / size_in_bytes(type)) == 0 ? row + line : row);
    }
    // An odd number of lines, for any extent: with L = ceil(extent / line) lines, 2 * floor(L / 2) + 1.
    const Expr pairs = binary(BinaryOp::div, add(extent, constant_i64(line - 1)), constant_i64(2 * line));
    return add(times(pairs, constant_i64(2 * line)), constant_i64(line));
}

}  // namespace

ScratchLayout scratch_layout(const LoopBuffer& b) {
    Exprs strides;
    Expr room = constant_i64(1);
    for (size_t d = 0; d < b.dims.size(); ++d) {
        strides.push_back(room);
        const Expr extent = b.folds[d] != 0 ? constant_i64(b.folds[d]) : at_least_none(b.extents[d]);
        room = times(room, d == 0 ? padded_row(extent, b.type) : extent);
    }
    if (b.dims.empty()) room = padded_row(room, b.type);
    return {std::move(strides), times(room, constant_i64(size_in_bytes(b.type)))};
}

}  // namespace pantile::ir
