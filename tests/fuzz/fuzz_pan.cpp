// Any bytes as .pan text.
#include <cstdio>
#include <cstdlib>

#include "fuzz/check_pan.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto wrong = pantile::fuzz::check_pan(std::string(reinterpret_cast<const char*>(data), size));
    if (wrong) {
        std::fputs(wrong->c_str(), stderr);
        std::abort();
    }
    return 0;
}
