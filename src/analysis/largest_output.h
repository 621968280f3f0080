// The largest outputs that the given inputs allow: region inference run forwards.
#pragma once

#include "analysis/sizes.h"

namespace pantile::analysis {

// Only 'sizes.inputs' and 'sizes.params' are used. 'wanted' gives extents by name of dimension; it wins over
// what the inputs allow, starting at 0 where that is possible and else at the first coordinate that is. A
// dimension without that takes the range that the program declares, as far as the inputs allow; one that
// nothing limits takes the size of the input's dimension of the same name.
Result<std::map<std::string, Box>> largest_outputs(const ir::Pipeline& pipeline, const Regions& regions,
                                                   const Sizes& sizes,
                                                   const std::map<std::string, int64_t>& wanted);

}  // namespace pantile::analysis
