// One step of Loops as C functions: the stage's definition as a comment, what it uses, its loops.
#pragma once

#include "emit/c_file.h"
#include "emit/text.h"

namespace pantile::emit {

// Writes 'static void PIPELINE_compute_STEP(const struct PIPELINE_frame *frame)', and before it the function
// of one task where the step runs in parallel.
void write_step(const CFile& file, const ir::Compute& step, TextWriter& out);

// Text that is safe inside a C comment.
std::string comment_text(std::string text);

}  // namespace pantile::emit
