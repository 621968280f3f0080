#include <sstream>

#include "report/explained.h"
#include "report/text_lines.h"

namespace pantile::report {
namespace {

const std::string kBlur =
    "pipeline blur\n"
    "input img: f32(x, y)\n"
    "bx(x, y) = img(x, y) + img(x+1, y)\n"
    "output by(x, y) = bx(x, y) + bx(x, y+1)\n";

std::string estimated_out(const std::string& program, const std::string& schedule,
                          ExplainOptions options = {}) {
    return without_estimates(explained(program, schedule, std::move(options)));
}

TEST(Explain, SaysWhatTilesCost) {
    EXPECT_EQ(estimated_out(kBlur, R"("groups": [{"stages": ["bx", "by"], "tile": {"x": 64, "y": 16},
                                  "parallel": ["y", "x"], "vector": "x"}])",
                            {.sizes = {{"x", 640}, {"y", 160}}}),
              "blur: img -> bx -> by\n"
              "schedule     expert, read from a file\n"
              "sizes        x = 640, y = 160\n"
              "inputs       img 161×641, as large as needed\n"
              "machine      laptop with 4 cores and AVX2, 2 threads\n"
              "\n"
              "group 1: bx -> by\n"
              "  live-out   by\n"
              "  tiles      y 16, x 64; scalene; 10×10 = 100 tiles\n"
              "  loops      y, x in parallel; vectors along x\n"
              "  scratch    bx 17×64 f32, 4,352 bytes\n"
              "  arena      4,352 bytes per thread: fits L1\n"
              "  redundant  2.80 %: the tiles compute 211,200 points, the stages have 205,440\n"
              "\n"
              "workspace    9,024 bytes at the peak, with 2 threads\n");
}

TEST(Explain, SaysHowATileIsWalked) {
    EXPECT_EQ(paragraph(estimated_out(kBlur, R"("groups": [{"stages": ["bx", "by"], "tile": {"y": 16},
                                            "slide": {"y": 2}}])",
                                      {.sizes = {{"x", 640}, {"y", 160}}}),
                        "group 1"),
              "group 1: bx -> by\n"
              "  live-out   by\n"
              "  tiles      y 16; scalene; 10 tiles\n"
              "  slides     along y, 2 rows at a time, after 1 row to warm up\n"
              "  scratch    bx 4×640 f32, folded along y, 10,496 bytes\n"
              "  arena      10,496 bytes per thread: fits L1\n"
              "  redundant  2.80 %: the tiles compute 211,200 points, the stages have 205,440\n");
}

TEST(Explain, NamesTheStagesThatAWalkNeedsAsAWhole) {
    EXPECT_EQ(paragraph(estimated_out(
                            "pipeline p\ntable(i) = f32(i) * 2\n"
                            "output f(x, y) = table(x) + f32(y)\n",
                            R"("groups": [{"stages": ["table", "f"], "tile": {"y": 4}, "slide": {"y": 1}}])",
                            {.sizes = {{"x", 100}, {"y", 8}}}),
                        "group 1"),
              "group 1: table -> f\n"
              "  live-out   f\n"
              "  tiles      y 4; scalene; 2 tiles\n"
              "  slides     along y, 1 row at a time; computed in full before it: table\n"
              "  scratch    table 100 f32, 448 bytes\n"
              "  arena      448 bytes per thread: fits L1\n"
              "  redundant  11.11 %: the tiles compute 1,000 points, the stages have 900\n");
}

TEST(Explain, WithoutSizesSaysWhatIsAssumed) {
    EXPECT_EQ(estimated_out(kBlur, R"("groups": [{"stages": ["bx", "by"], "tile": {"y": 16}}])"),
              "blur: img -> bx -> by\n"
              "schedule     expert, read from a file\n"
              "sizes        x = 1920 (assumed), y = 1080 (assumed)\n"
              "inputs       img 1081×1921, as large as needed\n"
              "machine      laptop with 4 cores and AVX2, 2 threads\n"
              "\n"
              "group 1: bx -> by\n"
              "  live-out   by\n"
              "  tiles      y 16; scalene; 68 tiles\n"
              "  scratch    bx 17×1920 f32, 131,648 bytes\n"
              "  arena      131,648 bytes per thread: fits L2\n"
              "  redundant  3.10 %: the tiles compute 4,277,760 points, the stages have 4,149,120\n"
              "\n"
              "workspace    131,776 bytes at the peak, with 2 threads\n"
              "\n"
              "note: the size of the output along x, y is not known; a typical image size is assumed.\n"
              "hint: give it: '--size x=…,y=…', or write 'estimate x = …, y = …' into the program.\n");
}

