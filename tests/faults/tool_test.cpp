// The command line tool with one allocation that fails: a message and a status, whatever it was doing.
#include <gmock/gmock.h>

#include "interp/images.h"
#include "long_run.h"
#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

class FailingTool : public Tool {
  protected:
    // The number of allocations is not known; those beyond the last fail nothing.
    void fail_some(const std::vector<std::string>& arguments, int64_t most, int64_t step) {
        size_t refused = 0;
        for (int64_t number = 1; number <= most; number += step) {
            std::vector<std::string> command = {"/usr/bin/env", "LD_PRELOAD=" PANTILE_FAILING_MALLOC,
                                                "PANTILE_FAIL_ALLOCATION=" + std::to_string(number),
                                                test::built_program("pantile")};
            command.insert(command.end(), arguments.begin(), arguments.end());
            const Ran ran = execute(command);
            EXPECT_TRUE(ran.code == 0 || ran.code == 1)
                << "allocation " << number << ": status " << ran.code << "\n"
                << ran.err;
            EXPECT_EQ(ran.code == 0, ran.err.empty()) << ran.err;
            refused += ran.code == 1 ? 1u : 0u;
        }
        EXPECT_GT(refused, 0u);
    }
};

TEST_F(FailingTool, SaysSoAndEndsWithStatusOne) {
    const int64_t step = test::is_long_run() ? 7 : 53;
    const std::string file = program("input img: u8(x, y)\noutput f(x, y) = img(x, y) + img(x+1, y)\n");
    write_image("a.png", test::counting(ScalarType::u8, {9, 7}));
    fail_some({"check", file}, 3000, step);
    fail_some({"run", file, "--interpret", "--input", "img=a.png", "--output", "b.png"}, 3000, step);
    fail_some({"emit", file, "--schedule", "auto", "-o", "c"}, 6000, 2 * step);
}

}  // namespace
}  // namespace pantile::tool
