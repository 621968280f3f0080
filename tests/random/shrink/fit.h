// Makes the parts of a specimen fit each other after one of them was changed.
#pragma once

#include "random/specimen.h"

namespace pantile::random {

// The specimen without what its outputs do not need, with inputs as large as they need, and with its schedule
// as far as that applies. Nothing when the pipeline is not valid or has no legal schedule of this kind.
std::optional<Specimen> fitted(Specimen specimen, const ir::Pipeline& before);

// How large a specimen is; shrinking goes on as long as this gets smaller.
size_t size_of(const Specimen& specimen);

}  // namespace pantile::random
