// 'struct NAME_frame', which every step receives: what is known once a run has begun.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "emit/c_file.h"
#include "emit/text.h"

namespace pantile::emit {

// The struct, and the accessor of each buffer.
void write_frame(const CFile& file, TextWriter& out);

// Every 64-bit name in the frame, a line for each image: box, sizes, strides; then the other bounds that
// steps use.
std::vector<std::vector<std::string>> frame_bounds(const ir::Loops& loops, CNames& names);

// The bounds that the frame, the checks and the sizes of scratch need, directly or through other bounds.
// Boxes of stages that have no storage are often needed by nobody.
std::set<std::string> bounds_needed(const ir::Loops& loops, CNames& names);

// What the step between two elements of a dimension of a scratch buffer is: a number, or a name of the frame.
std::string scratch_stride(const ir::LoopBuffer& scratch, size_t d, CNames& names);
// The byte of the arena where a scratch buffer begins: a number, or a name of the frame.
std::string scratch_offset(const ir::LoopBuffer& scratch, CNames& names);

// The name of a slot of the workspace: where it begins.
const std::string& slot_offset(const std::vector<std::string>& slot, CNames& names);

bool has_slots(const ir::Loops& loops);
bool has_scratch(const ir::Loops& loops);

}  // namespace pantile::emit
