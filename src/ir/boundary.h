// Boundary conditions, by rewriting the index of a read so that it stays inside given ranges. The meaning is
// Halide's BoundaryConditions of the same names.
#pragma once

#include <optional>
#include <vector>

#include "ir/expr.h"

namespace pantile::ir {

enum class BoundaryKind { repeat_edge, repeat_image, mirror_image, mirror_interior, constant_exterior };

// Both ends are included.
struct IndexRange {
    Expr min;
    Expr max;
};

// The indices with which to read in place of 'args'. Dimensions without a range, and those past the end of
// 'ranges', stay as they are. For constant_exterior the index is clamped: combine the read with
// 'inside_ranges'.
Exprs bounded_args(BoundaryKind kind, const Exprs& args,
                   const std::vector<std::optional<IndexRange>>& ranges);

// Whether every index lies inside its range; 'true' when no dimension has one.
Expr inside_ranges(const Exprs& args, const std::vector<std::optional<IndexRange>>& ranges);

}  // namespace pantile::ir
