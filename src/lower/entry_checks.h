// What an entry point must compute and check before it touches an image.
#pragma once

#include "lower/lower.h"

namespace pantile::lower {

// The box of every stage, from the outputs backwards, and the part of each input that is read.
std::vector<ir::NamedBound> entry_bounds(const plan::Plan& plan);
std::vector<ir::Check> entry_checks(const plan::Plan& plan);

}  // namespace pantile::lower
