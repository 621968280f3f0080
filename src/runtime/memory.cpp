#include "runtime/memory.h"

#include <unistd.h>

#include <fstream>
#include <limits>
#include <string>

namespace pantile::runtime {

int64_t available_memory() {
    std::ifstream info("/proc/meminfo");
    std::string key, unit;
    int64_t kilobytes = 0;
    while (info >> key >> kilobytes >> unit) {
        if (key == "MemAvailable:") return kilobytes * 1024;
    }
    const int64_t pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? pages * size : std::numeric_limits<int64_t>::max();
}

}  // namespace pantile::runtime
