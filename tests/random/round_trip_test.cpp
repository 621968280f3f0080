// What random pipelines must survive without a C compiler: printing and parsing, and region inference run
// forwards.
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
        ASSERT_TRUE(found.empty()) << "seed " << seed << ": " << found[0].message << "\n"
                                   << ir::to_text(pipeline);
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

// Whether an index has at most one coordinate, moved and scaled: what can be solved for that coordinate.
bool is_plain(const ir::Expr& e) {
    if (ir::as<ir::Constant>(e) || ir::as<ir::Variable>(e)) return true;
    const auto is_number = [](const ir::Expr& n) { return ir::as<ir::Constant>(n) != nullptr; };
    if (const ir::Sum* sum = ir::as<ir::Sum>(e))
        return sum->terms.size() == 2 && is_plain(sum->terms[0]) && is_number(sum->terms[1]);
    const ir::Binary* b = ir::as<ir::Binary>(e);
    const bool scales = b && (b->op == ir::BinaryOp::mul || b->op == ir::BinaryOp::div);
    return scales && is_plain(b->lhs) && ir::constant_int(b->rhs).value_or(0) > 0;
}

bool all_indices_are_plain(const ir::Pipeline& pipeline) {
    bool plain = true;
    for (const ir::Expr& root : expressions_of(pipeline)) {
        ir::for_each_node(root, [&](const ir::Expr& n) {
            const ir::Access* access = ir::as<ir::Access>(n);
            for (size_t d = 0; access && d < access->args.size(); ++d) plain &= is_plain(access->args[d]);
        });
    }
    return plain;
}

TEST(Random, LargestOutputsFitTheirInputs) {
    size_t found = 0;
    for (uint64_t seed = 0; seed < kSized; ++seed) {
        const Trial trial = make_trial(seed);
        if (!trial.refused.empty() || !all_indices_are_plain(trial.pipeline)) continue;
        const auto largest =
            analysis::largest_outputs(trial.pipeline, trial.compilation.regions, trial.sizes, {});
        if (!largest) continue;
        ++found;
        analysis::Sizes sizes = trial.sizes;
        sizes.outputs = *largest;
        const auto regions = analysis::evaluate_regions(trial.pipeline, trial.compilation.regions, sizes);
        EXPECT_TRUE(regions) << regions.diagnostics()[0].message << "\n" << reproducer(trial);
    }
    EXPECT_GT(found, kSized / 20);
}

}  // namespace
}  // namespace pantile::random
