// Own compile work, from text to C: the limits are those that were promised, in processor time of the tool.
#include <gmock/gmock.h>

#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

class Scale : public Tool {
  protected:
    double seconds_to_check(const std::string& items) {
        const Ran ran = run({"check", program(items)});
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran.cpu_seconds;
    }
};

std::string chain(int stages, const std::string& body) {
    std::string text =
        "input img: f32(x, y)\ns0(x, y) = img(x, y)\ndefine wide(f) = (f(x-1, y) + 2*f(x, y) + f(x+1, y+1)) "
        "* 0.25\n";
    for (int i = 1; i < stages; ++i)
        text += fmt::format("{}s{}(x, y) = {}\n", i + 1 == stages ? "output " : "", i,
                            fmt::format(fmt::runtime(body), i - 1));
    return text;
}

TEST_F(Scale, AChainOfAHundredStagesTakesUnderAFifthOfASecond) {
    EXPECT_LT(seconds_to_check(chain(100, "wide(s{})")), 0.2);
    EXPECT_LT(seconds_to_check(chain(100, "wide(repeat_edge(s{}, img))")), 0.2);
}

TEST_F(Scale, AChainOfAThousandStagesTakesUnderFiveSeconds) {
    EXPECT_LT(seconds_to_check(chain(1000, "wide(s{})")), 5);
    EXPECT_LT(seconds_to_check(chain(1000, "wide(repeat_edge(s{}, img))")), 5);
}

TEST_F(Scale, SquaringAValueFiveHundredTimesIsInstant) {
    std::string text = "input img: f32(x)\noutput f(x) = t500\n  with t0 = img(x)";
    for (int i = 1; i <= 500; ++i) text += fmt::format(",\n       t{} = t{}*t{}", i, i - 1, i - 1);
    EXPECT_LT(seconds_to_check(text + "\n"), 0.2);
}

}  // namespace
}  // namespace pantile::tool
