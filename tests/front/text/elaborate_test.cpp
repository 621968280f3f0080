#include "front/text/elaborate.h"

#include "front/text/parsing.h"

namespace pantile::front {
namespace {

std::vector<std::string> names_of(const ir::Pipeline& p) {
    std::vector<std::string> names;
    for (const ir::Stage& s : p.stages) names.push_back(s.name);
    return names;
}

using Names = std::vector<std::string>;

TEST(Elaborate, ItemsMayStandInAnyOrder) {
    const ir::Pipeline p =
        parsed("pipeline p\noutput c(x) = b(x) + d\nb(x) = a(x) * k\nconst d = 2\na(x) = x\nparam k: i32\n");
    EXPECT_EQ(names_of(p), (Names{"a", "b", "c"}));
}

TEST(Elaborate, StagesInARightOrderKeepIt) {
    EXPECT_EQ(names_of(parsed("pipeline p\nz(x) = x\na(x) = x\noutput m(x) = a(x) + z(x)\n")),
              (Names{"z", "a", "m"}));
}

TEST(Elaborate, OnlyStagesThatOutputsNeedAreKept) {
    const ir::Pipeline p = parsed(
        "pipeline p\ninput unused: f32(x)\nparam k: f32\nidle(x) = x\nused(x) = x\noutput f(x) = used(x)\n");
    EXPECT_EQ(names_of(p), (Names{"used", "f"}));
    EXPECT_EQ(p.inputs.size(), 1u);
    EXPECT_EQ(p.params.size(), 1u);
}

TEST(Elaborate, ErrorsInStagesThatNobodyNeedsAreReported) {
    EXPECT_EQ(errors_of("pipeline p\nidle(x) = y\noutput f(x) = x\n").size(), 1u);
}

TEST(Elaborate, AnErrorIsNotRepeatedByThoseWhoReadTheStage) {
    EXPECT_EQ(errors_of("pipeline p\na(x) = y\nb(x) = a(x)\noutput f(x) = b(x) + a(x)\n").size(), 1u);
}

TEST(Elaborate, ACycleIsNamed) {
    const Diagnostics found =
        errors_of("pipeline p\na(x) = b(x)\nb(x) = c(x)\nc(x) = a(x)\noutput f(x) = b(x)\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].message, "the stages 'a -> b -> c -> a' depend on each other in a cycle.");
}

TEST(Elaborate, AnErrorInAFamilyIsReportedOnce) {
    EXPECT_EQ(errors_of("pipeline p\noutput G[l in 0..50](x) = y\n").size(), 1u);
}

TEST(Elaborate, MistakesThatTheVerifierFindsComeTogetherWithOthers) {
    const Diagnostics found =
        errors_of("pipeline p\na(x) = y\nb(x) = sum(i for i in 0..x)\noutput f(x) = a(x) + b(x)\n");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].span.line, 2);
    EXPECT_EQ(found[1].span.line, 3);
}

TEST(Elaborate, AfterTwentyDiagnosticsTheRestIsCounted) {
    std::string text = "pipeline p\n";
    for (int i = 0; i < 30; ++i) text += "s" + std::to_string(i) + "(x) = y\n";
    const Diagnostics found = errors_of(text + "output f(x) = x\n");
    ASSERT_EQ(found.size(), 21u);
    EXPECT_EQ(found.back().message, "and 10 more errors.");
    for (size_t i = 1; i + 1 < found.size(); ++i) EXPECT_LT(found[i - 1].span.line, found[i].span.line);
}

TEST(Elaborate, TheSourceLineComesWithoutItsCarriageReturn) {
    EXPECT_EQ(errors_of("pipeline p\r\noutput f(x) = y\r\n")[0].source_line, "output f(x) = y");
}

}  // namespace
}  // namespace pantile::front
