// Large pipelines under every scheduler: they are compiled to the end, or refused with the limit that they
// meet. Effort is counted in what is emitted and judged; times are the tests' own limits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "driver/compile.h"
#include "front/text/parsing.h"
#include "long_run.h"
#include "search/scheduled.h"

namespace pantile::driver {
namespace {

const std::vector<std::string> kSchedulers = {"auto", "dp", "greedy", "polymage", "forma", "naive"};

std::string chain(int stages) {
    std::string text = "pipeline p\ninput img: f32(x, y)\ns0(x, y) = img(x, y)\n";
    for (int i = 1; i < stages; ++i)
        text += fmt::format("s{0}(x, y) = s{1}(x-1, y) + s{1}(x+1, y{2:+}) * 0.5\n", i, i - 1, i % 3 - 1);
    return text + fmt::format("output out(x, y) = s{}(x, y)\n", stages - 1);
}

// One stage that many read, each an output or summed at the end.
std::string fan(int wide) {
    std::string text = "pipeline p\ninput img: f32(x, y)\nfirst(x, y) = img(x, y) * 2.0\n", sum = "0.0";
    for (int i = 0; i < wide; ++i) {
        text += fmt::format("s{}(x, y) = first(x{:+}, y) * {}.5\n", i, i % 5, i);
        sum += fmt::format(" + s{}(x, y{:+})", i, i % 3);
    }
    return text + "output out(x, y) = " + sum + "\n";
}

// Each stage reads all before it.
std::string dense(int stages) {
    std::string text = "pipeline p\ninput img: f32(x, y)\ns0(x, y) = img(x, y)\n";
    for (int i = 1; i < stages; ++i) {
        text += fmt::format("s{}(x, y) = 0.5", i);
        for (int j = 0; j < i; ++j)
            text += fmt::format(" + s{}(x{:+}, y{:+})", j, (i + j) % 3 - 1, (i * j) % 3 - 1);
        text += "\n";
    }
    return text + fmt::format("output out(x, y) = s{}(x, y)\n", stages - 1);
}

// A pyramid down and up, with a skip at each level.
std::string pyramid(int levels) {
    std::string text = "pipeline p\ninput img: f32(x, y)\nd0(x, y) = repeat_edge(img)(x, y)\n";
    for (int i = 1; i < levels; ++i)
        text += fmt::format("d{0}(x, y) = d{1}(2*x, 2*y) + d{1}(2*x+1, 2*y+1)\n", i, i - 1);
    text += fmt::format("w{0}(x, y) = d{0}(x, y)\n", levels - 1);
    for (int i = levels - 2; i >= 0; --i)
        text += fmt::format("w{0}(x, y) = w{1}(x/2, y/2) - d{0}(x, y)\n", i, i + 1);
    return text + "output out(x, y) = w0(x, y)\n";
}

// An expression as deep as there may be.
std::string deep(int levels) {
    std::string text = "pipeline p\ninput img: f32(x, y)\noutput out(x, y) = ";
    for (int i = 0; i < levels; ++i) text += "sqrt(";
    return text + "img(x, y)" + std::string(static_cast<size_t>(levels), ')') + "\n";
}

void expect_compiled(const std::string& text, const std::vector<std::string>& schedulers = kSchedulers) {
    const ir::Pipeline pipeline = front::parsed(text);
    for (const std::string& scheduler : schedulers) {
        const Result<Compilation> made = compile_to_c(
            pipeline, {.schedule = scheduler,
                       .scheduling = {.budget = 0.02,
                                      .machine_json = schedule::contents_of("tests/machines/laptop4.json"),
                                      .machine_file = "m"},
                       .target = "x86-64-v3"});
        ASSERT_TRUE(made) << scheduler << ": " << render(made.diagnostics()).substr(0, 1000);
        schedule::expect_legal(made->chosen.schedule(), pipeline);
        // Text grows with the pipeline, not with some power of it: no stage is written more than a few times.
        EXPECT_LT(made->files.source.size(), 100000 + 120 * text.size()) << scheduler;
    }
}

TEST(Limits, AChainOfAThousandStagesIsCompiledUnderEveryScheduler) {
    expect_compiled(chain(test::is_long_run() ? 1000 : 300));
    expect_compiled(chain(1000), {"naive", "greedy"});
}

TEST(Limits, AStageThatHundredsReadIsCompiledUnderEveryScheduler) {
    expect_compiled(fan(test::is_long_run() ? 400 : 100));
}

TEST(Limits, ADenseGraphIsCompiledUnderEveryScheduler) {
    expect_compiled(dense(test::is_long_run() ? 40 : 24));
}

TEST(Limits, APyramidIsCompiledUnderEveryScheduler) { expect_compiled(pyramid(12)); }

TEST(Limits, ADeepExpressionIsCompiledOrRefused) {
    expect_compiled(deep(190));
    const Diagnostics refused = front::errors_of(deep(5000));
    EXPECT_NE(render(refused).find("nested"), std::string::npos) << render(refused);
}

TEST(Limits, TooManyStagesAreRefusedWithTheLimit) {
    const Diagnostics refused = front::errors_of(chain(10100));
    EXPECT_NE(render(refused).find("10000 stages"), std::string::npos) << render(refused).substr(0, 300);
}

}  // namespace
}  // namespace pantile::driver
