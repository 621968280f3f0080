// A schedule as text for people.
//
//     inlined: sh
//     group 1: bx -> by -> mask
//       tiles of c 1, y 64; scalene; slides along y by 1 row; c, y in parallel; vectors along x
#pragma once

#include "schedule/schedule.h"

namespace pantile::schedule {

std::string to_text(const Schedule& schedule, const ir::Pipeline& pipeline);

// 'bx -> by -> mask'.
std::string arrow_line(const Group& group);

// 'c 1, y 64', outermost first. Dimensions that are not cut are left out; 'everything' when none is cut.
std::string tile_text(const Group& group, const ir::Stage& reference);

// 'c, y in parallel', 'vectors along x', …: what else is decided about the loops of a group.
std::vector<std::string> loop_choices(const Group& group, const ir::Stage& reference);

std::string_view name_of(Shape shape);

}  // namespace pantile::schedule
