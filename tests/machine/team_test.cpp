#include "machine/team.h"

#include <gtest/gtest.h>

namespace pantile::machine {
namespace {

TEST(Team, EveryMemberWorksInEveryRound) {
    for (const Waiting waiting : {Waiting::awake, Waiting::asleep}) {
        for (const int members : {1, 2, 5}) {
            Team team(members, waiting);
            std::vector<int> rounds(static_cast<size_t>(team.size()));
            for (int i = 0; i < 200; ++i)
                team.run([&](int member) { ++rounds[static_cast<size_t>(member)]; });
            EXPECT_EQ(rounds, std::vector<int>(static_cast<size_t>(team.size()), 200));
        }
    }
}

TEST(Team, TheTimeOnTheWallIsThatOfTheSlowestMember) {
    Team team(2);
    const double time = nanoseconds(Clock::wall, team, [](int member) {
        if (member == 1) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    });
    EXPECT_GE(time, 20e6);
}

TEST(Team, AMemberThatSleepsTakesNoTimeOfACore) {
    Team team(2);
    const double time = nanoseconds(Clock::core, team,
                                    [](int) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
    EXPECT_LT(time, 20e6);
}

}  // namespace
}  // namespace pantile::machine
