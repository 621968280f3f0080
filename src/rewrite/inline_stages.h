// Stages that are computed where they are read instead of being stored.
#pragma once

#include "ir/pipeline.h"
#include "rewrite/rewrites.h"

namespace pantile::rewrite {

// Why a pipeline cannot be rewritten so; nothing when it can.
std::optional<std::string> why_not_inlined(const ir::Pipeline& pipeline, const Rewrites& rewrites);

// The same pipeline without the stages that are inlined: each read of one is replaced by its definition at
// that point. What is computed for some readers only stays. Stages of parts stand before the stage that they
// are parts of.
ir::Pipeline inline_stages(const ir::Pipeline& pipeline, const Rewrites& rewrites);

// The same pipeline with the stages of parts alone, to look names up in.
ir::Pipeline with_parts(const ir::Pipeline& pipeline, const Rewrites& rewrites);

}  // namespace pantile::rewrite