TEST(Explain, SizesThatCannotBeAssumedAreNoError) {
    // The input begins at -1, where 's' counts from 0: that does not go together at any size.
    const std::string text = explained(
        "pipeline p\ninput img: u8(x, y)\ns(i) = 0\ns(rx) += i32(img(rx, 0)) for rx in 0..img.x.extent-1\n"
        "output f(x, y) = s(x) + i32(img(x-1, y))\n",
        R"("groups": [{"stages": ["s"]}, {"stages": ["f"]}])");
    EXPECT_NE(text.find("  box        y×x\n"), std::string::npos) << text;
    EXPECT_NE(text.find("note: the size of the output along x, y is not known"), std::string::npos) << text;
}

TEST(Explain, TakesSizesFromTheProgramsEstimates) {
    const std::string text = estimated_out(
        kBlur + "estimate x = 64, y = 32\n",
        R"("groups": [{"stages": ["bx"]}, {"stages": ["by"], "parallel": ["y"]}])", {.sizes = {{"y", 16}}});
    EXPECT_EQ(text,
              "blur: img -> bx -> by\n"
              "schedule     expert, read from a file\n"
              "sizes        x = 64, y = 16\n"
              "inputs       img 17×65, as large as needed\n"
              "machine      laptop with 4 cores and AVX2, 2 threads\n"
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
              "not fused\n"
              "  bx -> by\n"
              "    the schedule says so\n"
              "\n"
              "workspace    4,416 bytes at the peak, with 2 threads\n");
}

TEST(Explain, NamesInlinedAndFusedStages) {
    const std::string text = explained(
        "pipeline p\ninput img: f32(x)\na(x) = img(x) * 2\nb(x) = img(x) * 3\nc(x) = a(x) + b(x)\n"
        "output out(x) = c(x) + c(x+1)\n",
        R"("inlined": ["c"], "groups": [{"stages": ["a", "b", "out"], "tile": {"x": 8}, "fused": [["a", "b"]]}])");
    EXPECT_NE(text.find("inlined      c: as the schedule says\n"), std::string::npos) << text;
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
    EXPECT_NE(text.find("(estimated from 7,750 of\n             62,500 tiles)"), std::string::npos) << text;
}

TEST(Explain, RefusesSizesOfWhatThereIsNot) {
    EXPECT_EQ(explained(kBlur, R"("groups": [{"stages": ["bx", "by"]}])", {.sizes = {{"x", 0}, {"z", 9}}}),
              "error: the size 'x' = 0 is not between 1 and 536870912.\n"
              "error: no output of 'blur' has a dimension 'z'.\n"
              "hint: the dimensions of its outputs are: x, y.\n");
}

TEST(Explain, SaysWhatIsPredicted) {
    const std::string text = explained(kBlur, R"("groups": [{"stages": ["bx"]}, {"stages": ["by"]}])",
                                       {.sizes = {{"x", 2048}, {"y", 2048}}});
    const std::regex group(
        "\n  traffic    [0-9.]+ MiB to and from memory; the least for this group is [0-9.]+ MiB"
        "\n  predicted  [0-9.]+ ms, [0-9]+ % of the total\n");
    const std::regex total(
        "\n\npredicted    [0-9.]+ ms for all groups"
        "\ntraffic      [0-9.]+ MiB to and from memory; the least for the pipeline is [0-9.]+ MiB\n");
    const std::regex apart(
        "\n\nnot fused\n  bx -> by\n    the schedule says so; predicted [0-9.]+ ms together, [0-9.]+ ms "
        "apart\n");
    EXPECT_EQ(std::distance(std::sregex_iterator(text.begin(), text.end(), group), std::sregex_iterator()),
              2);
    EXPECT_TRUE(std::regex_search(text, total)) << text;
    EXPECT_TRUE(std::regex_search(text, apart)) << text;
}

