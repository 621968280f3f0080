// One step of Loops as a C function: the stage's definition as a comment, what it uses, its loops.
#pragma once

#include "emit/c_expr.h"
#include "emit/c_vector_helpers.h"
#include "emit/text.h"

namespace pantile::emit {

// The functions that a file needs, collected while its steps are written.
struct Helpers {
    CHelpers& scalars;
    CVectorHelpers& vectors;
};

// Writes 'static void PIPELINE_STEP(const struct PIPELINE_frame *frame)'.
void write_step(const ir::Loops& loops, const ir::Compute& step, CNames& names, Helpers helpers,
                TextWriter& out);

// The name of the function that computes a step.
std::string step_function(const ir::Loops& loops, const ir::Compute& step);

// Text that is safe inside a C comment.
std::string comment_text(std::string text);

}  // namespace pantile::emit
