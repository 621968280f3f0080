// Any bytes as a machine file.
#include "fuzz/check_machine.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace pantile::fuzz;
    return end_if_wrong(check_machine(std::string(reinterpret_cast<const char*>(data), size)));
}
