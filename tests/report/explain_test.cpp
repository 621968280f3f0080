#include "report/explained.h"

namespace pantile::report {
namespace {

const std::string kBlur =
    "pipeline blur\n"
    "input img: f32(x, y)\n"
    "bx(x, y) = img(x, y) + img(x+1, y)\n"
    "output by(x, y) = bx(x, y) + bx(x, y+1)\n";

TEST(Explain, SaysWhatTilesCost) {
    EXPECT_EQ(explained(kBlur, R"("groups": [{"stages": ["bx", "by"], "tile": {"x": 64, "y": 16},
                                  "parallel": ["y", "x"], "vector": "x"}])",
                        {.sizes = {{"x", 640}, {"y", 160}}}),
              "blur: img -> bx -> by\n"
              "schedule     expert\n"
              "sizes        x = 640, y = 160\n"
              "inputs       img 161×641, as large as needed\n"
              "\n"
              "group 1: bx -> by\n"
              "  live-out   by\n"
              "  tiles      y 16, x 64; scalene; 10×10 = 100 tiles\n"
              "  loops      y, x in parallel; vectors along x\n"
              "  scratch    bx 17×64 f32, 4,352 bytes\n"
              "  arena      4,352 bytes for each thread\n"
              "  redundant  2.80 %: the tiles compute 211,200 points, the stages have 205,440\n"
              "\n"
              "workspace    9,024 bytes at the peak, with 2 threads\n");
}

TEST(Explain, SaysHowATileIsWalked) {
    EXPECT_EQ(paragraph(explained(kBlur, R"("groups": [{"stages": ["bx", "by"], "tile": {"y": 16},
                                            "slide": {"y": 2}}])",
                                  {.sizes = {{"x", 640}, {"y", 160}}}),
                        "group 1"),
              "group 1: bx -> by\n"
              "  live-out   by\n"
              "  tiles      y 16; scalene; 10 tiles\n"
              "  walk       along y, 2 rows at a time, after 1 row to warm up\n"
              "  scratch    bx 4×640 f32, folded along y, 10,496 bytes\n"
              "  arena      10,496 bytes for each thread\n"
              "  redundant  2.80 %: the tiles compute 211,200 points, the stages have 205,440\n");
}

TEST(Explain, NamesTheStagesThatAWalkNeedsAsAWhole) {
    EXPECT_EQ(
        paragraph(explained("pipeline p\ntable(i) = f32(i) * 2\n"
                            "output f(x, y) = table(x) + f32(y)\n",
                            R"("groups": [{"stages": ["table", "f"], "tile": {"y": 4}, "slide": {"y": 1}}])",
                            {.sizes = {{"x", 100}, {"y", 8}}}),
                  "group 1"),
        "group 1: table -> f\n"
        "  live-out   f\n"
        "  tiles      y 4; scalene; 2 tiles\n"
        "  walk       along y, 1 row at a time; before it as a whole: table\n"
        "  scratch    table 100 f32, 448 bytes\n"
        "  arena      448 bytes for each thread\n"
        "  redundant  11.11 %: the tiles compute 1,000 points, the stages have 900\n");
}

TEST(Explain, WithoutSizesSaysWhatIsMissing) {
    EXPECT_EQ(explained(kBlur, R"("groups": [{"stages": ["bx", "by"], "tile": {"y": 16}}])"),
              "blur: img -> bx -> by\n"
              "schedule     expert\n"
              "\n"
              "group 1: bx -> by\n"
              "  live-out   by\n"
              "  tiles      y 16; scalene\n"
              "  scratch    bx 17×x f32\n"
              "\n"
              "note: the size of the output along x, y is not known; the number of tiles, redundant work, "
              "footprints\n"
              "and memory depend on it.\n"
              "hint: give it: '--size x=…,y=…', or write 'estimate x = …, y = …' into the program.\n");
}

TEST(Explain, TakesSizesFromTheProgramsEstimates) {
    const std::string text = explained(
        kBlur + "estimate x = 64, y = 32\n",
        R"("groups": [{"stages": ["bx"]}, {"stages": ["by"], "parallel": ["y"]}])", {.sizes = {{"y", 16}}});
    EXPECT_EQ(text,
              "blur: img -> bx -> by\n"
              "schedule     expert\n"
              "sizes        x = 64, y = 16\n"
              "inputs       img 17×65, as large as needed\n"
              "\n"
              "group 1: bx\n"
              "  live-out   bx\n"
              "  box        17×64\n"
              "\n"
              "group 2: by\n"
              "  live-out   by\n"
              "  box        16×64\n"
              "  loops      y in parallel\n"
              "\n"
              "workspace    4,416 bytes at the peak, with 2 threads\n");
}

