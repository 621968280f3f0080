#include "machine/loop_start.h"

#include <cmath>

#include "machine/team.h"

namespace pantile::machine {
namespace {

double start_time(int cores, Waiting waiting, const Effort& effort) {
    Team team(cores, waiting);
    const std::function<void(int)> nothing = [](int) {};
    return shortest_turn(effort, [&](int64_t turns) {
        return nanoseconds(Clock::wall, [&] {
            for (int64_t i = 0; i < turns; ++i) team.run(nothing);
        });
    });
}

}  // namespace

// The threads of OpenMP are awake right after a loop and asleep after a pause, and the two are more than a
// factor of 100 apart. A schedule can count on neither, so this is the geometric mean: a few microseconds,
// about what the OpenMP of clang takes for loops one after another.
double loop_start_time(int cores, const Effort& effort) {
    return std::sqrt(start_time(cores, Waiting::awake, effort) * start_time(cores, Waiting::asleep, effort));
}

}  // namespace pantile::machine
