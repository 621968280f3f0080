// The checks that a specimen can fail.
#pragma once

#include <optional>

#include "random/specimen.h"

namespace pantile::random {

// loops:       the program is interpreted after every pass; no C compiler is needed.
// compiled:    the emitted code is built and run between guard pages.
// metamorphic: other programs whose results are known from this one's have these results.
enum class Layer { loops, compiled, metamorphic };

std::string_view name_of(Layer layer);
std::optional<Layer> layer_named(std::string_view name);

struct Check {
    Layer layer = Layer::loops;
    BatchOptions build;    // of 'compiled'
    std::string relation;  // of 'metamorphic': which other program
};

// What is wrong, or nothing. Crashes with the code it checks.
std::string check_specimen(const Specimen& specimen, const Check& check);

// What two failures have in common that are the same mistake, whatever the names and numbers.
std::string kind_of(const std::string& failure);

// The same check for many: one run of the C compiler instead of one for each. In the order of the trials.
// What would take too long is not run.
std::vector<std::string> check_compiled_batch(std::vector<ScheduleTrial>& trials,
                                              const BatchOptions& options);

// How to see a failure of a random schedule again, and what it is about.
std::string reproducer(const ScheduleTrial& trial, Layer layer);

}  // namespace pantile::random
