#include "passes/split_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emit/exact_inputs.h"
#include "ir/verify_loops.h"
#include "passes/texts.h"

namespace pantile::passes {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kInputs = "input a: f32(x, y)\ninput b: f32(x, y)\n";

std::string split_text(const std::string& output) {
    const ir::Loops loops = split_cases(lowered(kInputs + output));
    EXPECT_EQ(ir::violation_of(loops), std::nullopt);
    return step_text(loops, "f");
}

TEST(SplitCases, AChoiceByAnotherDimensionIsMadeBeforeTheRow) {
    EXPECT_EQ(split_text("output f(x, y, c) = select(c == 0, a(x, y), c == 1, b(x, y), a(x + 1, y))\n"),
              R"(
  for c in f.c.min..f.c.max thread
    for y in f.y.min..f.y.max
      if c == 0
        for x in f.x.min..f.x.max vector
          f(x, y, c) = a(x, y)
      else
        if c == 1
          for x in f.x.min..f.x.max vector
            f(x, y, c) = b(x, y)
        else
          for x in f.x.min..f.x.max vector
            f(x, y, c) = a(x + 1, y)
)");
}

TEST(SplitCases, ChoicesByThePixelStay) {
    EXPECT_THAT(split_text("output f(x, y) = select(x == 0, a(x, y), b(x, y))\n"), Not(HasSubstr("if ")));
    EXPECT_THAT(split_text("output f(x, y) = select(a(x, y) > 0, a(x, y), b(x, y))\n"),
                Not(HasSubstr("if ")));
}

TEST(SplitCases, NoMoreThanFourCopies) {
    const std::string text = split_text(
        "output f(x, y) = select(y > 1, a, b) + select(y > 2, a, b) * select(y > 3, a, b) - "
        "select(y > 4, a, b)\n");
    size_t copies = 0;
    for (size_t at = text.find("for x"); at != std::string::npos; at = text.find("for x", at + 1)) ++copies;
    EXPECT_EQ(copies, 4);
}

TEST(SplitCases, CompiledRowsAreWhatTheInterpreterSays) {
    const std::string outputs =
        "output f(x, y) = select(y == 0, a(x, y), y == 1, b(x + 1, y), a(x, y) * b(x, y))\n"
        "output g(x, y) = 0.25 * select(y % 2 == 0, a(x, y/2), a(x, y/2+2)) + select(y > 0, b(x, y), 1)\n"
        "output h(x, y) = select(y == 0 and x % 2 == 0, a(x, y), b(x, y) + select(y == 0, a(x, y), 3))\n";
    random::expect_right(random::naive_trial("pipeline p\n" + kInputs + outputs, "native"),
                         {runtime::CompilerKind::clang, random::Optimisation::quick},
                         random::columns_from(-2, {73}));
}

}  // namespace
}  // namespace pantile::passes
