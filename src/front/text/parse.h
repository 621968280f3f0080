// .pan text to a Pipeline. The grammar stands in parse_items.h and parse_expr.h.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "ir/pipeline.h"
#include "pantile/result.h"

namespace pantile::front {

struct ParseRequest {
    std::string file;  // the name that diagnostics show
    std::string text;
    std::map<std::string, int64_t> defines;  // values for consts, in place of those in the text
};

inline constexpr size_t kLargestFile = 4 << 20;

// The pipeline, verified; or all that is wrong with the text, in the order of the text.
Result<ir::Pipeline> parse_pipeline(const ParseRequest& request);

}  // namespace pantile::front
