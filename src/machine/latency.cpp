#include "machine/latency.h"

#include <algorithm>
#include <new>
#include <numeric>
#include <random>
#include <vector>

#include "machine/lines.h"

namespace pantile::machine {
namespace {

struct alignas(kLineBytes) Line {
    Line* next;
};

// One cycle through all lines, in an order that no prefetcher guesses (Sattolo's algorithm).
void link_at_random(Line* lines, size_t count) {
    std::vector<uint32_t> next(count);
    std::iota(next.begin(), next.end(), 0u);
    std::minstd_rand random(1);
    for (size_t i = count; i-- > 1;) {
        const size_t other = (static_cast<size_t>(random()) * i) >> 31;
        std::swap(next[i], next[other]);
    }
    for (size_t i = 0; i < count; ++i) new (&lines[i]) Line{&lines[next[i]]};
}

}  // namespace

double load_latency(size_t bytes, const Effort& effort) {
    const size_t count = std::max(bytes / sizeof(Line), size_t{2});
    const Lines memory = allocate_lines(count * sizeof(Line));
    if (!memory) return 0;
    Line* at = reinterpret_cast<Line*>(memory.get());
    link_at_random(at, count);
    // Goes on where it stopped: the lines behind it are in the caches.
    return shortest_turn(effort, [&](int64_t turns) {
        return nanoseconds(Clock::core, [&] {
            for (int64_t i = 0; i < turns; ++i) at = at->next;
            asm volatile("" : "+r"(at));
        });
    });
}

}  // namespace pantile::machine
