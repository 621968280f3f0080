#include "driver/compile.h"

#include <gtest/gtest.h>

#include "interp/images.h"
#include "pantile/pantile.h"

namespace pantile::test {
namespace {

TEST(Compile, EmittingTwiceGivesTheSameBytes) {
    const std::string items =
        "input img: u8(x, y)\nparam k: i32 = 2\nf(x, y) = t*t + t*k\n  with t = i32(img(x, y))\n"
        "output g(x, y) = f(x, y) % 7 + sum(f(x+i, y) for i in 0..99)\noutput h(b) = 0\nh(i32(img(0, r))) = "
        "1 for r in 0..img.y.max\n";
    const EmittedC first = emit_c(program(items)).value(), second = emit_c(program(items)).value();
    EXPECT_EQ(first.source, second.source);
    EXPECT_EQ(first.header, second.header);
}

TEST(Compile, TheSchedulesNameAndThePipelinesHashStandInTheFile) {
    const Pipeline pipeline = program("output f(x) = x\n");
    const driver::Compilation compiled = driver::compile_to_c(pipeline.ir(), {}).value();
    EXPECT_NE(compiled.files.source.find("Schedule: auto"), std::string::npos);
    EXPECT_NE(compiled.files.source.find(schedule::hash_of(pipeline.ir())), std::string::npos);
}

}  // namespace
}  // namespace pantile::test
