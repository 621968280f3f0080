// How an index of a vector access runs over the lanes: next to each other, every second element, backwards.
#pragma once

#include "ir/expr.h"

namespace pantile::ir {

enum class LaneOrder {
    uniform,  // the same in every lane
    linear,   // grows by 'step' from lane to lane
    halved,   // floor((lane + k) / 2): the even lanes count by one, and so do the odd ones
    other,
};

struct LaneIndex {
    LaneOrder order;
    int64_t step = 0;
    // Cut off below or above: the index may stand still from some lane on, or up to some lane, and keeps the
    // order otherwise. A linear one is in order throughout exactly when its last lane lies as far from the
    // first as without limits.
    bool is_clamped = false;
};

// Elements of 32 bits, as many as the largest vectors have: a table of so many is loaded whole, and picked
// from in registers.
inline constexpr int64_t kLargestTable = 16;

// Of an exact i64 index.
LaneIndex lane_index(const Expr& index);

// What a vector expression is in one lane.
Expr at_lane(const Expr& e, int lane);

}  // namespace pantile::ir
