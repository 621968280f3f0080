#include "machine/timing.h"

#include <gtest/gtest.h>

namespace pantile::machine {
namespace {

constexpr Effort kSmall = {.seconds = 1e-6, .repetitions = 4};

TEST(Timing, TheShortestRepetitionCounts) {
    int calls = 0;
    const double turn = shortest_turn(
        kSmall, [&](int64_t turns) { return static_cast<double>(turns) * (++calls % 3 == 0 ? 10.0 : 70.0); });
    EXPECT_EQ(turn, 10);
}

// The first call seems to last for ever; the others take a nanosecond for each turn.
TEST(Timing, OneInterruptDoesNotMakeTurnsLookLong) {
    int calls = 0;
    int64_t most = 0;
    const double turn = shortest_turn(kSmall, [&](int64_t turns) {
        most = std::max(most, turns);
        return ++calls == 1 ? 1e9 : static_cast<double>(turns);
    });
    EXPECT_EQ(turn, 1);
    EXPECT_EQ(most, 512);
}

TEST(Timing, AClockThatStandsStillEndsInAPositiveNumber) {
    EXPECT_GT(shortest_turn(kSmall, [](int64_t) { return 0.0; }), 0);
}

}  // namespace
}  // namespace pantile::machine
