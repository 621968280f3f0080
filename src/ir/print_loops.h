// Loops as text, for people who look at what a pass did: bounds, checks, then the steps with their loops.
#pragma once

#include <string>

#include "ir/loops.h"

namespace pantile::ir {

std::string to_text(const Loops& loops);

}  // namespace pantile::ir
