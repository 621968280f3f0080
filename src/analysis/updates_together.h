// Updates whose loops can be one: what they share, like the index of a bin, is then computed once.
//
//     grid(x, bin(v), 0) += v for i in 0..7 with v = img(8*x + i)
//     grid(x, bin(v), 1) += 1 for i in 0..7 with v = img(8*x + i)
#pragma once

#include "ir/pipeline.h"

namespace pantile::analysis {

// Whether the second one may be carried out at each point right after the first one, instead of after all of
// its points: they have the same domain, and neither touches an element that the other writes.
bool may_run_together(const ir::Stage& stage, const ir::Update& first, const ir::Update& second);

}  // namespace pantile::analysis
