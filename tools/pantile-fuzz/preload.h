// Starts this program again with a library that must be loaded before everything else.
#pragma once

#include <string>

namespace pantile::fuzz {

// Returns at once when the library is there already. Otherwise the program begins anew with the same
// arguments; returns false when that is not possible.
bool run_with_library(const std::string& library, char** argv);

}  // namespace pantile::fuzz
