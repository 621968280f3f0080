// Makes a failing specimen smaller, one step at a time, as long as it fails in the same way.
//
// Each step tries candidates that are a little simpler: without an output, a stage, an update, a case, a
// dimension, with part of an expression in the place of the whole, smaller images, a schedule that decides
// less. Delta debugging (Zeller, Hildebrandt: Simplifying and isolating failure-inducing input, 2002) on the
// structure of a program instead of its lines: every candidate is a valid program with a legal schedule.
#pragma once

#include <functional>

#include "random/specimen_files.h"

namespace pantile::random {

struct ShrinkLimits {
    unsigned seconds = 120;
    size_t tries = 20000;
};

struct ShrinkRequest {
    std::function<bool(const Specimen&)> still_fails;
    ShrinkLimits limits;
    std::function<void(const Specimen&)> on_smaller = [](const Specimen&) {};
};

// The smallest one found. Ends at the limits, or when no step makes it smaller.
Specimen shrink(Specimen specimen, const ShrinkRequest& request);

// What the check says, in a process of its own.
std::string failing_text(const Specimen& specimen, const Check& check);

// Shrinks the failure of a folder, in a process of its own; the files are replaced at each step, so that
// whatever happens they hold the smallest failure known.
void shrink_folder(const std::string& folder, const ShrinkLimits& limits);

}  // namespace pantile::random
