// Loops inside of a tile that are shared (PolyMage+, section 5.3): stages of a group that read the same
// elements, over the same box, and not each other load them once.
#pragma once

#include "search/make_schedule.h"

namespace pantile::search {

// Orders the group's stages so that such stages follow each other, and fuses them.
void share_loops(const Prepared& prepared, schedule::Group& group);

}  // namespace pantile::search
