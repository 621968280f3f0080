// One stage as loop nests: its pure definition over its box, then its updates.
#pragma once

#include "lower/stage_loops.h"

namespace pantile::lower {

// The stage's box as a whole, and the part of it that the caller asked for.
std::vector<analysis::Bounds> whole_box(const ir::Stage& stage);
std::vector<analysis::Bounds> requested_box(const ir::Stage& stage);

// The definition's loop nest: 0 for the pure one, k for the k-th update and those that run together with it.
// 'counter' numbers the locals.
ir::StatementPtr lower_definition(const StageContext& context, size_t definition, int& counter);

// What an update, and those that run together with it, do at one point of their domain, and the range of each
// of its reduction variables.
struct UpdatePoint {
    ir::StatementPtr body;
    std::vector<analysis::Bounds> ranges;
};
UpdatePoint lower_point(const StageContext& context, size_t update, int& counter);

// A copy of the context's box from one buffer to another.
struct BufferPair {
    const std::string& from;
    const std::string& to;
};
ir::StatementPtr lower_copy(const StageContext& context, const plan::DefinitionPlan& plan,
                            const BufferPair& buffers);

}  // namespace pantile::lower
