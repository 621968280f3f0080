// Loaded before a program's libraries (LD_PRELOAD), fails one of the allocations of its main function: that
// of the number in PANTILE_FAIL_ALLOCATION. What runs before main belongs to the libraries, not to us.
#include <dlfcn.h>

#include <cstdlib>

#include "faults/failing_malloc.h"

namespace {

using Main = int (*)(int, char**, char**);
using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);

Main real_main;

int failing_main(int argc, char** argv, char** environment) {
    if (const char* const number = std::getenv("PANTILE_FAIL_ALLOCATION"))
        pantile::faults::fail_allocation(std::atoll(number));
    return real_main(argc, argv, environment);
}

}  // namespace

extern "C" int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(),
                                 void (*loader_fini)(), void* stack_end) {
    real_main = main;
    const auto start = reinterpret_cast<Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
    return start(failing_main, argc, argv, init, fini, loader_fini, stack_end);
}
