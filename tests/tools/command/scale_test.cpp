// Own compile work, from text to C, in processor time of the tool.
#include <gmock/gmock.h>

#include "growth.h"
#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

class Scale : public Tool {
  protected:
    double seconds_to_check(const std::string& items) const {
        const Ran ran = run({"check", program(items)}, {.wall_seconds = 600});
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran.cpu_seconds;
    }
    double growth_of_chains(const std::string& body) const;
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

double Scale::growth_of_chains(const std::string& body) const {
    return test::growth(250, [&](int stages) { return seconds_to_check(chain(stages, body)); });
}

TEST_F(Scale, AChainTakesWhatItsLengthSays) { EXPECT_LT(growth_of_chains("wide(s{})"), test::kLinearGrowth); }

TEST_F(Scale, AChainWithBordersTakesWhatItsLengthSays) {
    EXPECT_LT(growth_of_chains("wide(repeat_edge(s{}, img))"), test::kLinearGrowth);
}

}  // namespace
}  // namespace pantile::tool
