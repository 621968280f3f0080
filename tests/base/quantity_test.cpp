#include "base/quantity.h"

#include <gtest/gtest.h>

namespace pantile {
namespace {

TEST(Quantity, NumbersHaveTheirThousandsApart) {
    EXPECT_EQ(grouped_digits(0), "0");
    EXPECT_EQ(grouped_digits(999), "999");
    EXPECT_EQ(grouped_digits(1234567), "1,234,567");
    EXPECT_EQ(grouped_digits(-1234), "-1,234");
    EXPECT_EQ(grouped_digits(-123), "-123");
    EXPECT_EQ(plural(1, "tile"), "1 tile");
    EXPECT_EQ(plural(1200, "tile"), "1,200 tiles");
}

TEST(Quantity, TimesHaveThreeDigitsAndTheUnitThatFits) {
    EXPECT_EQ(duration_text(0), "0 ns");
    EXPECT_EQ(duration_text(850.4), "850 ns");
    EXPECT_EQ(duration_text(999.6), "1.00 µs");
    EXPECT_EQ(duration_text(12345), "12.3 µs");
    EXPECT_EQ(duration_text(1.2e6), "1.20 ms");
    EXPECT_EQ(duration_text(345.6e6), "346 ms");
    EXPECT_EQ(duration_text(3e9), "3.00 s");
    EXPECT_EQ(duration_text(1.2345e13), "12345 s");
}

TEST(Quantity, SizesAreInPowersOf1024) {
    EXPECT_EQ(size_text(512), "512 bytes");
    EXPECT_EQ(size_text(32768), "32.0 KiB");
    EXPECT_EQ(size_text(1.5 * 1024 * 1024), "1.50 MiB");
}

}  // namespace
}  // namespace pantile
