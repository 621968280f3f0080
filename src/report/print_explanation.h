// An explanation as text for people, and as JSON for programs.
#pragma once

#include "report/explain.h"

namespace pantile::report {

std::string to_text(const Explanation& explanation);

// Lists of extents begin with the outermost dimension; what is not known is null.
std::string to_json(const Explanation& explanation);

}  // namespace pantile::report
