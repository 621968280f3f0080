// The reference interpreter of Loops: executes every step as it is written, and checks every element it
// touches. In tests it stands between the passes: what a pass breaks shows right after it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "ir/loops.h"
#include "pantile/buffer.h"

namespace pantile::interp {

// In which order the iterations of parallel loops run. They are independent: the result is the same.
enum class ParallelOrder { forward, backward };

struct LoopsRequest {
    const ir::Loops& loops;
    const std::map<std::string, AnyBuffer>& inputs;   // by name
    const std::map<std::string, AnyBuffer>& outputs;  // by name of the stage; written to
    const std::map<std::string, ir::Value>& params;
    ParallelOrder order = ParallelOrder::forward;
    int64_t most_iterations = INT64_MAX;  // of all loops together
};

// More iterations than were allowed, or more scratch than can be watched: not wrong, but nothing to wait for.
struct TooExpensive : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The code of the check that failed, or nothing when all went well. Throws std::logic_error for what is a
// mistake of lowering or of a pass: an element outside of its buffer; a load of what was never written, or,
// from scratch, of what was overwritten; an element that two iterations of a parallel loop write, or that one
// writes and then another reads. Throws TooExpensive.
std::optional<std::string> interpret_loops(const LoopsRequest& request);

}  // namespace pantile::interp