TEST(Explain, NamesInlinedAndFusedStages) {
    const std::string text = explained(
        "pipeline p\ninput img: f32(x)\na(x) = img(x) * 2\nb(x) = img(x) * 3\nc(x) = a(x) + b(x)\n"
        "output out(x) = c(x) + c(x+1)\n",
        R"("inlined": ["c"], "groups": [{"stages": ["a", "b", "out"], "tile": {"x": 8}, "fused": [["a", "b"]]}])");
    EXPECT_NE(text.find("inlined      c\n"), std::string::npos) << text;
    EXPECT_NE(text.find("  loops      one loop for a, b\n"), std::string::npos) << text;
}

TEST(Explain, AnInputWithABorderHasTheSizeOfTheOutput) {
    const std::string program =
        "pipeline p\ninput img: f32(x)\noutput f(x) = repeat_edge(img)(x-1) + repeat_edge(img)(x+1)\n";
    EXPECT_NE(explained(program, R"("groups": [{"stages": ["f"]}])", {.sizes = {{"x", 100}}})
                  .find("inputs       img 100, as large as needed"),
              std::string::npos);
}

TEST(Explain, ManyTilesAreEstimatedFromSome) {
    const std::string text =
        explained(kBlur, R"("groups": [{"stages": ["bx", "by"], "tile": {"x": 4, "y": 4}}])",
                  {.sizes = {{"x", 1000}, {"y", 1000}}});
    EXPECT_NE(text.find("250×250 = 62,500 tiles"), std::string::npos) << text;
    // That is exact here: 62,500 tiles of 5×4 and 4×4 points.
    EXPECT_NE(text.find("12.44 %"), std::string::npos) << text;
    EXPECT_NE(text.find("(estimated from 7,750 of 62,500 tiles)"), std::string::npos) << text;
}

TEST(Explain, RefusesSizesOfWhatThereIsNot) {
    EXPECT_EQ(explained(kBlur, R"("groups": [{"stages": ["bx", "by"]}])", {.sizes = {{"x", 0}, {"z", 9}}}),
              "error: the size 'x' = 0 is not between 1 and 536870912.\n"
              "error: no output of 'blur' has a dimension 'z'.\n"
              "hint: the dimensions of its outputs are: x, y.\n");
}

TEST(Explain, TheJsonHasTheSameNumbers) {
    const std::string text =
        explained(kBlur, R"("groups": [{"stages": ["bx", "by"], "tile": {"x": 64, "y": 16}}])",
                  {.sizes = {{"x", 640}, {"y", 160}},
                   .footprints = pantile::Footprints::by_shape,
                   .form = ReportForm::json});
    std::string dense;
    for (const char c : text) {
        if (c != ' ' && c != '\n') dense += c;
    }
    EXPECT_EQ(
        dense,
        R"({"pipeline":"blur","scheduler":"expert","sizes":{"x":640,"y":160},"missing_sizes":[],)"
        R"("inputs":{"img":[161,641]},"inlined":[],"groups":[{"dims":["y","x"],"stages":[)"
        R"({"name":"bx","live_out":false,"box":[161,640],"tile":[17,64],"points":103040,"computed":108800},)"
        R"({"name":"by","live_out":true,"box":[160,640],"tile":[16,64],"points":102400,"computed":102400}],)"
        R"("tile":[16,64],"shape":"scalene","tiles":{"counts":[10,10],"all":100,"evaluated":100},)"
        R"("scratch":[{"stage":"bx","type":"f32","extents":[17,64],"folds":[0,0],"bytes":4352}],)"
        R"("arena_bytes":4352,"footprints":[{"stage":"bx","loose":[17,64],"scalene":[17,64]},)"
        R"({"stage":"by","loose":[16,64],"scalene":[16,64]}]}],"threads":2,"workspace_bytes":4544})");
}

}  // namespace
}  // namespace pantile::report
