// Every app gives its golden result, and the same interpreted and compiled at sizes that fit no tile or
// vector.
#include <filesystem>

#include "apps/check.h"
#include "ir/pipeline.h"

namespace pantile::apps {

// What GoogleTest calls a case when it fails.
void PrintTo(const Case& c, std::ostream* out) { *out << c.app; }

namespace {

class Apps : public test::PrivateCache, public testing::WithParamInterface<Case> {};

Trial trial(const Case& c, const Shape& size) {
    Trial made{c.arguments(size), c.sizes, {}};
    made.sizes["x"] = size.width;
    made.sizes["y"] = size.height;
    return made;
}

TEST_P(Apps, GiveTheGoldenResultAndAgreeAtOddSizes) {
    const Case& c = GetParam();
    std::vector<Trial> trials;
    if (c.golden.width > 0) {
        trials.push_back(trial(c, c.golden));
        trials.back().golden = read_array(golden_file(c.app + "_synth_out"));
        // The interpreter takes long: in the usual run, a size that has several tiles, too, but is smaller.
        trials.push_back(trial(c, test::is_long_run() ? wider(c.golden, 1) : Shape{67, 37}));
    }
    for (const Shape& size : {Shape{1, 1}, {2, 3}, {1, 7}, {11, 1}, {13, 5}, {31, 17}})
        trials.push_back(trial(c, size));
    expect_in_every_way(parsed_app(c.app, c.defines), trials, c.tolerance);
}

std::string name_of_case(const testing::TestParamInfo<Case>& info) { return info.param.app; }

INSTANTIATE_TEST_SUITE_P(PolyMage, Apps, testing::ValuesIn(cases()), name_of_case);
INSTANTIATE_TEST_SUITE_P(Halide, Apps, testing::ValuesIn(halide_cases()), name_of_case);

// A part of the result at the papers' size and number of levels, which needs the coarse levels whole. Only
// the default schedule: compiling takes longest.
class FullSize : public test::PrivateCache {
  protected:
    static void expect_crop(const std::string& app, const AnyBuffer& image, const Tolerance& tolerance = {}) {
        const AnyBuffer golden = read_array(golden_file(app + "_full_crop"));
        const Pipeline pipeline = parsed_app(app, {});
        const ir::Stage& output = *pipeline.ir().find_stage(pipeline.ir().outputs[0]);
        const AnyBuffer crop =
            AnyBuffer::allocate(output.type, {{700, 64, 0}, {1000, 64, 0}, {0, 3, 0}}).value();
        const Diagnostics found = test::compiled(pipeline).run_into(img(image), {{output.name, crop}});
        ASSERT_TRUE(found.empty()) << render(found);
        expect_golden(crop, golden, tolerance);
    }
};

TEST_F(FullSize, InterpolateGivesTheGoldenResult) {
    expect_crop("interpolate", sparse_picture(5, {1536, 2560}, 1));
}
TEST_F(FullSize, LocalLaplacianGivesTheGoldenResult) {
    expect_crop("local_laplacian", u16_picture(9, {1536, 2560, 3}, 2), kOneStep);
}

TEST(Matmul, SumsTheProductsOfRowAndColumn) {
    const Arguments given = matmul_arguments({7, 5});
    const AnyBuffer found = only_output(interpret(parsed_app("matmul", {}), given));
    const Buffer<float> a(given.inputs.at("a")), b(given.inputs.at("b")), c(found);
    for (int64_t y = 0; y < 5; ++y) {
        for (int64_t x = 0; x < 7; ++x) {
            double sum = 0, sizes = 0;
            for (int64_t k = 0; k < 29; ++k) {
                const double term = static_cast<double>(a(k, y)) * static_cast<double>(b(x, k));
                sum += term;
                sizes += std::abs(term);
            }
            EXPECT_NEAR(c(x, y), sum, 1e-4 * sizes);
        }
    }
}

std::vector<std::string> all_apps() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(PANTILE_SOURCE_DIR "/apps")) {
        if (entry.path().extension() == ".pan") names.push_back(entry.path().stem().string());
    }
    std::ranges::sort(names);
    return names;
}

TEST(AppFiles, EstimateEveryDimensionOfTheirOutputs) {
    for (const std::string& app : all_apps()) {
        const Pipeline pipeline = parsed_app(app, {});
        for (const std::string& output : pipeline.ir().outputs) {
            const ir::Stage& stage = *pipeline.ir().find_stage(output);
            for (size_t d = 0; d < stage.dims.size(); ++d) {
                const auto is_of_dim = [&](const ir::Estimate& e) { return e.dim == stage.dims[d]; };
                // One with a range of its own needs none.
                EXPECT_TRUE(stage.range_of(d) || std::ranges::any_of(pipeline.ir().estimates, is_of_dim))
                    << app << ": " << stage.dims[d];
            }
        }
    }
}

TEST(AppFiles, AreInTheIndexAndHaveTheNameOfTheirPipeline) {
    std::ifstream file(PANTILE_SOURCE_DIR "/apps/README.md");
    const std::string index(std::istreambuf_iterator<char>(file), {});
    for (const std::string& app : all_apps()) {
        EXPECT_NE(index.find("](" + app + ".pan)"), std::string::npos) << app;
        EXPECT_EQ(parsed_app(app, {}).name(), app);
    }
}

}  // namespace
}  // namespace pantile::apps
