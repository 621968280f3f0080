// Pipelines as .pan text. The text parses back to the same pipeline; nodes that are shared print once, under
// 'with'.
#pragma once

#include <string>

#include "ir/pipeline.h"

namespace pantile::ir {

std::string to_text(const Pipeline& pipeline);

// One definition on one line, as a comment in emitted code shows it: 'bx(x, y) = …'. Definition 0 is the pure
// one, k the k-th update. Long ones are cut.
std::string definition_text(const Stage& stage, size_t definition);

// An expression by itself, however long; shared nodes are written out.
std::string whole_text(const Expr& e);

// An expression by itself; shared nodes are written out, and what is longer than a line is cut.
std::string to_text(const Expr& e);

}  // namespace pantile::ir
