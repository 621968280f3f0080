// Programs that once went wrong: read out of bounds, hung, or did not compile.
#include <gtest/gtest.h>

#include "driver/compile.h"
#include "driver/private_cache.h"
#include "ir/value.h"

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

// The condition stands in an index, whose own arithmetic is exact.
TEST_F(FoundByAttack, AConditionInAnIndexWrapsAsItsTypesDo) {
    const std::string conditions[] = {"u8(y) * 20 > 100", "i8(y) - i8(120) - i8(15) > 100", "-u8(y) > 250",
                                      "i64(y) * 1000000000000000000 < 0", "u16(y) * 4000 > 60000"};
    for (const std::string& condition : conditions) {
        const Pipeline program =
            parsed_pan("input img: u8(x, y)\noutput out(x, y) = img(x, y) + img(x, clamp(select(" +
                       condition + ", y, y + 1), 0, 31))\n")
                .value();
        const AnyBuffer img = AnyBuffer::allocate(ScalarType::u8, {{0, 64, 0}, {0, 32, 0}}).value();
        for (int i = 0; i < 64 * 32; ++i) img.data()[i] = static_cast<std::byte>(i * 37 / 11);
        const Arguments arguments{{{"img", img}}, {}, 1};
        const Outputs expected = interpret(program, arguments).value();
        for (const char* schedule : {"naive", "auto"}) {
            const Result<Kernel> kernel = compile(program, {.schedule = schedule});
            ASSERT_TRUE(kernel) << render(kernel.diagnostics());
            EXPECT_TRUE(identical(kernel->run(arguments).value().at("out"), expected.at("out")))
                << condition << " by " << schedule;
        }
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

// Inputs of random bytes or small floats, one for each name with these extents.
std::map<std::string, AnyBuffer> some_inputs(const Pipeline& program,
                                             const std::map<std::string, std::vector<int64_t>>& extents) {
    std::map<std::string, AnyBuffer> inputs;
    uint32_t state = 1;
    for (const auto& [name, sizes] : extents) {
        const ScalarType type = program.ir().find_input(name)->type;
        std::vector<Dimension> dims;
        for (const int64_t size : sizes) dims.push_back({0, size, 0});
        const AnyBuffer image = AnyBuffer::allocate(type, dims).value();
        for (int64_t i = 0; i < image.element_count(); ++i) {
            state = state * 1664525u + 1013904223u;
            const ir::Value value = is_float(type)
                                        ? ir::Value::of_float(type, static_cast<double>(state >> 24))
                                        : ir::Value::of_int(type, state >> 24);
            ir::store_value(value, image.data() + i * size_in_bytes(type));
        }
        inputs.emplace(name, image);
    }
    return inputs;
}

// 'auto' and 'naive' accept what the interpreter accepts, and give the same bytes.
void expect_same(const std::string& text, const std::map<std::string, std::vector<int64_t>>& inputs,
                 const std::map<std::string, int64_t>& sizes) {
    const Result<Pipeline> program = parsed_pan(text);
    ASSERT_TRUE(program) << render(program.diagnostics());
    const Arguments arguments{some_inputs(*program, inputs), {}, 1};
    const Result<Outputs> expected = interpret(*program, arguments, sizes);
    ASSERT_TRUE(expected) << render(expected.diagnostics());
    for (const char* schedule : {"naive", "auto"}) {
        const Result<Kernel> kernel = compile(*program, {.schedule = schedule});
        ASSERT_TRUE(kernel) << schedule << "\n" << render(kernel.diagnostics());
        const Result<Outputs> got = kernel->run(arguments, sizes);
        ASSERT_TRUE(got) << schedule << "\n" << render(got.diagnostics());
        for (const auto& [name, buffer] : *expected)
            EXPECT_TRUE(identical(got->at(name), buffer)) << name << " by " << schedule;
    }
}

TEST_F(FoundByAttack, ASumThatEndsBeyondItsTypeEndsThere) {
    expect_same(
        "input a: u8(x, y)\ninput b: u8(x, y)\n"
        "output o1(x, y) = u8(min(i32(a & 63) + i32(b & 63), 306))\n"
        "output o2(x, y) = u16(min(i32(a) + i32(b), 65540))\n"
        "output o3(x, y) = u8(min(300, i32(a % 100) + i32(b % 100)))\n",
        {{"a", {64, 64}}, {"b", {64, 64}}}, {});
}

TEST_F(FoundByAttack, APartHasAFewDimensions) {
    std::string sum = "g(k(x))";
    for (int i = 1; i < 10; ++i) sum += " + g(k(x+" + std::to_string(i) + "))";
    expect_same("input g: f32(x)\ninput k: u8(x)\noutput o(x) = (" + sum + ") * f32(x)\n",
                {{"g", {256}}, {"k", {100}}}, {{"x", 90}});
}

TEST_F(FoundByAttack, AStageThatAddsOverAnEmptyDomainMayBeRead) {
    expect_same(
        "input a: f32(x, y)\nparam p: i32 = 3\nparam lo: i32 = 20\ng(x, y) = 0.0\n"
        "g(x, r) += a(x, r) for r in 0..p\noutput o(x, y) = case x >= lo: g(x, y)\n  otherwise: 1.0\n",
        {{"a", {50, 10}}}, {{"x", 40}, {"y", 10}});
}

TEST_F(FoundByAttack, PartsOfTwoCasesAskForNoMoreThanBoth) {
    const std::string part = "(g(x/8, y+z-17) + h(x/8, y+z-17)) * f32(x)\n";
    expect_same("input g: f32(x, y)\ninput h: f32(x, y)\noutput o(x, y, z) = case y <= 3 and z >= 17: " +
                    part + "  case y >= 17 and z <= 3: " + part + "  otherwise: 0.0\n",
                {{"g", {8, 7}}, {"h", {8, 7}}}, {{"x", 60}, {"y", 21}, {"z", 21}});
}

TEST_F(FoundByAttack, NarrowSumsKeepTheRangeThatTheyHad) {
    expect_same(
        "input a: u8(x, y)\ninput b: u8(x, y)\ninput lut: u8(i)\n"
        "k(x, y) = u8(max(i32(a(x, y) & 15) - i32(b(x, y) & 15), 0))\n"
        "m(x, y) = u8(max(i32(a(x, y)) / 3 + i32(b(x, y)) / 5, 3))\nd(x, y) = u8(a + 1)\n"
        "output o(x, y) = u8(sum(u32(lut(k(x+i, y+j))) for i in 0..6, j in 0..6)) + d(x, y) + m(x, y)\n",
        {{"a", {70, 70}}, {"b", {70, 70}}, {"lut", {16}}}, {{"x", 60}, {"y", 60}});
}

// Thousands of updates that could all run together: each was compared with each.
TEST_F(FoundByAttack, ManyUpdatesOfOneDomainTakeNoTime) {
    std::string text = "f(x) = 0\n";
    for (int i = 0; i < 8000; ++i) text += "f(" + std::to_string(i) + ") = " + std::to_string(3 * i) + "\n";
    EXPECT_NE(emitted(text + "output o(x) = f(x)\n").find("int p("), std::string::npos);
}

}  // namespace
}  // namespace pantile::test
