// The memory of a run in emitted C: one block for all internal images, and an arena of scratch for each
// thread.
#pragma once

#include "emit/c_expr.h"
#include "emit/c_file.h"
#include "emit/text.h"

namespace pantile::emit {

// The functions that the parts below call, as far as this file needs them.
void write_workspace_functions(const CFile& file, TextWriter& out);

// In the function that prepares a run: strides of our own images, the layout of scratch, and where everything
// lies in the workspace.
void write_workspace_layout(const CFile& file, TextWriter& out);

// The frame's fields that the layout gives.
void write_workspace_fields(const CFile& file, TextWriter& out);

// In the function that runs the steps: from a place in the workspace to a pointer.
void write_workspace_pointers(const CFile& file, TextWriter& out);

}  // namespace pantile::emit
