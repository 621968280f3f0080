// From the items of a file to what its names stand for: checks names, evaluates consts, unfolds families.
#pragma once

#include <map>
#include <string>

#include "front/text/program.h"
#include "front/text/report.h"

namespace pantile::front {

// The result points into 'file'. Params get their values later, when expressions can be evaluated.
Program declare(const ast::File& file, const std::map<std::string, int64_t>& defines, Report& report);

}  // namespace pantile::front
