// Runs a check in a process of its own, so that a crash or an endless loop is a failed check and not the end
// of the tests.
#pragma once

#include <functional>
#include <string>

namespace pantile::random {

// What 'check' returns, or how its process ended. An empty text means that all is well. The seconds are those
// of the processor.
std::string in_child_process(const std::function<std::string()>& check, unsigned seconds_allowed = 60);

}  // namespace pantile::random
