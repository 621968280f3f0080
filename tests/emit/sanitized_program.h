// Emitted C as a program of its own under a sanitizer: it reads its images from a file into blocks that end
// where they end, runs the pipeline, and writes what came out.
#pragma once

#include <string>
#include <vector>

#include "ir/pipeline.h"
#include "pantile/compile.h"

namespace pantile::emit {

enum class Sanitizer { address_and_undefined, thread };

struct SanitizedBuild {
    std::string compiler;  // 'gcc', 'clang', 'clang-19'
    Sanitizer sanitizer = Sanitizer::address_and_undefined;
};

// gcc and the best clang, of those that have the libraries of sanitizers; looked up anew each time.
std::vector<std::string> sanitizing_compilers();

struct SanitizedRun {
    const ir::Pipeline& pipeline;
    CompileOptions options;  // 'parallel' follows from the sanitizer
    std::map<std::string, AnyBuffer> inputs;
    std::map<std::string, ir::Value> params;
    Outputs expected;  // of the interpreter; all images are dense
};

// What the sanitizer or the compiler reports, or in what the result differs from the interpreter's; empty
// when all is well. The thread sanitizer watches the callback form, on a pool of four threads: gcc's reports
// false races with OpenMP's own.
std::string problem_of(const SanitizedRun& run, const SanitizedBuild& build);

}  // namespace pantile::emit
