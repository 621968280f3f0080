// Any bytes as a schedule file.
#include "fuzz/check_schedule.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace pantile::fuzz;
    return end_if_wrong(check_schedule(std::string(reinterpret_cast<const char*>(data), size)));
}
