// What a pipeline takes and gives.
#pragma once

#include <string>
#include <vector>

#include "pantile/compile.h"

#pragma GCC visibility push(default)
namespace pantile {

struct ImageInfo {
    std::string name;
    ScalarType type;
    std::vector<std::string> dims;  // innermost first
};

// The extents of the outputs for these arguments, by dimension: as given, or the largest that the inputs
// allow.
Result<std::map<std::string, int64_t>> output_extents(const Pipeline& pipeline, const Arguments& arguments,
                                                      const std::map<std::string, int64_t>& sizes);

// Extents to schedule for: of about the same size, so that images that differ little share the code.
std::map<std::string, int64_t> rounded_extents(std::map<std::string, int64_t> extents);

std::vector<ImageInfo> inputs_of(const Pipeline& pipeline);
std::vector<ImageInfo> outputs_of(const Pipeline& pipeline);

}  // namespace pantile
#pragma GCC visibility pop
