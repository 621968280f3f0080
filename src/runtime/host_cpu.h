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

// The bytes of the widest vector register that a processor of that identity has; 16 when it does not say.
int vector_bytes(std::string_view cpu_identity);
int host_vector_bytes();

}  // namespace pantile::runtime
