#include "preload.h"

#include <unistd.h>

#include <cstdlib>

namespace pantile::fuzz {

bool run_with_library(const std::string& library, char** argv) {
    const char* const loaded = std::getenv("LD_PRELOAD");
    if (loaded && library == loaded) return true;
    setenv("LD_PRELOAD", library.c_str(), 1);
    // A process that ends in the middle of a check leaks, and so do we; signals stay what they are, so that a
    // guard page looks the same as without the sanitizer.
    setenv("ASAN_OPTIONS", "detect_leaks=0:handle_segv=0:allow_user_segv_handler=1", 1);
    execv("/proc/self/exe", argv);
    return false;
}

}  // namespace pantile::fuzz
