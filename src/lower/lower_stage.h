// One stage as loop nests: its pure definition over its box, then its updates.
#pragma once

#include "ir/loops.h"
#include "schedule/schedule.h"

namespace pantile::lower {

struct StageContext {
    const ir::Pipeline& pipeline;
    const ir::Stage& stage;
    const schedule::Group& group;
};

// The definition's loop nest: 0 for the pure one, k for the k-th update.
ir::StatementPtr lower_definition(const StageContext& context, size_t definition);

// A copy of the part of the stage that the caller asked for into the caller's buffer.
ir::StatementPtr lower_copy(const StageContext& context, const std::string& output_buffer);

}  // namespace pantile::lower
