// Whether pins can hold, whatever else is decided.
#pragma once

#include "schedule/pins.h"

namespace pantile::plan {

// What contradicts the pipeline or another pin: unknown stages, stages that are inlined and stored, groups
// that would need each other.
Diagnostics check_pins(const schedule::Pins& pins, const ir::Pipeline& pipeline);

}  // namespace pantile::plan
