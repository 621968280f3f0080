// A random pipeline with all it runs on, and what the interpreter says about it.
#pragma once

#include <map>
#include <string>

#include "analysis/sizes.h"
#include "driver/compile.h"
#include "pantile/buffer.h"
#include "random/sizes.h"

namespace pantile::random {

struct Trial {
    uint64_t seed = 0;
    ir::Pipeline pipeline;
    driver::Compilation compilation;  // at first, regions and limits alone
    analysis::Sizes sizes;
    std::map<std::string, AnyBuffer> inputs;
    std::map<std::string, AnyBuffer> expected;  // by output
    std::string refused;  // why the sizes are not allowed; compiled code must refuse them too
    std::string broken;   // what went wrong before anything was compiled
    int drawn = 0;        // pipelines that were thrown away before this one
};

// The same trial for the same seed, always.
Trial make_trial(uint64_t seed, const SizeLimits& limits = {});

// A known pipeline on known sizes, with images made from the seed.
Trial make_trial(uint64_t seed, ir::Pipeline pipeline, analysis::Sizes sizes);

// Fills in regions and limits; false when the pipeline has none.
bool infer_bounds(Trial& trial);

// The machine that the trial's code is for: short vectors fit small images, long ones need tails.
std::string target_of(const Trial& trial);
// The same for loops that are only interpreted: what this machine is plays no part.
machine::Target code_for(const Trial& trial);

// C code for the schedule that stores every stage. What goes wrong is 'broken'.
void compile_naively(Trial& trial);

// The same pipeline on inputs of which one lacks one row: not enough, where all of it was needed.
void shrink_an_input(Trial& trial);

// Computes 'expected', or says why the sizes are refused.
void ask_interpreter(Trial& trial);

std::string reproducer(const Trial& trial);

}  // namespace pantile::random
