// Relations between programs: each makes another trial whose result is known from the first one's, without
// asking the interpreter about it. So mistakes show that the interpreter shares with the compiler.
#pragma once

#include "random/trial.h"

namespace pantile::random {

// Nothing when the trial has no place for it. The other trial may need more of its inputs than there is.
using Relation = std::optional<Trial> (*)(const Trial& trial, Random& random);

// A part of each output.
std::optional<Trial> crop(const Trial& trial, Random& random);
// An input or a stage whose coordinates are others, and all that reads it follows.
std::optional<Trial> shift(const Trial& trial, Random& random);
// A stage, part of whose definition becomes a stage of its own.
std::optional<Trial> split_stage(const Trial& trial, Random& random);
// Operators whose operands do not mind their order.
std::optional<Trial> swap_operands(const Trial& trial, Random& random);
// Images of one value each, against that value in the place of every read.
std::optional<Trial> constant_images(const Trial& trial, Random& random);
// The result of the simplest schedule, for others.
std::optional<Trial> simplest_schedule(const Trial& trial, Random& random);

// The other trial of a relation that changes the pipeline alone.
std::optional<Trial> with_pipeline(const Trial& trial, ir::Pipeline pipeline);

}  // namespace pantile::random
