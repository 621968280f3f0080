// How an index of a vector access runs over the lanes: next to each other, every second element, backwards.
#pragma once

#include "base/rational.h"
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

// Of an exact i64 index.
LaneIndex lane_index(const Expr& index);

// Of an index that grows by 'scale' from lane to lane, rounded down.
LaneIndex lane_index(Rational scale);

// How a load along rows brings the elements of all lanes. The emitter makes these loads, the cost model
// counts them.
enum class LoadKind {
    dense,     // one load
    reversed,  // one, and a shuffle
    strided,   // every second to fourth element: several, and shuffles
    halved,    // each element twice: two, and a shuffle
    gather     // one by one, or picked from a small table
};
LoadKind load_kind(const LaneIndex& index);

// How many elements a table has at most that is loaded whole, and picked from in registers.
int64_t largest_table(ScalarType type);

// What a vector expression is in one lane.
Expr at_lane(const Expr& e, int lane);

}  // namespace pantile::ir
