// Compiled pipelines through the public API, against the interpreter.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "driver/private_cache.h"

namespace pantile::test {
namespace {

using testing::ElementsAre;

class Kernels : public PrivateCache {};

// Checks that compiled code gives the interpreter's bytes, on one and on several threads.
void expect_same(const std::string& items, Arguments arguments,
                 const std::map<std::string, int64_t>& sizes = {}) {
    const Pipeline pipeline = program(items);
    const Result<Outputs> expected = interpret(pipeline, arguments, sizes);
    ASSERT_TRUE(expected) << render(expected.diagnostics());
    const Kernel kernel = compiled(pipeline);
    for (const int threads : {1, 3, 0}) {
        arguments.threads = threads;
        const Result<Outputs> found = kernel.run(arguments, sizes);
        ASSERT_TRUE(found) << render(found.diagnostics());
        for (const auto& [name, buffer] : *expected)
            EXPECT_TRUE(identical(buffer, found->at(name))) << name << "\n" << items;
    }
}

TEST_F(Kernels, EveryKindOfStageGivesTheBytesOfTheInterpreter) {
    expect_same(
        "input img: u8(x, y)\nparam k: f32 = 0.25\n"
        "blur(x, y) = (f32(img(x-1, y)) + f32(img(x, y)) + f32(img(x+1, y))) * k\n"
        "small(x, y) = blur(2*x, 2*y)\n"
        "piece(x, y) = case x < 4: small(x, y) case y > 2: small(x, 0) - 1 otherwise: sqrt(abs(small(x, "
        "y)))\n"
        "hist(b) = 0\nhist(i32(img(i, j))) = hist(i32(img(i, j))) + 1 for i in 0..img.x.max, j in "
        "0..img.y.max where i != j\n"
        "cum(b) = hist(b)\ncum(r) = cum(r-1) + cum(r) for r in 1..255\n"
        "output a(x, y) = piece(x/2, y/2) + f32(cum(i32(img(x, y)))) + sum(f32(img(i, y)) for i in "
        "0..img.x.max)\n"
        "output b(b) = cum(b) % 7 - hist(b) / 3\n",
        {{{"img", counting(ScalarType::u8, {21, 17})}}}, {{"b", 256}});
}

TEST_F(Kernels, AnOutputHasItsDeclaredRange) {
    const std::string items = "input img: u8(x)\noutput out(x, c in 1..3) = i32(img(x)) * c\n";
    const Arguments arguments{{{"img", counting(ScalarType::u8, {5})}}};
    expect_same(items, arguments);
    expect_same(items, arguments, {{"c", 2}});
    const Kernel kernel = compiled(program(items));
    const AnyBuffer all = kernel.run(arguments).value().at("out");
    EXPECT_EQ(all.dim(1).min, 1);
    EXPECT_EQ(all.dim(1).extent, 3);
    EXPECT_FALSE(kernel.run(arguments, {{"c", 4}}));
    EXPECT_FALSE(interpret(program(items), arguments, {{"c", 4}}));
}

TEST_F(Kernels, IntegerOperatorsOfEveryTypeAgreeWithTheInterpreter) {
    std::string items = "input img: i64(x)\n";
    for (const std::string t : {"u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64"}) {
        items += fmt::format(
            "v_{0}(x) = {0}(img(x))\nw_{0}(x) = {0}(img(img.x.max - x))\n"
            "output o_{0}(x) = (a + b*3 - (a/b ^ a%b)) + (quo(a, b) | rem(a, b) & (a << b)) - (a >> b) + "
            "min(a, ~b) * max(-a, b) + abs(a - b)\n"
            "  with a = v_{0}(x), b = w_{0}(x)\n",
            t);
    }
    std::vector<int64_t> numbers = {0,      1,     -1,        2,         -2,         3,         7,
                                    -7,     127,   128,       -128,      255,        256,       32767,
                                    -32768, 65535, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN};
    for (const int64_t seed : std::vector<int64_t>(numbers)) numbers.push_back(seed % 1009 * 31 % 1009 - 500);
    expect_same(items, {{{"img", image<int64_t>({static_cast<int64_t>(numbers.size())}, numbers)}}});
}

TEST_F(Kernels, EveryBorderAgreesWithTheInterpreterForEverySmallImage) {
    std::string items =
        "input img: i32(x)\ndefine wide(f) = f(x-7)*1000000 + f(x-1)*10000 + f(x)*100 + f(x+5)\n";
    for (const std::string border : {"repeat_edge", "repeat_image", "mirror_image", "mirror_interior"}) {
        items += fmt::format("output o_{0}(x) = wide({0}(img))\n", border);
    }
    items += "output o_constant(x) = wide(constant_exterior(img, 77))\n";
    for (const int64_t extent : {1, 2, 3, 8})
        expect_same(items, {{{"img", counting(ScalarType::i32, {extent})}}}, {{"x", 12}});
}

TEST_F(Kernels, ConversionsAndFloatFunctionsAgreeWithTheInterpreter) {
    std::string items = "input img: f64(x)\n";
    for (const std::string t : {"bool", "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f32"}) {
        items += fmt::format("output c_{0}(x) = {0}(img(x))\noutput n_{0}(x) = {0}(f32(img(x)))\n", t);
    }
    items +=
        "output m(x) = floor(v) + ceil(v) - round(v) + trunc(v) + select(is_nan(v), 1, v % 3) + min(v, 2) - "
        "max(0.5, v)\n  with v = img(x)\n";
    items +=
        "output g(x) = exp(v) + sin(v)*cos(v) + atan2(v, 2) + pow(abs(v), 0.3) + log(abs(v) + 1) + tanh(v)\n "
        " with v = f32(clamp(img(x), -9, 9))\n";
    const double inf = INFINITY;
    expect_same(
        items,
        {{{"img", image<double>({20}, {0,     -0.0, 0.5, 1.5,  2.5,  -2.5,  127.9, 128, -128.9, 255.5,
                                       65536, 1e9,  3e9, -3e9, 1e19, -1e19, 1e300, inf, -inf,   NAN})}}});
}

TEST_F(Kernels, StridesMinsAndExtentsOfBuffersMayBeAny) {
    const Pipeline pipeline = program("input img: i32(x, y)\noutput out(x, y) = img(x-1, y) * 10 + y\n");
    const Kernel kernel = compiled(pipeline);
    const AnyBuffer dense = counting(ScalarType::i32, {5, 3}).with_mins({-1, 4});
    std::vector<int32_t> memory(200, -1), out_memory(200, -7);
    // Every second element, rows from the bottom up.
    const AnyBuffer sparse = AnyBuffer::wrap(ScalarType::i32, memory.data() + 100, {{-1, 5, 2}, {4, 3, -20}});
    for (int64_t y = 4; y < 7; ++y) {
        for (int64_t x = -1; x < 4; ++x)
            *reinterpret_cast<int32_t*>(sparse.address_of({x, y})) =
                *reinterpret_cast<int32_t*>(dense.address_of({x, y}));
    }
    const AnyBuffer target =
        AnyBuffer::wrap(ScalarType::i32, out_memory.data() + 50, {{1, 3, 3}, {5, 2, 40}});
    const Diagnostics found = kernel.run_into({{{"img", sparse}}}, {{"out", target}});
    ASSERT_TRUE(found.empty()) << render(found);
    EXPECT_THAT(numbers_of(target), ElementsAre(65, 75, 85, 116, 126, 136));
    EXPECT_EQ(std::count(out_memory.begin(), out_memory.end(), -7), 194);
}

TEST_F(Kernels, RowsWithPaddingAreUsedWhereTheyLie) {
    const Kernel kernel = compiled(program("input img: u8(x, y)\noutput out(x, y) = img(x, y) + 1\n"));
    std::vector<uint8_t> memory(64, 5), out_memory(64, 9);
    const AnyBuffer padded = AnyBuffer::wrap(ScalarType::u8, memory.data(), {{0, 3, 1}, {0, 4, 16}});
    const AnyBuffer target = AnyBuffer::wrap(ScalarType::u8, out_memory.data(), {{0, 3, 1}, {0, 4, 16}});
    ASSERT_TRUE(kernel.run_into({{{"img", padded}}}, {{"out", target}}).empty());
    EXPECT_EQ(std::count(out_memory.begin(), out_memory.end(), 6), 12);
    EXPECT_EQ(std::count(out_memory.begin(), out_memory.end(), 9), 52);
}

TEST_F(Kernels, AnOutputMayLieAnywhereTheInputAllows) {
    const Kernel kernel = compiled(program("input img: i32(x)\noutput out(x) = img(x) + img(x+1)\n"));
    const AnyBuffer img = counting(ScalarType::i32, {100}).with_mins({-50});
    const Buffer<int32_t> target({3});
    ASSERT_TRUE(kernel.run_into({{{"img", img}}}, {{"out", target.any().with_mins({-50})}}).empty());
    EXPECT_THAT(numbers_of(target), ElementsAre(1, 3, 5));
    const Diagnostics outside = kernel.run_into({{{"img", img}}}, {{"out", target.any().with_mins({47})}});
    EXPECT_NE(render(outside).find("the access reaches 50; 'img' has x in [-50, 50)."), std::string::npos)
        << render(outside);
    EXPECT_THAT(numbers_of(target), ElementsAre(1, 3, 5));
}

TEST_F(Kernels, OneKernelRunsFromManyThreadsAtOnce) {
    const Pipeline pipeline = program(
        "input img: f32(x, y)\nf(x, y) = img(x, y) * 2 + img(x+1, y)\noutput out(x, y) = f(x, y) + f(x, "
        "y+1)\n");
    const Kernel kernel = compiled(pipeline);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> workers;
    for (int64_t w = 0; w < 8; ++w) {
        workers.emplace_back([&, w] {
            const Arguments arguments{{{"img", counting(ScalarType::f32, {20 + w, 10})}}, {}, 1};
            const Outputs expected = interpret(pipeline, arguments).value();
            for (int i = 0; i < 20; ++i) {
                const Result<Outputs> found = kernel.run(arguments);
                wrong += !found || !identical(found->at("out"), expected.at("out"));
            }
        });
    }
    for (std::thread& worker : workers) worker.join();
    EXPECT_EQ(wrong, 0);
}

TEST_F(Kernels, TheCacheGivesTheSameKernelToManyThreads) {
    const Pipeline pipeline = program("output out(x) = x*3\n");
    std::atomic<int> right = 0;
    std::vector<std::thread> workers;
    for (int w = 0; w < 4; ++w) {
        workers.emplace_back([&] {
            const Result<Kernel> kernel = compile(pipeline);
            const Result<Outputs> out =
                kernel ? kernel->run({}, {{"x", 3}}) : Result<Outputs>(kernel.diagnostics());
            right += out && numbers_of(out->at("out")) == std::vector<double>{0, 3, 6};
        });
    }
    for (std::thread& worker : workers) worker.join();
    EXPECT_EQ(right, 4);
}

TEST_F(Kernels, APipelineWithoutInputsAndDimensionsRuns) {
    expect_same("output f() = 42\n", {});
    expect_same("param k: i32 = 4\noutput f() = sum(i for i in 0..k)\n", {});
}

TEST_F(Kernels, AnEmptyStageIsNeitherComputedNorRead) {
    expect_same("param n: i32 = -1\nf(x) = x*x\noutput out(x) = sum(f(i) for i in 0..n) + x\n", {},
                {{"x", 3}});
}

TEST_F(Kernels, WrongOptionsAreRefusedWithTheKnownOnes) {
    const Pipeline pipeline = program("output f(x) = x\n");
    EXPECT_EQ(render(compile(pipeline, {.target = "z80"}).diagnostics()),
              "error: there is no target 'z80'.\nhint: the targets are: native, x86-64-v2, x86-64-v3, "
              "x86-64-v4, aarch64.\n");
    EXPECT_FALSE(compile(pipeline, {.schedule = "none such"}));
    EXPECT_FALSE(compile(pipeline, {.compiler = "/no/such/compiler"}));
}

TEST_F(Kernels, FastMathStaysClose) {
    const Pipeline pipeline =
        program("input img: f32(x)\noutput f(x) = sum(img(x+i) * 0.1 for i in 0..9) / 3\n");
    const Arguments arguments{{{"img", counting(ScalarType::f32, {100})}}};
    const std::vector<double> strict = numbers_of(interpret(pipeline, arguments)->at("f"));
    const std::vector<double> fast =
        numbers_of(compiled(pipeline, {.math = Math::fast}).run(arguments)->at("f"));
    ASSERT_EQ(fast.size(), strict.size());
    for (size_t i = 0; i < fast.size(); ++i) EXPECT_NEAR(fast[i], strict[i], 1e-4 * (1 + strict[i]));
}

TEST_F(Kernels, ASizeTooLargeForMemoryIsRefusedBeforeAnythingIsAllocated) {
    const Kernel kernel = compiled(program("output f(x, y) = x + y\n"));
    const Result<Outputs> out = kernel.run({}, {{"x", 500000000}, {"y", 500000000}});
    ASSERT_FALSE(out);
    EXPECT_NE(render(out.diagnostics()).find("this run needs 1000000000.0 GB of memory"), std::string::npos)
        << render(out.diagnostics());
}

}  // namespace
}  // namespace pantile::test
