// Any bytes as an image file.
#include "fuzz/check_image.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace pantile::fuzz;
    return end_if_wrong(check_image(std::string(reinterpret_cast<const char*>(data), size)));
}
