// The rules for one group: its loops, its tiles, its shape, its sliding window, its fused loops.
#pragma once

#include "plan/rewritten.h"
#include "plan/tile_boxes.h"

namespace pantile::plan {

// Reasons why the group cannot be lowered as it is, whatever its tiles compute; empty when there are none.
// Its stages exist and are in order.
std::vector<std::string> why_illegal_loops(const schedule::Group& group, const ir::Pipeline& pipeline);

// Reasons that depend on what the tiles compute of each stage.
std::vector<std::string> why_illegal_tiles(const schedule::Group& group, const TileBoxes& boxes);

// All of them.
std::vector<std::string> why_illegal(const schedule::Group& group, const Rewritten& rewritten);

}  // namespace pantile::plan
