// Any bytes as .pan text.
#include "fuzz/check_pan.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace pantile::fuzz;
    return end_if_wrong(check_pan(std::string(reinterpret_cast<const char*>(data), size)));
}
