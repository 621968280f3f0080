// What a pipeline takes and gives.
#pragma once

#include <string>
#include <vector>

#include "pantile/pipeline.h"

namespace pantile {

struct ImageInfo {
    std::string name;
    ScalarType type;
    std::vector<std::string> dims;  // innermost first
};

std::vector<ImageInfo> inputs_of(const Pipeline& pipeline);
std::vector<ImageInfo> outputs_of(const Pipeline& pipeline);

}  // namespace pantile
