#include "driver/compile.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "interp/images.h"
#include "pantile/pantile.h"

namespace pantile::test {
namespace {

double processor_seconds() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

TEST(Compile, SquaringAnExpressionFiveHundredTimesIsInstant) {
    ImageParam img(Float(32), 1, "img");
    Var x("x");
    Func f("f");
    const double begin = processor_seconds();
    Expr e = img(x);
    for (int i = 0; i < 500; ++i) e = e * e;
    f(x) = e;
    const Result<Pipeline> pipeline = Pipeline::build({f});
    ASSERT_TRUE(pipeline) << render(pipeline.diagnostics());
    const Result<EmittedC> emitted = emit_c(*pipeline);
    ASSERT_TRUE(emitted) << render(emitted.diagnostics());
    EXPECT_LT(processor_seconds() - begin, 0.2);
    EXPECT_LT(emitted->source.size(), 100000u);
}

TEST(Compile, AChainOfAThousandFuncsTakesUnderFiveSeconds) {
    ImageParam img(Float(32), 1, "img");
    Var x("x");
    const double begin = processor_seconds();
    Func last("f0");
    last(x) = img(x);
    for (int i = 1; i < 1000; ++i) {
        Func next("s" + std::to_string(i));
        next(x) = (last(x - 1) + last(x) + last(x + 1)) / 3;
        last = next;
    }
    const Pipeline pipeline = Pipeline::build({last}).value();
    EXPECT_TRUE(emit_c(pipeline));
    EXPECT_LT(processor_seconds() - begin, 5);
}

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

TEST(Compile, TargetsBecomeFlags) {
    EXPECT_EQ(driver::target_flags("x86-64-v3").value(), std::vector<std::string>{"-march=x86-64-v3"});
    EXPECT_TRUE(driver::target_flags("aarch64").value().empty());
    EXPECT_FALSE(driver::target_flags("-march=evil"));
    EXPECT_FALSE(driver::target_flags(""));
}

}  // namespace
}  // namespace pantile::test
