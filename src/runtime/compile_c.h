// Turns C text into a file, with the compiler as a child process.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "pantile/result.h"
#include "runtime/compiler.h"
#include "runtime/environment.h"
#include "runtime/temporary_directory.h"

namespace pantile::runtime {

struct CompileJob {
    std::string source;  // C11
    std::string name;    // '[A-Za-z][A-Za-z0-9_]*': names the files, and the kernel in messages
    Compiler compiler;
    std::vector<std::string> flags;
    Environment environment;
    std::chrono::milliseconds limit;
};

// The path of what the compiler made, inside 'directory', which is fresh and private. A compiler that cannot
// be started, fails, or takes too long gives a diagnostic with the first of its messages.
Result<std::string> compile_c(const CompileJob& job, const TemporaryDirectory& directory);

}  // namespace pantile::runtime
