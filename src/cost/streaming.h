// Which images are worth writing past the caches: those that no cache would keep until they are read again.
#pragma once

#include "cost/predict.h"

namespace pantile::cost {

// The stages of a group whose images gain from it, on this machine.
std::vector<size_t> worth_streaming(const StageGraph& graph, const GroupFrame& frame,
                                    const machine::Target& target);

}  // namespace pantile::cost
