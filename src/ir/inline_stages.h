// Stages that are computed where they are read instead of being stored.
#pragma once

#include <set>
#include <string>

#include "ir/pipeline.h"

namespace pantile::ir {

// Why these stages cannot be computed where they are read; nothing when they can.
std::optional<std::string> why_not_inlined(const Pipeline& pipeline, const std::set<std::string>& inlined);

// The same pipeline without these stages: each read of one is replaced by its definition at that point.
Pipeline inline_stages(const Pipeline& pipeline, const std::set<std::string>& inlined);

}  // namespace pantile::ir
