#include "machine/timing.h"

#include <algorithm>
#include <ctime>

namespace pantile::machine {
namespace {

double now(Clock clock) {
    timespec time = {};
    ::clock_gettime(clock == Clock::wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// Three times in a row, so that one interrupt does not make few turns look long.
bool lasts(const std::function<double(int64_t)>& timed_work, int64_t turns, double wanted) {
    return timed_work(turns) >= wanted && timed_work(turns) >= wanted && timed_work(turns) >= wanted;
}

// Should the clock stand still, this still ends.
constexpr int64_t kMostTurns = int64_t{1} << 36;

// Repetitions, however late it is.
constexpr int kFewest = 5;

}  // namespace

double nanoseconds(Clock clock, const std::function<void()>& work) {
    const double begin = now(clock);
    work();
    return now(clock) - begin;
}

double shortest_turn(const Effort& effort, const std::function<double(int64_t)>& timed_work) {
    int64_t turns = 1;
    // What is tried here also fills the caches and wakes the processor up.
    while (turns < kMostTurns && !lasts(timed_work, turns, effort.seconds * 1e9 / 2)) turns *= 2;
    double shortest = timed_work(turns);
    // On a machine with much else to do, repetitions that wait for cores must not add up to minutes.
    const double deadline = now(Clock::wall) + 1.5e9 * effort.seconds * effort.repetitions;
    for (int i = 1; i < effort.repetitions && (i < kFewest || now(Clock::wall) < deadline); ++i)
        shortest = std::min(shortest, timed_work(turns));
    // A clock that saw nothing pass saw less than its own step.
    return std::max(shortest, 1.0) / static_cast<double>(turns);
}

}  // namespace pantile::machine
