// How much of each stage of a group is kept at once in a tile, where a walk goes along one of its dimensions.
#pragma once

#include "schedule/group_frame.h"
#include "schedule/schedule.h"

namespace pantile::schedule {

// For each stage of the frame the share of its box in a tile: 1, or the rows that are still read when a walk
// has computed them. 'extents' are those of the boxes.
std::vector<double> shares_kept(const StageGraph& graph, const GroupFrame& frame,
                                const std::optional<Sliding>& sliding, const std::vector<Extents>& extents);

}  // namespace pantile::schedule
