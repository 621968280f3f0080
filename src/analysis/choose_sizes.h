// Sizes to schedule and to explain by: those of the outputs are given, the inputs are as large as they need
// to be.
#pragma once

#include "analysis/sizes.h"

namespace pantile::analysis {

// What is given, and for all other dimensions of the outputs what the program estimates. No more
// than the ranges that the program declares. Refuses dimensions that no output has, and sizes that are none.
Result<std::map<std::string, int64_t>> known_extents(const ir::Pipeline& pipeline,
                                                     const std::map<std::string, int64_t>& given);

// The dimensions of the outputs, each once, that have no extent.
std::vector<std::string> missing_extents(const ir::Pipeline& pipeline,
                                         const std::map<std::string, int64_t>& extents);

struct ChosenSizes {
    Sizes sizes;
    ConcreteRegions boxes;
};

// Outputs begin at 0. An input has what is read of it; when the program asks for its size, as boundary
// conditions do, it has at least the size of the outputs' dimensions of the same names. Parameters have their
// defaults, or else their lowest values, or else 1.
Result<ChosenSizes> choose_sizes(const ir::Pipeline& pipeline, const Regions& regions,
                                 const std::map<std::string, int64_t>& extents);

}  // namespace pantile::analysis
