#include "machine/timing.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace pantile::machine {
namespace {

double nanoseconds(const std::function<void(int64_t)>& work, int64_t turns) {
    const auto begin = std::chrono::steady_clock::now();
    work(turns);
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
}

// Should the clock stand still, this still ends.
constexpr int64_t kMostTurns = int64_t{1} << 36;

}  // namespace

double shortest_turn(const Effort& effort, const std::function<void(int64_t)>& work) {
    const double wanted = effort.seconds * 1e9;
    int64_t turns = 1;
    // What is tried here also fills the caches and wakes the processor up.
    while (nanoseconds(work, turns) < wanted / 2 && turns < kMostTurns) turns *= 2;
    double shortest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < std::max(effort.repetitions, 1); ++i)
        shortest = std::min(shortest, nanoseconds(work, turns));
    // A clock that saw nothing pass saw less than its own step.
    return std::max(shortest, 1.0) / static_cast<double>(turns);
}

}  // namespace pantile::machine
