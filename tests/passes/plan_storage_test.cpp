#include "passes/plan_storage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver/compile.h"
#include "front/text/parsing.h"

namespace pantile::passes {
namespace {

using testing::ElementsAre;
using Slots = std::vector<std::vector<std::string>>;

Slots slots_of(const std::string& items) {
    return driver::compile_to_c(front::parsed("pipeline p\ninput img: f32(x, y)\n" + items),
                                {.schedule = "naive"})
        .value()
        .loops.slots;
}

TEST(PlanStorage, AStageTakesThePlaceOfOneThatNobodyReadsAnyMore) {
    EXPECT_EQ(
        slots_of("a(x, y) = img(x, y)\nb(x, y) = a(x, y)\nc(x, y) = b(x, y)\noutput d(x, y) = c(x, y)\n"),
        (Slots{{"a", "c"}, {"b"}}));
}

TEST(PlanStorage, APlaceIsFreeAgainEachTime) {
    EXPECT_EQ(slots_of("a(x, y) = img(x, y)\nb(x, y) = a(x, y)\nc(x, y) = b(x, y)\nd(x, y) = c(x, y)\n"
                       "e(x, y) = d(x, y)\noutput f(x, y) = e(x, y)\n"),
              (Slots{{"a", "c", "e"}, {"b", "d"}}));
}

TEST(PlanStorage, APlaceThatHeldTheSameShapeIsPreferred) {
    // When 'd' begins, the places of 'row' and 'b' are free.
    const std::string items =
        "row(y) = sum(img(i, y) for i in 0..99)\nb(x, y) = img(x, y) + row(y)\nc(x, y) = b(x, y) * 2.0\n"
        "d(x, y) = c(x, y)\noutput out(x, y) = d(x, y)\n";
    EXPECT_EQ(slots_of(items), (Slots{{"row", "c"}, {"b", "d"}}));
}

TEST(PlanStorage, AStageThatIsReadToTheEndKeepsItsPlace) {
    EXPECT_EQ(slots_of("a(x, y) = img(x, y)\nb(x, y) = a(x, y)\nc(x, y) = b(x, y)\n"
                       "output d(x, y) = c(x, y) + a(x, y)\n"),
              (Slots{{"a"}, {"b"}, {"c"}}));
}

TEST(PlanStorage, SequencesInsideOfOneAnotherAreGoneThroughInOrder) {
    ir::Loops loops;
    for (const char* name : {"a", "b", "c", "d"})
        loops.buffers.push_back({name, ScalarType::u8, ir::MemorySpace::global, {}, name, {}, {}});
    const auto alive = [](const char* name) { return ir::Sequence{{ir::Allocate{name}, ir::Release{name}}}; };
    loops.program = {
        {ir::Allocate{"a"}, ir::Sequence{{alive("b"), alive("c")}}, ir::Release{"a"}, alive("d")}};
    EXPECT_EQ(plan_storage(loops).slots, (Slots{{"a", "d"}, {"b", "c"}}));
}

}  // namespace
}  // namespace pantile::passes
