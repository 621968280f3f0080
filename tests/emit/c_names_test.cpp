#include "emit/c_names.h"

#include <gtest/gtest.h>

#include "driver/compile.h"
#include "front/text/parsing.h"

namespace pantile::emit {
namespace {

using namespace ir;

Loops loops_of(const std::string& items) {
    return driver::compile_to_c(front::parsed("pipeline p\n" + items), {.schedule = "naive"}).value().loops;
}

TEST(CNames, NamesOfTheUserStayAsTheyAre) {
    CNames names(loops_of("input img: u8(x)\nparam k: u8 = 1\noutput out(x) = img(x) * k\n"));
    EXPECT_EQ(names.buffer("img"), "img");
    EXPECT_EQ(names.parameter("k"), "k");
    EXPECT_EQ(names.loop_variable(Scope::coordinate, "x"), "x");
    EXPECT_EQ(names.bound("img.x.min"), "img_x_min");
}

TEST(CNames, TheSameNameGivesTheSameIdentifier) {
    CNames names(loops_of("output out(x) = x\n"));
    const std::string first = names.local("t");
    EXPECT_EQ(names.local("t"), first);
}

TEST(CNames, NoTwoThingsShareAnIdentifier) {
    CNames names(loops_of("input a_x: u8(y)\ninput a: u8(x_y, x)\noutput x(x) = a(x, x) + a_x(x)\n"));
    std::set<std::string> ids;
    for (const std::string& id :
         {names.buffer("a"), names.buffer("a_x"), names.buffer("x"),
          names.loop_variable(Scope::coordinate, "x"), names.bound("a.x_y.min"), names.bound("a.x.min"),
          names.bound("a_x.y.min"), names.accessor("a"), names.accessor("x"), names.local("x"),
          names.loop_variable(Scope::reduction, "x")}) {
        EXPECT_TRUE(ids.insert(id).second) << id;
    }
}

TEST(CNames, WordsOfTheEmittedTextAreNotUsedForTheUsersNames) {
    CNames names(loops_of("output frame(threads, status) = threads + status\n"));
    EXPECT_NE(names.buffer("frame"), "frame");
    EXPECT_NE(names.loop_variable(Scope::coordinate, "threads"), "threads");
    EXPECT_NE(names.loop_variable(Scope::coordinate, "status"), "status");
}

TEST(CNames, ParametersOfTheAccessorMacrosAreNotUsedForTheUsersNames) {
    CNames names(loops_of("output i0(x, i7) = x + i7\n"));
    EXPECT_NE(names.buffer("i0"), "i0");
    EXPECT_NE(names.loop_variable(Scope::coordinate, "i7"), "i7");
}

}  // namespace
}  // namespace pantile::emit
