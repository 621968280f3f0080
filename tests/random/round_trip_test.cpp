// What random pipelines must survive without a C compiler: printing and parsing, and region inference run forwards.
#include <gtest/gtest.h>

#include "analysis/largest_output.h"
#include "front/text/parse.h"
#include "ir/print.h"
#include "ir/traverse.h"
#include "ir/verify.h"
#include "random/generate.h"
#include "random/trial.h"

namespace pantile::random {
namespace {

constexpr uint64_t kPipelines = 5000;
constexpr uint64_t kSized = 400;

ir::Exprs expressions_of(const ir::Pipeline& pipeline) {
    ir::Exprs all;
    for (const ir::Stage& stage : pipeline.stages) {
        ir::for_each_expr(stage, [&](const ir::Expr& e, size_t) { all.push_back(e); });
    }
    return all;
}

bool same_expressions(const ir::Pipeline& a, const ir::Pipeline& b) {
    const ir::Exprs x = expressions_of(a), y = expressions_of(b);
    if (x.size() != y.size()) return false;
    for (size_t i = 0; i < x.size(); ++i) {
        if (!ir::same(x[i], y[i])) return false;
    }
    return true;
}

TEST(Random, PipelinesAreValid) {
    for (uint64_t seed = 0; seed < kPipelines; ++seed) {
        Random random(seed);
        const ir::Pipeline pipeline = generate(random, "p");
        const Diagnostics found = ir::verify(pipeline);
        ASSERT_TRUE(found.empty()) << "seed " << seed << ": " << found[0].message << "\n" << ir::to_text(pipeline);
    }
}

TEST(Random, PrintedPipelinesParseToTheSamePipeline) {
    for (uint64_t seed = 0; seed < kPipelines; ++seed) {
        Random random(seed);
        const ir::Pipeline pipeline = generate(random, "p");
        const std::string text = ir::to_text(pipeline);
        const Result<ir::Pipeline> parsed = front::parse_pipeline({"random.pan", text, {}});
        ASSERT_TRUE(parsed) << "seed " << seed << ": " << render(parsed.diagnostics()) << "\n" << text;
        ASSERT_EQ(ir::to_text(*parsed), text) << "seed " << seed;
        ASSERT_TRUE(same_expressions(pipeline, *parsed)) << "seed " << seed << "\n" << text;
    }
}

// Indices of several coordinates, 'x + y', cannot be solved for one: what they read is not taken into account.
TEST(Random, LargestOutputsMostlyFitTheirInputs) {
    size_t found = 0, too_large = 0;
    for (uint64_t seed = 0; seed < kSized; ++seed) {
        const Trial trial = make_trial(seed);
        const auto largest = analysis::largest_outputs(trial.pipeline, trial.compilation.regions, trial.sizes, {});
        if (!largest || !trial.refused.empty()) continue;
        ++found;
        analysis::Sizes sizes = trial.sizes;
        sizes.outputs = *largest;
        const auto regions = analysis::evaluate_regions(trial.pipeline, trial.compilation.regions, sizes);
        too_large += regions ? 0 : 1;
    }
    EXPECT_GT(found, kSized / 20);
    EXPECT_LE(too_large * 5, found);
}

}  // namespace
}  // namespace pantile::random
