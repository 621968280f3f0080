// What the user reads when sizes do not work, to the letter.
#include <gmock/gmock.h>

#include <regex>

#include "interp/images.h"
#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

using test::counting;
using testing::HasSubstr;

// How much memory is free changes from one run to the next.
std::string without_free_memory(const std::string& text) {
    return std::regex_replace(text, std::regex("has [0-9.]+ GB free"), "has … GB free");
}

class RegionErrors : public Tool {
  protected:
    // Standard error of a run that must fail without a trace, interpreted and compiled alike.
    std::string refusal(const std::string& items, std::vector<std::string> more) {
        write_image("in.npy", counting(ScalarType::f32, {8, 6}));
        more.insert(more.begin(), {"run", program(items), "--output", "o.npy"});
        const Ran compiled = run(more);
        more.push_back("--interpret");
        const Ran interpreted = run(more);
        EXPECT_EQ(compiled.code, 1);
        EXPECT_EQ(without_free_memory(compiled.err), without_free_memory(interpreted.err));
        EXPECT_FALSE(std::filesystem::exists(path("o.npy")));
        // The name of the file without its folder.
        std::string text = compiled.err;
        for (size_t at = text.find(path("")); at != std::string::npos; at = text.find(path("")))
            text.erase(at, path("").size());
        return text;
    }
};

const std::string kStencil =
    "input img: f32(x, y)\nblur_x(x, y) = (img(x, y) + img(x+1, y) + img(x+2, y)) / 3\noutput out(x, y) = "
    "blur_x(x, y)\n";

TEST_F(RegionErrors, AnInputThatIsTooSmallNamesStageAccessDimensionAndExtents) {
    EXPECT_EQ(refusal(kStencil, {"--input", "img=in.npy", "--size", "x=7"}),
              "p.pan:3:43: error: 'blur_x' reads 'img' at x + 2, outside its extent.\n"
              "  blur_x(x, y) = (img(x, y) + img(x+1, y) + img(x+2, y)) / 3\n"
              "                                            ^^^^^^^^^^^\n"
              "note: for x in [0, 7), y in [0, 6) the access reaches 8; 'img' has x in [0, 8).\n"
              "hint: ask for an output of width 6, or give 'img' a border: 'repeat_edge(img)'.\n");
}

TEST_F(RegionErrors, TheSizeThatTheHintGivesWorks) {
    refusal(kStencil, {"--input", "img=in.npy", "--size", "x=7"});
    EXPECT_EQ(run({"run", path("p.pan"), "--input", "img=in.npy", "--size", "x=6", "--output", "o.npy",
                   "--interpret"})
                  .code,
              0);
}

TEST_F(RegionErrors, InputsTooSmallForAnythingAreExplained) {
    EXPECT_EQ(
        refusal("input img: f32(x, y)\noutput out(x, y) = img(x-9, y) + img(x+9, y)\n",
                {"--input", "img=in.npy"}),
        "p.pan:3:8: error: the inputs are too small: no point of 'out' can be computed in dimension 'x'.\n"
        "  output out(x, y) = img(x-9, y) + img(x+9, y)\n"
        "         ^^^^^^^^^\n"
        "hint: give larger inputs, or give them a border: 'repeat_edge(…)'.\n");
}

TEST_F(RegionErrors, AnImageOfAnotherTypeOrRankIsExplained) {
    write_image("row.npy", counting(ScalarType::f32, {8}));
    EXPECT_EQ(refusal("input img: f32(x, y)\noutput out(x, y) = img(x, y)\n", {"--input", "img=row.npy"}),
              "p.pan:2:7: error: the input 'img' has 2 dimensions (x, y), but the image given has 1.\n"
              "  input img: f32(x, y)\n"
              "        ^^^\n");
    EXPECT_THAT(refusal("input img: i16(x, y)\noutput out(x, y) = img(x, y)\n", {"--input", "img=in.npy"}),
                HasSubstr("'f32'"));
}

TEST_F(RegionErrors, SizesOutsideOfWhatIsPossibleAreExplained) {
    const std::string items = "input img: f32(x, y)\noutput out(x, y) = img(0, 0)\n";
    EXPECT_EQ(refusal(items, {"--input", "img=in.npy", "--size", "x=0"}),
              "error: the size 'x' = 0 is not between 1 and 536870912.\n");
    EXPECT_EQ(refusal(items, {"--input", "img=in.npy", "--size", "y=-4"}),
              "error: the size 'y' = -4 is not between 1 and 536870912.\n");
    EXPECT_THAT(refusal(items, {"--input", "img=in.npy", "--size", "x=1000000000,y=1000000000"}),
                HasSubstr("'x' = 1000000000 is not between"));
    EXPECT_THAT(refusal(items, {"--input", "img=in.npy", "--size", "x=500000000,y=500000000"}),
                testing::MatchesRegex("error: this run needs 1000000000.0 GB of memory; the machine has "
                                      "[0-9.]+ GB free.\nhint: ask for a smaller output.\n"));
    const Ran unreadable =
        run({"run", path("p.pan"), "--input", "img=in.npy", "--size", "x=99999999999999999999"});
    EXPECT_EQ(unreadable.code, 2);
    EXPECT_THAT(unreadable.err,
                HasSubstr("error: --size takes NAME=INTEGER, not 'x=99999999999999999999'.\n"));
}

TEST_F(RegionErrors, ADimensionThatNothingTellsIsAskedFor) {
    EXPECT_EQ(refusal("output out(i) = i\n", {}),
              "p.pan:2:8: error: the inputs do not determine the size of 'out' in dimension 'i'.\n"
              "  output out(i) = i\n"
              "         ^^^^^^\n"
              "hint: give it: '--size i=256'.\n");
}

TEST_F(RegionErrors, AnIndexThatWouldOverflowIsExplained) {
    EXPECT_THAT(refusal("input img: f32(x, y)\noutput out(x, y) = img(clamp(x*9, 0, 7), 0)\n",
                        {"--input", "img=in.npy", "--size", "x=400000000,y=1"}),
                HasSubstr("the index arithmetic 'x * 9' overflows 'i32' for this size.\n"));
}

}  // namespace
}  // namespace pantile::tool
