#include "analysis/associative.h"

#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "ir/scalar.h"

namespace pantile::analysis {
namespace {

using ir::BinaryOp;

ir::Stage updated(const std::string& items) {
    return *front::parsed(
                "pipeline p\ninput img: u8(x, y)\ninput flags: bool(x, y)\ninput real: f32(x, y)\n" + items)
                .find_stage("f");
}

std::optional<Combination> combination(const std::string& items) {
    const ir::Stage stage = updated(items);
    return order_free(stage, stage.updates.at(0));
}

// '+', 'min', …, or 'none'.
std::string op_of(const std::string& items) {
    const auto found = combination(items);
    if (!found) return "none";
    return found->op ? std::string(ir::facts(*found->op).spelling) : "+";
}

const std::string kRange = " for i in 0..img.x.max, j in 0..img.y.max\n";

TEST(Associative, AHistogramAddsUpIntegers) {
    EXPECT_EQ(op_of("output f(b) = 0\nf(i32(img(i, j))) += 1" + kRange), "+");
    EXPECT_EQ(op_of("output f(b) = u8(0)\nf(i32(img(i, j))) = img(j, i) + f(i32(img(i, j)))" + kRange), "+");
}

TEST(Associative, ASumIsRecognisedInEveryGrouping) {
    EXPECT_EQ(op_of("output f() = 0\nf() = i32(img(i, j)) + f() + 3" + kRange), "+");
    EXPECT_EQ(op_of("output f() = 0\nf() = (i32(img(i, j)) + (f() + i)) + 3" + kRange), "+");
    EXPECT_EQ(op_of("output f() = 0\nf() = f() - i + j" + kRange), "+");
    EXPECT_EQ(op_of("output f() = 0\nf() = i - f()" + kRange), "none");
    EXPECT_EQ(op_of("output f() = 0\nf() = f() + f()" + kRange), "none");
    EXPECT_EQ(op_of("output f() = 0\nf() = f() * 2 + i" + kRange), "none");
}

TEST(Associative, IntegersAndTruthValuesHaveTheseOperators) {
    EXPECT_EQ(op_of("output f() = 1\nf() *= i" + kRange), "*");
    EXPECT_EQ(op_of("output f() = 1\nf() min= i" + kRange), "min");
    EXPECT_EQ(op_of("output f() = 1\nf() = max(j, max(f(), i))" + kRange), "max");
    EXPECT_EQ(op_of("output f() = 1\nf() = f() & i" + kRange), "&");
    EXPECT_EQ(op_of("output f() = 1\nf() = i | f()" + kRange), "|");
    EXPECT_EQ(op_of("output f() = 1\nf() = f() ^ i" + kRange), "^");
    EXPECT_EQ(op_of("output f() = false\nf() = f() or flags(i, j)" + kRange), "or");
    EXPECT_EQ(op_of("output f() = true\nf() = f() and flags(i, j)" + kRange), "and");
    EXPECT_EQ(op_of("output f() = true\nf() = f() != flags(i, j)" + kRange), "!=");
    EXPECT_EQ(op_of("output f() = 1\nf() = min(f(), max(f(), i))" + kRange), "none");
    EXPECT_EQ(op_of("output f() = 1\nf() = f() / i" + kRange), "none");
    EXPECT_EQ(op_of("output f() = 1\nf() = f() << i" + kRange), "none");
}

TEST(Associative, FloatsAlwaysKeepTheirOrder) {
    for (const char* assign : {"+=", "*=", "min=", "max="})
        EXPECT_EQ(op_of(std::string("output f() = 0.0\nf() ") + assign + " real(i, j)" + kRange), "none")
            << assign;
}

TEST(Associative, NothingElseMayReadTheStage) {
    EXPECT_EQ(op_of("output f(x) = x\nf(r) = f(r-1) + 1 for r in 1..9\n"), "none");
    EXPECT_EQ(op_of("output f(x) = x\nf(r) = f(r) + f(0) for r in 1..9\n"), "none");
    EXPECT_EQ(op_of("output f(x) = x\nf(r) += 1 for r in 1..9 where f(0) > 2\n"), "none");
    EXPECT_EQ(op_of("output f(x) = x\nf(clamp(f(r), 0, 9)) += 1 for r in 1..9\n"), "none");
    EXPECT_EQ(op_of("output f(x) = x\nf(r) = 1 for r in 1..9\n"), "none");
}

TEST(Associative, CombiningWithTheIdentityChangesNothing) {
    for (const std::string type : {"u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64"}) {
        for (const char* value :
             {"f() + E", "f() * E", "min(f(), E)", "max(f(), E)", "f() & E", "f() | E", "f() ^ E"}) {
            std::string text = value;
            text.replace(text.find('E'), 1, type + "(i)");
            const auto found = combination("output f() = " + type + "(0)\nf() = " + text + kRange);
            ASSERT_TRUE(found) << type << " " << value;
            for (const int64_t number : {0, 1, -1, 77, 128, -12345}) {
                const ir::Value v = ir::Value::of_int(found->identity.type(), number);
                EXPECT_EQ(found->op ? ir::apply(*found->op, v, found->identity) : ir::add(v, found->identity),
                          v)
                    << type << " " << value;
            }
        }
    }
    for (const char* value : {"f() or E", "f() and E", "f() != E", "f() == E"}) {
        std::string text = value;
        text.replace(text.find('E'), 1, "flags(i, j)");
        const auto found = combination("output f() = true\nf() = " + text + kRange);
        ASSERT_TRUE(found) << value;
        for (const bool b : {false, true})
            EXPECT_EQ(ir::apply(*found->op, ir::Value::of_bool(b), found->identity), ir::Value::of_bool(b))
                << value;
    }
}

bool splits(const std::string& items, size_t variable) {
    const ir::Stage stage = updated(items);
    return splits_in_order(stage, stage.updates.at(0), variable);
}

TEST(Associative, SplittingTheSlowestVariableKeepsTheOrder) {
    const std::string items = "output f(x) = 0.0\nf(x) += real(x+i, j)" + kRange;
    EXPECT_FALSE(splits(items, 0));
    EXPECT_TRUE(splits(items, 1));
}

TEST(Associative, AVariableThatNamesThePlaceDoesNotCountAsSlower) {
    EXPECT_TRUE(splits("output f(x) = 0.0\nf(j) += real(i, j)" + kRange, 0));
    EXPECT_FALSE(splits("output f(x) = 0.0\nf(j/2) += real(i, j)" + kRange, 0));
    EXPECT_FALSE(splits("output f(x) = 0.0\nf(j) = f(j-1) + real(i, j)" + kRange, 0));
    const std::string three = " for i in 0..9, j in 0..9, k in 0..9\n";
    EXPECT_TRUE(splits("output f(x, y) = 0.0\nf(j, k) += real(i, j)" + three, 0));
    EXPECT_FALSE(splits("output f(x) = 0.0\nf(j) += real(i, k)" + three, 0));
}

}  // namespace
}  // namespace pantile::analysis
