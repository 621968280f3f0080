// Programs that once went wrong: read out of bounds, hung, or did not compile.
#include <gtest/gtest.h>

#include "driver/compile.h"
#include "driver/private_cache.h"

namespace pantile::test {
namespace {

class FoundByAttack : public PrivateCache {};

Result<Pipeline> parsed_pan(const std::string& text) { return parse_pan("pipeline p\n" + text, "p.pan"); }

std::string emitted(const std::string& text) {
    const Result<Pipeline> program = parsed_pan(text);
    if (!program) return render(program.diagnostics());
    const Result<EmittedC> c = emit_c(*program);
    return c ? c->source : render(c.diagnostics());
}

// 't59' where each 'tN' uses the one before twice.
std::string chain(const std::string& first, const std::string& step) {
    std::string text = "  with t0 = " + first;
    for (int i = 1; i < 60; ++i) {
        std::string next = step;
        for (size_t at = next.find('#'); at != std::string::npos; at = next.find('#')) {
            next.replace(at, 1, "t" + std::to_string(i - 1));
        }
        text += ", t" + std::to_string(i) + " = " + next;
    }
    return text + "\n";
}

TEST_F(FoundByAttack, ATruthValueAsAnIndexIsZeroOrOne) {
    const Pipeline program = parsed_pan(
                                 "input m: bool(x)\ninput a: i32(y)\n"
                                 "output cast(x) = a(i32(m(x)))\n"
                                 "output chosen(x) = a(select(m, 1, 0))\n"
                                 "output shared(x) = a(t) + t\n  with t = i32(m(x))\n")
                                 .value();
    const AnyBuffer m = AnyBuffer::allocate(ScalarType::boolean, {{0, 61, 0}}).value();
    for (int i = 0; i < 61; ++i) m.data()[i] = static_cast<std::byte>(i * 7 % 3 == 0);
    Buffer<int32_t> a({2});
    a(0) = 10;
    a(1) = 20;
    const Arguments arguments{{{"m", m}, {"a", a.any()}}, {}, 1};
    const Outputs expected = interpret(program, arguments).value();
    for (const char* compiler : {"gcc", "clang-19", "clang"}) {
        const Result<Kernel> kernel = compile(program, {.compiler = compiler});
        // The fault was gcc's, so gcc must be tried; other compilers are tried where they are.
        if (!kernel && std::string(compiler) != "gcc") continue;
        ASSERT_TRUE(kernel) << render(kernel.diagnostics());
        const Outputs got = kernel->run(arguments).value();
        for (const auto& [name, buffer] : expected)
            EXPECT_TRUE(identical(got.at(name), buffer)) << name << " by " << compiler;
    }
}

TEST_F(FoundByAttack, AMirroredIndexThatWrapsHasTheRangeOfItsType) {
    const std::string text =
        "input img: u8(x)\ninput lut: i32(v)\noutput out(x) = lut(min(img(x), 10 - img(x)))\n";
    const Pipeline program = parsed_pan(text).value();
    Buffer<uint8_t> img({256});
    for (int i = 0; i < 256; ++i) img(i) = static_cast<uint8_t>(i);
    const Buffer<int32_t> small({6}), large({256});
    EXPECT_FALSE(interpret(program, {{{"img", img.any()}, {"lut", small.any()}}, {}, 0}));
    EXPECT_TRUE(interpret(program, {{{"img", img.any()}, {"lut", large.any()}}, {}, 0}));
}

TEST_F(FoundByAttack, ARangeOfValuesDoesNotRestOnArithmeticThatMayWrap) {
    const std::string c =
        emitted("input lut: i32(v)\nparam p: i32\nk(x) = i64(p+1) - i64(p)\noutput out(x) = lut(k(x))\n");
    EXPECT_NE(c.find("whose range is not known"), std::string::npos) << c;
}

TEST_F(FoundByAttack, SharedFloatBoundsTakeNoTime) {
    const std::string c =
        emitted("input img: f32(x)\ninput lut: i32(v)\noutput out(x) = lut(i32(clamp(t59, 0, 9)))\n" +
                chain("img(x)", "min(#, max(#, 1))"));
    EXPECT_NE(c.find("int p("), std::string::npos) << c;
}

TEST_F(FoundByAttack, SharedConditionsOfACaseTakeNoTime) {
    const std::string c = emitted("input img: i32(x)\noutput out(x) = case t59: img(x)\n  otherwise: 2\n" +
                                  chain("x < 3", "(# and #)"));
    EXPECT_NE(c.find("int p("), std::string::npos) << c;
}

TEST_F(FoundByAttack, FunctionsOfLibmAreNotLeftToTheCompiler) {
    const std::string c = emitted("input v: f64(x)\noutput o(x) = pow(v, 2.0) + sqrt(v)\n");
    EXPECT_NE(c.find("static double (*const volatile pantile_pow)(double, double) = pow;"),
              std::string::npos);
    EXPECT_NE(c.find("o_at(x) = pantile_pow(t1, 2.0) + sqrt(t1);"), std::string::npos);
}

TEST_F(FoundByAttack, NamesThatHeadersDeclareAreNoPipelines) {
    for (const char* name : {"gamma", "y0", "fmin", "mmap", "float_t", "NAN", "omp_get_max_threads", "div"}) {
        const Result<Pipeline> program = parse_pan(std::string("pipeline ") + name + "\noutput o(x) = x\n");
        EXPECT_FALSE(program) << name;
    }
    EXPECT_TRUE(parsed_pan("param gamma: f32 = 1\ny0(x) = gamma\noutput div(x) = y0(x)\n"));
}

TEST_F(FoundByAttack, PartialSumsOfBoundsStayIn64Bits) {
    const std::string c = emitted(
        "input v: i32(x)\n"
        "param p: i64 in 4611686018427387904..4611686018427387905\n"
        "param q: i64 in -9223372036854775808..-9223372036854775805\n"
        "output out(x) = v(p + p + q)\n");
    EXPECT_NE(c.find("can overflow 64 bits"), std::string::npos) << c;
}

TEST_F(FoundByAttack, ASmallerLimitIsTriedBeforeAnIndexIsRefused) {
    EXPECT_NE(emitted("input v: i32(x)\noutput out(x) = v(x*x*x/100000)\n").find("1048576"),
              std::string::npos);
}

TEST_F(FoundByAttack, AShiftOfKnownRangeLeavesASizeThatFits) {
    const Pipeline program =
        parsed_pan("input img: i32(x, y)\noutput out(x, y) = img(x + i32(y%2 == 0), y)\n").value();
    const Buffer<int32_t> img({40, 4});
    EXPECT_EQ(interpret(program, {{{"img", img.any()}}, {}, 0}).value().at("out").dim(0).extent, 39);
}

}  // namespace
}  // namespace pantile::test
