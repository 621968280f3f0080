#include "analysis/symbolic.h"

#include <gtest/gtest.h>

#include "ir/build.h"
#include "ir/print.h"

namespace pantile::analysis {
namespace {

using namespace ir;

Expr name(const std::string& n) { return variable(Scope::local, n, ScalarType::i64); }
const Expr a = name("a"), b = name("b");

std::string bound_text(const Expr& e) {
    const auto number = constant_int(e);
    return number ? std::to_string(*number) : to_text(e);
}

std::optional<int64_t> value(const Expr& e, int64_t of_a = 0, int64_t of_b = 0) {
    return evaluate_bound(e, [&](const Variable& v) { return v.name == "a" ? of_a : of_b; });
}

TEST(Symbolic, ConstantsGatherAtTheEnd) {
    EXPECT_EQ(bound_text(plus(plus(a, 2), 3)), "a + 5");
    EXPECT_EQ(plus(plus(a, 2), -2).id(), a.id());
    EXPECT_EQ(bound_text(plus(plus(a, 1), plus(b, 2))), "a + b + 3");
    EXPECT_EQ(bound_text(plus(constant_i64(1), constant_i64(2))), "3");
}

TEST(Symbolic, AConversionThatCutsBitsOffDoesSoHere) {
    EXPECT_EQ(value(cast(ScalarType::u8, a), 300), 44);
    EXPECT_EQ(value(cast(ScalarType::i8, a), 200), -56);
    EXPECT_EQ(value(cast(ScalarType::i16, a), -7), -7);
}

TEST(Symbolic, ADifferenceOfTheSameIsAConstant) {
    EXPECT_EQ(bound_text(minus(plus(a, 5), plus(a, 2))), "3");
    EXPECT_EQ(bound_text(minus(a, a)), "0");
    EXPECT_EQ(bound_text(minus(plus(a, 5), plus(b, 2))), "a - b + 3");
    EXPECT_EQ(value(minus(constant_i64(3), plus(b, 2)), 0, 10), -9);
}

TEST(Symbolic, OfBoundsThatDifferByAConstantOneIsKept) {
    EXPECT_EQ(bound_text(least({plus(a, -1), a, plus(a, 1)})), "a + -1");
    EXPECT_EQ(bound_text(greatest({plus(a, -1), a, plus(a, 1)})), "a + 1");
    EXPECT_EQ(bound_text(least({constant_i64(4), constant_i64(2)})), "2");
    EXPECT_EQ(bound_text(least({a, b, plus(a, -3)})), "min(a + -3, b)");
}

TEST(Symbolic, OfBoundsWithEqualLimitsTheInnerOnesDecide) {
    const auto limited = [](const Expr& e) { return smaller(larger(e, constant_i64(0)), b); };
    EXPECT_EQ(bound_text(least({limited(plus(a, -1)), limited(a), limited(plus(a, 1))})),
              "min(max(a + -1, 0), b)");
    EXPECT_EQ(bound_text(greatest({limited(plus(a, -1)), limited(plus(a, 1)), limited(a)})),
              "min(max(a + 1, 0), b)");
}

TEST(Symbolic, BoundsWithOtherLimitsAreKept) {
    const Expr low = larger(a, constant_i64(0)), lower = larger(plus(a, -1), constant_i64(1));
    EXPECT_EQ(bound_text(least({low, lower})), "min(max(a, 0), max(a + -1, 1))");
    EXPECT_EQ(bound_text(least({low, plus(a, -1)})), "min(max(a, 0), a + -1)");
    EXPECT_EQ(bound_text(least({low, smaller(plus(a, -1), constant_i64(0))})),
              "min(max(a, 0), min(a + -1, 0))");
}

// What is dropped never mattered.
TEST(Symbolic, TheLeastOfLimitedBoundsIsTheLeastOfTheirValues) {
    const std::vector<Expr> bounds = {larger(plus(a, -2), b),
                                      larger(plus(a, 3), b),
                                      smaller(larger(a, b), constant_i64(2)),
                                      smaller(larger(plus(a, 1), b), constant_i64(2)),
                                      smaller(larger(plus(a, -1), b), constant_i64(-1)),
                                      larger(smaller(a, b), constant_i64(2)),
                                      plus(a, 1),
                                      plus(b, -1),
                                      constant_i64(1)};
    for (size_t i = 0; i < bounds.size(); ++i) {
        for (size_t j = 0; j < bounds.size(); ++j) {
            for (int64_t x = -5; x <= 5; ++x) {
                for (int64_t y = -5; y <= 5; ++y) {
                    const int64_t p = *value(bounds[i], x, y), q = *value(bounds[j], x, y);
                    EXPECT_EQ(value(least({bounds[i], bounds[j]}), x, y), std::min(p, q));
                    EXPECT_EQ(value(greatest({bounds[i], bounds[j]}), x, y), std::max(p, q));
                }
            }
        }
    }
}

TEST(Symbolic, OffsetsSplitIntoBaseAndConstant) {
    EXPECT_EQ(split_offset(plus(a, 7)).offset, 7);
    EXPECT_EQ(split_offset(a).offset, 0);
    EXPECT_FALSE(split_offset(constant_i64(9)).base);
    EXPECT_EQ(split_offset(constant_i64(9)).offset, 9);
}

TEST(Symbolic, EvaluationIsExact) {
    EXPECT_EQ(value(floor_divided(a, 3), -7), -3);
    EXPECT_EQ(value(negated(a), 5), -5);
    EXPECT_EQ(value(times(a, b), 6, -7), -42);
    EXPECT_EQ(value(smaller(a, b), 1, 2), 1);
    EXPECT_EQ(value(larger(a, b), 1, 2), 2);
    EXPECT_EQ(value(select(binary(BinaryOp::lt, a, b), a, b), 8, 3), 3);
}

TEST(Symbolic, EvaluationThatOverflowsGivesNothing) {
    EXPECT_EQ(value(plus(a, 1), INT64_MAX), std::nullopt);
    EXPECT_EQ(value(times(a, b), int64_t{1} << 32, int64_t{1} << 32), std::nullopt);
    EXPECT_EQ(value(negated(a), INT64_MIN), std::nullopt);
    EXPECT_EQ(value(larger(plus(a, 1), constant_i64(0)), INT64_MAX), std::nullopt);
    EXPECT_EQ(value(minus(a, b), INT64_MIN, 1), std::nullopt);
}

}  // namespace
}  // namespace pantile::analysis
