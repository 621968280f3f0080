// Loops as C11 text. Thin: nothing is decided here.
#pragma once

#include <string>
#include <vector>

#include "ir/loops.h"
#include "machine/target.h"

namespace pantile::emit {

// Who runs tasks at the same time: OpenMP, or a function that the embedding program passes.
enum class ParallelForm { openmp, callback };

struct EmitOptions {
    machine::Target target;
    std::string version;  // of Pantile, for the first line
    ParallelForm parallel = ParallelForm::openmp;
};

struct EmittedFiles {
    std::string source;
    std::string header;
    std::vector<std::string> clang_optimization;  // in place of -O3: of large programs less is as good
};

EmittedFiles emit_c(const ir::Loops& loops, const EmitOptions& options);

// Source and header as one text that compiles by itself.
std::string single_file(const EmittedFiles& files);

// The flags that a C compiler needs for the target: for its instruction set, and for its math.
std::vector<std::string> target_flags(const machine::Target& target);
std::vector<std::string> math_flags(Math math);

// What code for x86 gains from, of a clang that knows it.
std::vector<std::string> clang_tuning_flags();
inline constexpr int kOldestClangWithTuning = 18;

}  // namespace pantile::emit
