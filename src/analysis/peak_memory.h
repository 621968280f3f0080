// How much memory a compiled pipeline takes for a run, known before it starts.
#pragma once

#include <optional>

#include "analysis/sizes.h"
#include "ir/loops.h"

namespace pantile::analysis {

// The bytes of the workspace, as NAME_workspace_size of the emitted C gives them for so many threads (at
// least 1): the places of internal images and an arena for each thread. Nothing when that overflows. The
// caller's own images do not count.
std::optional<int64_t> peak_memory(const ir::Loops& loops, const Sizes& sizes, int threads);

}  // namespace pantile::analysis
