#include "faults/failing_malloc.h"

#include <dlfcn.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <utility>

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);
}

namespace pantile::faults {
namespace {

// Plain numbers: an allocator cannot wait for constructors.
__thread int64_t asked = 0;
__thread int64_t failing = 0;
std::atomic<int64_t> live = 0;

// OpenMP runtimes end the process when they cannot have what they need, and hwloc uses what it did not get.
// That is not ours to change.
bool is_known_to_crash(void* caller) {
    Dl_info facts = {};
    if (dladdr(caller, &facts) == 0 || facts.dli_fname == nullptr) return false;
    return std::strstr(facts.dli_fname, "omp") != nullptr || std::strstr(facts.dli_fname, "hwloc") != nullptr;
}

bool fails(void* caller) {
    if (++asked != failing) return false;
    if (!is_known_to_crash(caller)) return true;
    ++failing;  // the next one, then
    return false;
}

template <typename Allocate>
void* counted(void* caller, const Allocate& allocate) {
    void* const block = fails(caller) ? nullptr : allocate();
    if (block != nullptr) ++live;
    if (block == nullptr) errno = ENOMEM;
    return block;
}

}  // namespace

void fail_allocation(int64_t number) {
    asked = 0;
    failing = number;
}
int64_t pause() { return std::exchange(failing, 0); }
int64_t asked_since() { return asked; }
int64_t live_blocks() { return live; }

}  // namespace pantile::faults

using pantile::faults::counted;

extern "C" {

void* malloc(size_t size) {
    return counted(__builtin_return_address(0), [&] { return __libc_malloc(size); });
}
void* calloc(size_t count, size_t size) {
    return counted(__builtin_return_address(0), [&] { return __libc_calloc(count, size); });
}
void* realloc(void* block, size_t size) {
    void* const caller = __builtin_return_address(0);
    if (block == nullptr) return counted(caller, [&] { return __libc_malloc(size); });
    // A block that only changes its size is counted already.
    return pantile::faults::fails(caller) ? nullptr : __libc_realloc(block, size);
}
void* memalign(size_t alignment, size_t size) {
    return counted(__builtin_return_address(0), [&] { return __libc_memalign(alignment, size); });
}
void* aligned_alloc(size_t alignment, size_t size) {
    return counted(__builtin_return_address(0), [&] { return __libc_memalign(alignment, size); });
}
int posix_memalign(void** block, size_t alignment, size_t size) {
    void* const found =
        counted(__builtin_return_address(0), [&] { return __libc_memalign(alignment, size); });
    if (found == nullptr) return ENOMEM;
    *block = found;
    return 0;
}
void free(void* block) {
    if (block == nullptr) return;
    --pantile::faults::live;
    __libc_free(block);
}
}
