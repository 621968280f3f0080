#include "ir/host_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/print_loops.h"

namespace pantile::ir {
namespace {

using testing::ElementsAre;

Compute computing(const std::string& name) { return {name, {"why"}, block({}, name)}; }

// Two sequences in one, between steps of its own.
Sequence nested() {
    return {{Allocate{"a"},
             Sequence{{computing("one"), Sequence{{Allocate{"b"}, computing("two"), Release{"b"}}}}},
             Release{"a"}, computing("three")}};
}

std::vector<std::string> order_of(const Sequence& program) {
    std::vector<std::string> found;
    for_each_step(program, [&](const Step& step) {
        found.push_back(match(
            step, [](const Sequence&) { return std::string("a sequence"); },
            [](const Compute& n) { return n.name; }, [](const Allocate& n) { return "+" + n.buffer; },
            [](const Release& n) { return "-" + n.buffer; }));
    });
    return found;
}

TEST(HostProgram, StepsAreVisitedInTheOrderInWhichTheyRun) {
    EXPECT_THAT(order_of(nested()), ElementsAre("+a", "one", "+b", "two", "-b", "-a", "three"));
    std::vector<std::string> computed;
    for_each_compute(nested(), [&](const Compute& step) { computed.push_back(step.name); });
    EXPECT_THAT(computed, ElementsAre("one", "two", "three"));
}

TEST(HostProgram, BodiesAreReplacedAndNothingElseChanges) {
    const Sequence mapped = map_bodies(nested(), [](const StatementPtr& body) {
        return block({}, "new " + std::get<Block>(body->kind).comment);
    });
    EXPECT_EQ(order_of(mapped), order_of(nested()));
    for_each_compute(mapped, [](const Compute& step) {
        EXPECT_EQ(std::get<Block>(step.body->kind).comment, "new " + step.name);
        EXPECT_THAT(step.comment, ElementsAre("why"));
    });
    EXPECT_TRUE(std::holds_alternative<Sequence>(mapped.steps[1].kind));
}

TEST(HostProgram, PrintsAsATree) {
    Loops loops{.name = "p", .flow = "a -> b"};
    loops.program = nested();
    EXPECT_EQ(to_text(loops),
              "loops p: a -> b\n"
              "allocate a\n"
              "sequence\n"
              "  compute one\n"
              "    # one\n"
              "  sequence\n"
              "    allocate b\n"
              "    compute two\n"
              "      # two\n"
              "    release b\n"
              "release a\n"
              "compute three\n"
              "  # three\n");
}

}  // namespace
}  // namespace pantile::ir
