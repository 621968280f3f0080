// Loops as C11 text. Thin: nothing is decided here.
#pragma once

#include <string>
#include <vector>

#include "ir/loops.h"

namespace pantile::emit {

enum class MathMode { strict, fast };

struct EmitOptions {
    MathMode math = MathMode::strict;
    std::string version;  // of the compiler, for the first line
};

struct EmittedFiles {
    std::string source;
    std::string header;
};

EmittedFiles emit_c(const ir::Loops& loops, const EmitOptions& options);

// The flags that a C compiler needs for the math that was asked for.
std::vector<std::string> math_flags(MathMode math);

}  // namespace pantile::emit
