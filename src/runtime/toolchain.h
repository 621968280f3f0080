// Finds the C compiler that the JIT uses.
#pragma once

#include <string>

#include "pantile/result.h"
#include "runtime/cache.h"
#include "runtime/compiler.h"
#include "runtime/environment.h"

namespace pantile::runtime {

struct CompilerChoice {
    std::string
        name;  // a name to look up in PATH ('gcc', 'clang-19'), a path, or empty for the best there is
    Environment environment;
    const Cache* cache = nullptr;  // remembers the answer for later processes
};

// Without a name: clang-19, clang, gcc, cc, the first that is there and answers. clang comes first because it
// finds narrow-integer idioms that gcc misses.
Result<Compiler> find_compiler(const CompilerChoice& choice);

}  // namespace pantile::runtime
