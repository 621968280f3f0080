#include "machine/two_digits.h"

#include <gtest/gtest.h>

namespace pantile::machine {
namespace {

TEST(TwoDigits, KeepsTwoSignificantDigits) {
    EXPECT_EQ(two_digits(0.2837), 0.28);
    EXPECT_EQ(two_digits(48123.0), 48000.0);
    EXPECT_EQ(two_digits(9.97), 10.0);
    EXPECT_EQ(two_digits(7.0), 7.0);
}

}  // namespace
}  // namespace pantile::machine
