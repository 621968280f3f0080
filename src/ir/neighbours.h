// Neighbouring points of a stage: their expressions, and what they have in common.
#pragma once

#include "ir/pipeline.h"
#include "pantile/math_mode.h"

namespace pantile::ir {

bool uses_coordinates(const Expr& e);

// The expression 'by' points further along a dimension. Sums of integers are written in one way, so that what
// two neighbours both need is the same expression for both.
Expr moved(const Expr& e, const std::string& dim, int64_t by);

// A dimension whose points are computed several at once, from one that is a multiple of 'count' points behind
// the first. What is left at the end is computed one by one.
struct PointBlock {
    size_t dim;
    int64_t count;
};

// Whether a block has all values that its coordinate may have: it begins with the first, and each point of it
// knows its coordinate. What others read may lie outside of an output's range.
bool is_whole_range(const Pipeline& pipeline, const Stage& stage, const PointBlock& block);

// The pure definition at the points of a block, with its reductions written out: what several
// of them need is one node. It has one case that holds everywhere. In fast math, which may regroup sums, the
// terms of a row are added first if neighbours need the same rows: a box of 3x3 then takes two additions for
// each row, and two more.
Exprs values_of_neighbours(const Pipeline& pipeline, const Stage& stage, const PointBlock& block, Math math);

// Whether the points of a block read the same elements in their pure definition.
bool share_reads(const Pipeline& pipeline, const Stage& stage, const PointBlock& block);

// Whether an update adds to values that can be kept aside while it runs over its domain: it reads the stage
// only where it writes, at every point of its domain, and each point of the stage has its own.
bool adds_in_place(const Stage& stage, const Update& update);

// The value of such an update, with another expression for what the stage holds.
Expr with_held(const Stage& stage, const Update& update, const Expr& held);

}  // namespace pantile::ir
