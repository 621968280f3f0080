// The hunt finds nothing where nothing is wrong, and survives what ends a process.
#include "random/hunt.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <csignal>

#include "random/child.h"

namespace pantile::random {
namespace {

TEST(Child, SaysHowItsProcessEnded) {
    EXPECT_EQ(in_child_process([] { return std::string("well"); }), "well");
    EXPECT_EQ(in_child_process([]() -> std::string { throw std::runtime_error("thrown"); }), "thrown");
    const std::string killed = in_child_process([]() -> std::string {
        std::fputs("last words", stderr);
        std::fflush(stderr);
        std::raise(SIGKILL);
        return "";
    });
    EXPECT_EQ(killed, "ended by signal 9 (Killed)\nlast words");
    const std::string endless = in_child_process(
        []() -> std::string {
            for (volatile int i = 0;;) i = i + 1;
        },
        1);
    EXPECT_EQ(endless, "ended by signal 24 (CPU time limit exceeded)");
}

TEST(Hunt, FindsNothingInLoops) {
    EXPECT_TRUE(find_failures({{Layer::loops, {}, ""}, 2}, {500, 520}).empty());
}

TEST(Hunt, AFindingHasAllThatIsNeeded) {
    const Hunt hunt{{Layer::loops, {}, ""}, 2};
    const auto failure = failure_of(hunt, {17, 1, "something"});
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->specimen.seed, 17u);
    EXPECT_EQ(check_specimen(failure->specimen, failure->check), "");
}

}  // namespace
}  // namespace pantile::random
