// How the time of work grows with its size. Seconds differ from one machine or build to the next, how they
// grow does not, so tests ask for the growth.
#pragma once

#include <algorithm>
#include <ctime>
#include <functional>
#include <limits>

namespace pantile::test {

// Of all threads of this process.
inline double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

inline double processor_seconds_of(const std::function<void()>& work) {
    const double begin = processor_seconds();
    work();
    return processor_seconds() - begin;
}

// Four times the size takes 4 times as long if the growth is linear, 16 times if it is quadratic. Larger work
// finds less of its data in the caches, so that linear is what stays below the middle of both.
inline constexpr int kFourTimes = 4;
inline constexpr double kLinearGrowth = 10;

// How many times as long four times the size takes. Of each the shortest of some runs counts, taken in turns:
// a machine that is slow for a while is slow for both.
inline double growth(int size, const std::function<double(int)>& seconds_for) {
    constexpr int kRounds = 4;
    double once = std::numeric_limits<double>::infinity(), four_times = once;
    for (int round = 0; round < kRounds; ++round) {
        once = std::min(once, seconds_for(size));
        four_times = std::min(four_times, seconds_for(kFourTimes * size));
    }
    return four_times / once;
}

// Of work in this process.
inline double growth_of(const std::function<void(int)>& work, int size) {
    return growth(size, [&](int n) { return processor_seconds_of([&] { work(n); }); });
}

}  // namespace pantile::test
