// Every allocation of the library fails once: a message, no leak, and no end of the process.
#include <fstream>
#include <iterator>

#include "driver/private_cache.h"
#include "faults/every_allocation.h"
#include "image/read_image.h"
#include "image/write_image.h"
#include "pantile/pantile.h"

namespace pantile::faults {
namespace {

class FailingAllocations : public test::PrivateCache {};

const std::string kProgram =
    "pipeline p\n"
    "input img: u8(x, y)\nparam k: f32 = 0.25\nconst n = 3\n"
    "define wide(f) = f(x-1, y) + 2*f(x, y) + f(x+1, y)\n"
    "near(x, y) = f32(repeat_edge(img)(x, y))\n"
    "blur(x, y) = wide(near) * k\n"
    "G[0](x, y) = blur(x, y)\nG[i in 1..n](x, y) = G[i-1](x, y-1) + G[i-1](x, y+1)\n"
    "hist(b) = 0\nhist(i32(img(i, j))) = hist(i32(img(i, j))) + 1 for i in 0..img.x.max, j in 0..img.y.max\n"
    "output out(x, y) = case x < 4: G[n](x, y) otherwise: sqrt(abs(G[n](x, y)))\n"
    "  + f32(hist(i32(img(x, y)))) + sum(blur(x+i, y) for i in 0..2)\n"
    "estimate x = 64\nestimate y = 48\n";

std::string name_of_case(const testing::TestParamInfo<std::string>& info) { return info.param; }

template <typename T>
std::string said(const Result<T>& result) {
    return result ? "" : render(result.diagnostics());
}

Pipeline parsed() { return parse_pan(kProgram, "p.pan").value(); }

Arguments arguments() { return {{{"img", test::counting(ScalarType::u8, {21, 17})}}, {}, 1}; }

// The copy that the parser keeps is the caller's to make: it is made before anything fails.
Result<Pipeline> parse_a_copy(const std::string& text) {
    const int64_t number = pause();
    std::string copy = text;
    fail_allocation(number);
    return parse_pan(std::move(copy), "p.pan");
}

TEST_F(FailingAllocations, OfTheParser) {
    fail_each_allocation([] { return said(parse_a_copy(kProgram)); }, 400);
}

TEST_F(FailingAllocations, OfADiagnosticOfTheParser) {
    const std::string wrong = kProgram + "output more(x) = nowhere(x) + img(x)\n";
    fail_each_allocation(
        [&] {
            const Result<Pipeline> refused = parse_a_copy(wrong);
            if (refused) return std::string("it is accepted");
            pause();
            const std::string text = render(refused.diagnostics());
            return text.find("nowhere") != std::string::npos ? "" : text;
        },
        100);
}

TEST_F(FailingAllocations, OfTheInterpreter) {
    const Pipeline pipeline = parsed();
    const Arguments given = arguments();
    fail_each_allocation([&] { return said(interpret(pipeline, given)); }, 100);
}

class FailingSchedulers : public FailingAllocations, public testing::WithParamInterface<std::string> {};

TEST_P(FailingSchedulers, AndOfAllPassesAndTheEmitter) {
    const Pipeline pipeline = parsed();
    fail_each_allocation(
        [&] { return said(emit_c(pipeline, {.schedule = GetParam(), .scheduling = {.budget = 0.02}})); }, 40);
}

INSTANTIATE_TEST_SUITE_P(Each, FailingSchedulers,
                         testing::Values("naive", "auto", "dp", "greedy", "polymage", "forma"), name_of_case);

// Schedule files that are read are no part of this: the JSON library allocates when it frees.
TEST_F(FailingAllocations, OfSchedulesAndReports) {
    const Pipeline pipeline = parsed();
    const CompileOptions quick{.scheduling = {.budget = 0.02}};
    fail_each_allocation([&] { return said(schedule_file(pipeline, quick)); }, 20);
    fail_each_allocation([&] { return said(explain(pipeline, quick)); }, 20);
}

TEST_F(FailingAllocations, OfAKernelThatIsLoadedAndRuns) {
    const Pipeline pipeline = parsed();
    const Arguments given = arguments();
    const AnyBuffer expected = interpret(pipeline, given).value().at("out");
    const CompileOptions quick{.schedule = "naive"};
    const Kernel kernel = test::compiled(pipeline, quick);
    const auto run = [&](const Kernel& with) {
        const Result<Outputs> found = with.run(given);
        pause();
        EXPECT_TRUE(!found || test::identical(found->at("out"), expected));
        return said(found);
    };
    fail_each_allocation([&] { return run(kernel); }, 200);
    // From the cache: what is found there, the loader and the run.
    fail_each_allocation(
        [&] {
            const Result<Kernel> again = compile(pipeline, quick);
            return again ? run(*again) : said(again);
        },
        60);
}

TEST_F(FailingAllocations, OfFuncsAreExceptionsWithoutLeaks) {
    fail_each_allocation(
        [] {
            try {
                ImageParam img(UInt(8), 2, "img");
                Param<float> k("k");
                Var x("x"), y("y");
                RDom r(0, 3);
                Func f("f"), g("g");
                f(x, y) = cast<float>(BoundaryConditions::repeat_edge(img)(x, y)) * k;
                g(x, y) = sum(r, f(x + r, y)) + select(x < 3, 1.0f, f(x, y));
                g(x, 0) += 1.0f;
                return said(Pipeline::build({g}));
            } catch (const std::bad_alloc&) {
                return std::string("not enough memory");
            }
        },
        300);
}

class FailingImages : public FailingAllocations, public testing::WithParamInterface<std::string> {};

TEST_P(FailingImages, AreRefusedAndNotWritten) {
    const runtime::TemporaryDirectory place =
        runtime::TemporaryDirectory::create("/tmp", "pantile-test-").value();
    const bool real = GetParam() == "pfm";
    const AnyBuffer picture = test::counting(real ? ScalarType::f32 : ScalarType::u8, {19, 11, 3});
    const std::string file = place.path() + "/a." + GetParam(), other = place.path() + "/b." + GetParam();
    ASSERT_TRUE(image::write_image(file, picture).empty());
    // Libraries of formats do not always tell what they missed: any message will do.
    const auto any_message = [](const std::string& text) { return text.empty() ? "" : "memory: " + text; };
    fail_each_allocation([&] { return any_message(said(image::read_image(file))); }, 100);
    fail_each_allocation(
        [&] {
            const Diagnostics found = image::write_image(other, picture);
            return any_message(found.empty() ? "" : render(found));
        },
        100);
}

INSTANTIATE_TEST_SUITE_P(Each, FailingImages, testing::Values("png", "jpg", "tif", "ppm", "pfm", "npy"),
                         name_of_case);

}  // namespace
}  // namespace pantile::faults
