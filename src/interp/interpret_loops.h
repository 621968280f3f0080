// The reference interpreter of Loops: executes every step as it is written, and checks every element it
// touches. In tests it stands between the passes: what a pass breaks shows right after it.
#pragma once

#include <map>
#include <string>

#include "ir/loops.h"
#include "pantile/buffer.h"

namespace pantile::interp {

struct LoopsRequest {
    const ir::Loops& loops;
    const std::map<std::string, AnyBuffer>& inputs;   // by name
    const std::map<std::string, AnyBuffer>& outputs;  // by name of the stage; written to
    const std::map<std::string, ir::Value>& params;
};

// The code of the check that failed, or nothing when all went well. Throws std::logic_error for an element
// outside of its buffer: that is a mistake of lowering or of a pass.
std::optional<std::string> interpret_loops(const LoopsRequest& request);

}  // namespace pantile::interp
