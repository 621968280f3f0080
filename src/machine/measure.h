// Measures what a machine can do. Takes 3 to 5 seconds, in which it keeps all cores busy.
#pragma once

#include <functional>
#include <string>

#include "machine/machine.h"
#include "machine/timing.h"

namespace pantile::machine {

// Called before each step; 'what' continues "measuring …".
using MeasureProgress = std::function<void(int step, int of_steps, const std::string& what)>;

struct MeasureOptions {
    Effort effort;
    int64_t most_memory = int64_t{512} << 20;  // bytes
    MeasureProgress progress = [](int, int, const std::string&) {};
};

// The machine with numbers measured on the machine that this runs on, rounded to two digits. Cores and sizes
// are taken from 'given'; what cannot be measured (there is too little memory) stays as it is there.
Machine measure(const Machine& given, const MeasureOptions& options = {});

}  // namespace pantile::machine
