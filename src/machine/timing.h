// How long something takes when nothing gets in its way.
#pragma once

#include <cstdint>
#include <functional>

namespace pantile::machine {

struct Effort {
    double seconds = 0.01;  // about what one repetition takes
    // Many short ones: on a busy machine some of them are not interrupted.
    int repetitions = 25;
};

// Nanoseconds of one turn. 'work(n)' does n turns; n grows until the clock is precise enough. Interrupts and
// other programs only ever add time, so the shortest of the repetitions counts.
double shortest_turn(const Effort& effort, const std::function<void(int64_t turns)>& work);

}  // namespace pantile::machine
