// Decides where in a thread's arena each scratch buffer lies. Buffers of one step that are never in use at
// the same time share memory; those of different steps always do, as a thread runs one step at a time.
//
// Each step is placed by itself: first fit, larger buffers first. Buffers whose size is not a number come
// last, each in a place of its own. Only buffers of one element type share memory: C compilers may reorder
// accesses of different types.
//
// It does not look into loops: whatever a loop uses is in use as long as the loop runs.
#pragma once

#include "ir/loops.h"

namespace pantile::passes {

ir::Loops place_scratch(const ir::Loops& loops);

// Whether two placed scratch buffers may have a byte in common.
bool share_memory(const ir::LoopBuffer& a, const ir::LoopBuffer& b);

}  // namespace pantile::passes
