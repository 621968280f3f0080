// What '-march=native' means on this machine.
#pragma once

#include <string>
#include <string_view>

namespace pantile::runtime {

// Model and instruction sets of the first processor in the text of '/proc/cpuinfo'; empty when they are not
// there.
std::string cpu_identity(std::string_view cpuinfo);

// The same for this machine; empty when it cannot be told.
std::string host_cpu_identity();

}  // namespace pantile::runtime
