// The names of the language stay usable beside those of the standard library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numeric>

#include "front/cpp/built.h"

// Outside of namespace pantile, where a user is.
namespace {

using namespace pantile;
using namespace std;
using pantile::test::value_of;

TEST(UsingStd, FunctionsOfBothNamespacesAreFound) {
    Var x("x"), y("y");
    Func g("g");
    g(x, y) = cast<float>(x);
    EXPECT_EQ(value_of(min(x, y)), " = min(x, y)");
    EXPECT_EQ(value_of(max(x, y, x)), " = max(max(x, y), x)");
    EXPECT_EQ(value_of(max(1, 2, x)), " = max(2, x)");
    EXPECT_EQ(value_of(clamp(x, x, y)), " = min(max(x, x), y)");
    EXPECT_EQ(value_of(pow(g(x, y), g(x, y))), "g(x, y) = f32(x)\noutput f(x, y) = pow(g(x, y), g(x, y))\n");
    EXPECT_EQ(value_of(abs(x) + cast<int>(round(sqrt(cast<float>(y))))),
              " = abs(x) + i32(round(sqrt(f32(y))))");
    EXPECT_EQ(min(1, 2) + abs(-3), 4);
    EXPECT_EQ(pow(2.0, 3), 8.0);
}

}  // namespace