// 'img' is read and 'bx' written, which reads it first; then the same for 'by'.
TEST(Explain, TheLeastTrafficIsEachElementOnce) {
    const std::string text = explained(kBlur, R"("groups": [{"stages": ["bx"]}, {"stages": ["by"]}])",
                                       {.sizes = {{"x", 2048}, {"y", 2048}}});
    EXPECT_NE(paragraph(text, "group 1")
                  .find("  traffic    48.0 MiB to and from memory; the least for this group is 32.0 MiB\n"),
              std::string::npos)
        << text;
    EXPECT_NE(
        text.find("\ntraffic      96.0 MiB to and from memory; the least for the pipeline is 32.0 MiB\n"),
        std::string::npos)
        << text;
}

std::string chosen(const std::string& program, const std::string& scheduler,
                   ReportForm form = ReportForm::text) {
    CompileOptions options;
    options.schedule = scheduler;
    options.scheduling.machine_json = contents_of("tests/machines/laptop4.json");
    return explain(parse_pan(program).value(), options, {.sizes = {{"x", 640}, {"y", 480}}, .form = form})
        .value();
}

TEST(Explain, SaysWhyASchedulerInlinesAndDoesNotFuse) {
    const std::string text = chosen(contents_of("apps/harris.pan"), "dp");
    EXPECT_NE(text.find("schedule     dp, cost model 'polymage'; "), std::string::npos) << text;
    EXPECT_NE(text.find("inlined      Ixx  it reads one point of each producer\n"), std::string::npos)
        << text;
    EXPECT_NE(text.find("             Sxx  only "), std::string::npos) << text;
    EXPECT_EQ(text.find("not fused"), std::string::npos) << text;
    EXPECT_NE(chosen(kBlur, "naive").find("not fused\n  bx -> by\n    the scheduler 'naive' fuses nothing\n"),
              std::string::npos);
}

TEST(Explain, NoLineIsTooLong) {
    for (const char* scheduler : {"naive", "auto", "dp"}) {
        std::istringstream text(chosen(contents_of("tests/report/camera.pan"), scheduler));
        for (std::string line; std::getline(text, line);) EXPECT_LE(columns(line), kColumns) << line;
    }
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
    const std::string exact = std::regex_replace(
        dense, std::regex("\"(predicted_ns|bytes_moved|least_bytes)\":[1-9][0-9]*"), "\"$1\":N");
    EXPECT_EQ(
        exact,
        R"({"pipeline":"blur","scheduler":"expert","search":null,)"
        R"("machine":{"name":"laptopwith4coresandAVX2","measured":true},)"
        R"("sizes":{"x":640,"y":160},"missing_sizes":[],"inputs":{"img":[161,641]},)"
        R"("inlined":[],"inlined_because":{},"groups":[{"dims":["y","x"],"stages":[)"
        R"({"name":"bx","live_out":false,"box":[161,640],"tile":[17,64],"points":103040,"computed":108800},)"
        R"({"name":"by","live_out":true,"box":[160,640],"tile":[16,64],"points":102400,"computed":102400}],)"
        R"("loops":[],"predicted_ns":N,"bytes_moved":N,"least_bytes":N,"share":1.0,)"
        R"("tile":[16,64],"shape":"scalene","tiles":{"counts":[10,10],"all":100,"evaluated":100},)"
        R"("scratch":[{"stage":"bx","type":"f32","extents":[17,64],"folds":[0,0],"bytes":4352}],)"
        R"("arena_bytes":4352,"fits":"L1","redundant_percent":2.8,)"
        R"("footprints":[{"stage":"bx","loose":[17,64],"scalene":[17,64]},)"
        R"({"stage":"by","loose":[16,64],"scalene":[16,64]}]}],"not_fused":[],"threads":2,)"
        R"("predicted_ns":N,"bytes_moved":N,"least_bytes":N,"workspace_bytes":4544})");
}

TEST(Explain, TheJsonHasTheReasons) {
    const std::string text = chosen(kBlur, "naive", ReportForm::json);
    EXPECT_NE(text.find("\"why\": \"the scheduler 'naive' fuses nothing\""), std::string::npos) << text;
    EXPECT_NE(chosen(contents_of("apps/harris.pan"), "dp", ReportForm::json)
                  .find("\"Ixx\": \"it reads one point of each producer\""),
              std::string::npos);
}

}  // namespace
}  // namespace pantile::report
