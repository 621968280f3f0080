// How long something takes when nothing gets in its way.
#pragma once

#include <cstdint>
#include <functional>

namespace pantile::machine {

struct Effort {
    double seconds = 0.002;  // about what one repetition takes
    // Many short ones: on a busy machine some of them are not interrupted.
    int repetitions = 120;  // fewer when they take much longer than that
};

// wall: the time that passes. core: the part of it in which a core works for the calling thread, so that
// other programs do not count.
enum class Clock { wall, core };

double nanoseconds(Clock clock, const std::function<void()>& work);

// Nanoseconds of one turn. 'timed_work(n)' does n turns and says how long they took; n grows until the clock
// is precise enough. Interrupts and other programs only ever add time, so the shortest of the repetitions
// counts.
double shortest_turn(const Effort& effort, const std::function<double(int64_t turns)>& timed_work);

}  // namespace pantile::machine
