// How much a test does: what continuous integration has time for, or the amount of the long run, which
// PANTILE_LONG=1 asks for ('./dev test --long').
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace pantile::test {

inline bool is_long_run() {
    const char* const wanted = std::getenv("PANTILE_LONG");
    return wanted && std::string_view(wanted) == "1";
}

inline size_t amount(size_t usual, size_t in_long_run) { return is_long_run() ? in_long_run : usual; }

}  // namespace pantile::test
