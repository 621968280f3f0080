// Sizes to explain a schedule by: those of the outputs are given, the inputs are as large as they need to be.
#pragma once

#include "analysis/sizes.h"

namespace pantile::report {

// What is given, and for all other dimensions of the outputs what the program estimates. Refuses dimensions
// that no output has, and sizes that are none.
Result<std::map<std::string, int64_t>> known_extents(const ir::Pipeline& pipeline,
                                                     const std::map<std::string, int64_t>& given);

// The dimensions of the outputs, each once, that have no extent.
std::vector<std::string> missing_extents(const ir::Pipeline& pipeline,
                                         const std::map<std::string, int64_t>& extents);

struct ChosenSizes {
    analysis::Sizes sizes;
    analysis::ConcreteRegions boxes;
};

// Outputs begin at 0. An input has the size of the outputs' dimensions of the same names, and grows from there
// to what is read of it: a boundary condition keeps it as it is. Parameters have their defaults, or else their
// lowest values, or else 1.
Result<ChosenSizes> choose_sizes(const ir::Pipeline& pipeline, const analysis::Regions& regions,
                                 const std::map<std::string, int64_t>& extents);

}  // namespace pantile::report
