// The rules that Loops obey after every pass: names are declared before they are used, types and ranks fit.
#pragma once

#include <optional>
#include <string>

#include "ir/loops.h"

namespace pantile::ir {

// The first violation, as a sentence for us; a violation is a mistake of the pass before.
std::optional<std::string> violation_of(const Loops& loops);

}  // namespace pantile::ir
