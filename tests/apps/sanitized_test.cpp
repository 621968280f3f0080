// Every app as a program under the sanitizers: no report, and the interpreter's result.
//
// In continuous integration a few of them, each under one sanitizer and compiler; in the long run all, under
// both sanitizers, by gcc and clang, scheduled by 'auto' and 'dp'.
#include "apps/check.h"
#include "driver/arguments.h"
#include "emit/sanitized_program.h"
#include "long_run.h"

namespace pantile::apps {
namespace {

using emit::SanitizedBuild;
using emit::Sanitizer;

std::vector<Case> all_cases() {
    std::vector<Case> all = cases();
    for (const Case& c : halide_cases()) all.push_back(c);
    return all;
}

Case case_of(const std::string& app) {
    for (const Case& c : all_cases()) {
        if (c.app == app) return c;
    }
    throw std::runtime_error("no case for " + app);
}

void expect_clean(const Case& c, const std::string& scheduler, const SanitizedBuild& build) {
    const Shape size{67, 43};
    Sizes sizes = c.sizes;
    sizes["x"] = size.width;
    sizes["y"] = size.height;
    const Pipeline pipeline = parsed_app(c.app, c.defines);
    // Scheduled for the size it runs at, so that several tiles and threads have work.
    const CompileOptions options{.schedule = scheduler, .scheduling = {.sizes = sizes, .threads = 4}};
    const auto bound = driver::bind_arguments(pipeline.ir(), c.arguments(size)).value();
    const Outputs expected = interpret(pipeline, c.arguments(size), sizes).value();
    EXPECT_EQ(emit::problem_of({pipeline.ir(), options, bound.inputs, bound.sizes.params, expected}, build),
              "")
        << c.app << " under " << scheduler << " by " << build.compiler;
}

TEST(SanitizedApps, SomeHaveNoRaces) {
    const std::vector<std::string> compilers = emit::sanitizing_compilers();
    ASSERT_FALSE(compilers.empty());
    expect_clean(case_of("harris"), "auto", {compilers.back(), Sanitizer::thread});
    expect_clean(case_of("hist_eq"), "auto", {compilers.front(), Sanitizer::thread});
}

TEST(SanitizedApps, SomeStayInsideTheirBlocks) {
    const std::vector<std::string> compilers = emit::sanitizing_compilers();
    ASSERT_FALSE(compilers.empty());
    expect_clean(case_of("unsharp"), "auto", {compilers.front(), Sanitizer::address_and_undefined});
    expect_clean(case_of("bilateral_grid"), "auto", {compilers.back(), Sanitizer::address_and_undefined});
}

TEST(SanitizedApps, AllAreCleanInTheLongRun) {
    if (!test::is_long_run()) GTEST_SKIP() << "PANTILE_LONG=1 asks for this.";
    for (const Case& c : all_cases()) {
        for (const std::string& compiler : emit::sanitizing_compilers()) {
            for (const char* scheduler : {"auto", "dp"}) {
                expect_clean(c, scheduler, {compiler, Sanitizer::address_and_undefined});
                expect_clean(c, scheduler, {compiler, Sanitizer::thread});
            }
        }
    }
}

}  // namespace
}  // namespace pantile::apps
