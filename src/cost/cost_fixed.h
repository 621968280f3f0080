// The models of schedulers that do not weigh tiles: one size for all groups, or as much as a cache holds.
#pragma once

#include "cost/cost_model.h"

namespace pantile::cost {

// PolyMage: the same tile for every group. What a group costs is the share of its points that tiles compute
// twice.
CostModel fixed_tile_cost(const StageGraph& graph, const machine::Target& target);

// Forma: tiles as large as the second cache allows. Every group that tiles can cut costs nothing.
CostModel cache_tile_cost(const StageGraph& graph, const machine::Target& target);

}  // namespace pantile::cost
