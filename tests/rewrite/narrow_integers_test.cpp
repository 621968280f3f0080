#include "rewrite/narrow_integers.h"

#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "ir/print.h"
#include "ir/verify.h"

namespace pantile::rewrite {

using namespace analysis;
namespace {

using namespace ir;

// The value of an output of bytes 'a' and 'b' and of other images.
std::string narrowed(const std::string& value) {
    const Pipeline p = front::parsed(
        "pipeline p\ninput a: u8(x)\ninput b: u8(x)\ninput s: i16(x)\ninput w: i32(x)\ninput f: "
        "f32(x)\noutput o(x) = " +
        value + "\n");
    const Pipeline out = narrow_integers(p);
    EXPECT_TRUE(verify(out).empty());
    return to_text(out.stages.back().cases[0].value);
}

TEST(NarrowIntegers, SumsOfBytesNeedSixteenBits) {
    EXPECT_EQ(narrowed("u8((i32(a(x)) + i32(b(x)) + 1) / 2)"), "u8((u16(a(x)) + u16(b(x)) + 1) / 2)");
    EXPECT_EQ(narrowed("u8(sum(i32(a(x + i)) for i in -1..1) / 3)"),
              "u8(sum(u16(a(x + i)) for i in -1..1) / 3)");
    EXPECT_EQ(narrowed("i16(i32(a(x)) - i32(b(x)))"), "i16(a(x)) - i16(b(x))");
}

TEST(NarrowIntegers, BytesStayBytesWhereNothingIsMultiplied) {
    EXPECT_EQ(narrowed("u8(max(i32(a(x)), i32(b(x))))"), "max(a(x), b(x))");
    EXPECT_EQ(narrowed("u8(i32(a(x)) * i32(b(x)) / 256)"), "u8(u16(a(x)) * u16(b(x)) / 256)");
}

TEST(NarrowIntegers, ComparisonsAndChoices) {
    EXPECT_EQ(narrowed("select(i32(a(x)) + i32(b(x)) > 300, a(x), b(x))"),
              "select(u16(a(x)) + u16(b(x)) > 300, a(x), b(x))");
    EXPECT_EQ(narrowed("select(i32(a(x)) + i32(b(x)) > i32(s(x)), a(x), b(x))"),
              "select(i16(a(x)) + i16(b(x)) > s(x), a(x), b(x))");
    EXPECT_EQ(narrowed("u8(abs(i32(a(x)) - i32(b(x))))"), "u8(abs(i16(a(x)) - i16(b(x))))");
}

// As it is: no part gets narrower, or the values would not fit.
TEST(NarrowIntegers, WhatNeedsItsBitsKeepsThem) {
    for (const char* value :
         {"i32(a(x)) * i32(a(x)) * i32(a(x))", "i16((i32(s(x)) + i32(s(x))) / 2)",
          "u8(i32(s(x)) * i32(b(x)) / 256)", "u8(w(x) / 2)", "f32(i32(a(x)) + i32(b(x))) * f(x)",
          "i32(a(x)) + i32(b(x))", "u8(sum(i32(a(x + i)) for i in 0..1000) / 1001)", "a(x) + b(x)"})
        EXPECT_EQ(narrowed(value),
                  to_text(front::parsed(std::string("pipeline p\ninput a: u8(x)\ninput b: u8(x)\n"
                                                    "input s: i16(x)\ninput w: i32(x)\ninput f: f32(x)\n"
                                                    "output o(x) = ") +
                                        value + "\n")
                              .stages.back()
                              .cases[0]
                              .value));
}

TEST(NarrowIntegers, AConversionThatCutsBitsOffStays) {
    EXPECT_EQ(narrowed("i16(i32(a(x)) - i32(b(x))) + i16(u8(s(x)))"),
              "i16(a(x)) - i16(b(x)) + i16(u8(s(x)))");
}

// 200 + 100 is 44 in bytes: the sum wraps before it is converted, and must go on doing so.
TEST(NarrowIntegers, WhatWrapsIsNotTakenForTheSum) {
    EXPECT_EQ(narrowed("u8(min(i32(a(x) + b(x)) + 1, 99))"),
              "min(select((a(x) + b(x)) + 1 < a(x) + b(x), 255, (a(x) + b(x)) + 1), 99)");
}

// A sum that ends at 255 is more than 255 before: bytes do, since 'a + b < a' tells where it wrapped.
TEST(NarrowIntegers, SumsAndDifferencesThatEndWithTheirType) {
    EXPECT_EQ(narrowed("u8(min(i32(a(x)) + i32(b(x)), 255))"),
              "select(a(x) + b(x) < a(x), 255, a(x) + b(x))");
    EXPECT_EQ(narrowed("u8(min(200, u16(a(x)) + u16(b(x))))"),
              "min(select(a(x) + b(x) < a(x), 255, a(x) + b(x)), 200)");
    EXPECT_EQ(narrowed("u8(max(i32(a(x)) - i32(b(x)), 0))"), "select(a(x) > b(x), a(x) - b(x), 0)");
    EXPECT_EQ(narrowed("u8(max(i32(a(x)) - i32(b(x)), 1))"), "u8(max(i16(a(x)) - i16(b(x)), 1))");
    EXPECT_EQ(narrowed("u8(min(i32(a(x)) + i32(b(x)) + 1, 255))"), "u8(min(u16(a(x)) + u16(b(x)) + 1, 255))");
    EXPECT_EQ(narrowed("u8(min(i32(s(x)) + i32(b(x)), 255))"), "u8(min(i32(s(x)) + i32(b(x)), 255))");
    EXPECT_EQ(narrowed("u8(min(i32(b(x)) + i32(a(x)) * 2, 255))"), "u8(min(u16(b(x)) + u16(a(x)) * 2, 255))");
}

TEST(NarrowIntegers, IndicesStay) {
    EXPECT_EQ(narrowed("a(i32(b(x)) + i32(b(x)))"), "a(i32(b(x)) + i32(b(x)))");
}

}  // namespace
}  // namespace pantile::rewrite
