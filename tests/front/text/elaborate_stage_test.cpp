#include "front/text/elaborate_stage.h"

#include "front/text/parsing.h"

namespace pantile::front {
namespace {

TEST(ElaborateStage, AnAnnotationGivesALiteralItsType) {
    const ir::Pipeline p =
        parsed("pipeline p\noutput f(x): u8 = 3\noutput g(x) = 3\noutput h(x): f64 = 0.1\n");
    EXPECT_EQ(p.stages[0].type, ScalarType::u8);
    EXPECT_EQ(p.stages[1].type, ScalarType::i32);
    EXPECT_EQ(ir::constant_value(p.stages[2].cases[0].value), ir::Value::of_f64(0.1));
}

TEST(ElaborateStage, CasesMeetInOneType) {
    EXPECT_EQ(stages_of("output f(x, y) = case x < 2 and y > 1: 0\n          case y == 3: raw(x, y)\n        "
                        "  otherwise: img(x, y)\n"),
              "output f(x, y): f32 = case x < 2 and y > 1: 0.0\n  case y == 3: f32(raw(x, y))\n  otherwise: "
              "img(x, y)\n");
}

TEST(ElaborateStage, ARealNumberMakesIntegerCasesFloat) {
    EXPECT_EQ(stages_of("output f(x, y) = case x < 0: raw(x, y)\n   otherwise: 0.5\n"),
              "output f(x, y): f32 = case x < 0: f32(raw(x, y))\n  otherwise: 0.5\n");
}

TEST(ElaborateStage, LocalsAreSharedNodes) {
    const ir::Pipeline p = parsed(with_inputs("output h(x) = t * t + u  with t = img(x, 0), u = t + 1\n"));
    const auto& sum = *ir::as<ir::Sum>(p.stages[0].cases[0].value);
    const auto& product = *ir::as<ir::Binary>(sum.terms[0]);
    EXPECT_EQ(product.lhs.id(), product.rhs.id());
    EXPECT_EQ(ir::as<ir::Sum>(sum.terms[1])->terms[0].id(), product.lhs.id());
}

TEST(ElaborateStage, LaterDefinitionsAreUpdates) {
    EXPECT_EQ(
        stages_of("output hist(b): u32 = 0\n"
                  "hist(raw(i, j)) += 1 for i in raw.x.min..raw.x.max, j in 0..raw.y.extent-1 where i < j\n"),
        "output hist(b): u32 = 0\n"
        "hist(t1) = hist(t1) + 1 for i in raw.x.min..raw.x.max, j in 0..raw.y.extent - 1 where i < j\n"
        "  with t1 = raw(i, j)\n");
}

TEST(ElaborateStage, EveryAssignmentCombinesWithTheOldValue) {
    const std::string text =
        stages_of("output f(x): f32 = 1\nf(x) *= 2\nf(x) min= img(x, 0)\nf(x) max= 3\nf(0) = 4\n");
    EXPECT_EQ(text,
              "output f(x): f32 = 1.0\nf(x) = f(x) * 2.0\nf(x) = min(f(x), img(x, 0))\nf(x) = max(f(x), "
              "3.0)\nf(0) = 4.0\n");
}

TEST(ElaborateStage, AnAddedValueOfANarrowerTypeIsConverted) {
    EXPECT_EQ(stages_of("output f(x): i64 = 0\nf(x) += raw(x, 0)\n"),
              "output f(x): i64 = 0\nf(x) = f(x) + i64(raw(x, 0))\n");
    const ir::Pipeline p = parsed(with_inputs("output f(x): i32 = 0\nf(x) += raw(x, 0)\n"));
    EXPECT_EQ(p.stages[0].updates[0].value.type(), ScalarType::i32);
}

TEST(ElaborateStage, AnAddedValueOfAWiderTypeIsAnError) {
    const Diagnostics found = errors_of(with_inputs("output f(x): u8 = 0\nf(x) += x\n"));
    EXPECT_EQ(found[0].message, "'f' is 'u8', but this value is 'i32'.");
    EXPECT_EQ(found[0].hints[0], "convert it: 'u8(…)'.");
}

TEST(ElaborateStage, UpdateLocalsSeeTheReductionVariables) {
    EXPECT_EQ(stages_of("output f(x): f32 = 0\nf(i) = t * t for i in 0..9 where t > 0 with t = img(i, 0)\n"),
              "output f(x): f32 = 0.0\nf(i) = t1 * t1 for i in 0..9 where t1 > 0.0\n  with t1 = img(i, 0)\n");
}

}  // namespace
}  // namespace pantile::front
