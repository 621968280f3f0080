// The apps on crops of photographs, which are not part of the project: without the folder beside it these
// tests skip.
#include <filesystem>

#include "apps/check.h"
#include "ir/scalar.h"

namespace pantile::apps {
namespace {

const std::string kShared = PANTILE_SOURCE_DIR "/../shared/golden/";

class Photographs : public test::PrivateCache {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(kShared)) GTEST_SKIP() << "there is no folder '" << kShared << "'";
    }

    static AnyBuffer read(const std::string& name) { return read_array(kShared + name + ".npy"); }

    // The same integers in the type that the app takes; the files hold them as f32.
    static AnyBuffer as(ScalarType type, const AnyBuffer& floats) {
        const AnyBuffer made = AnyBuffer::allocate(type, floats.dims()).value();
        std::byte* next = made.data();
        for (const ir::Value& v : test::values_of(floats)) {
            ir::store_value(ir::convert(v, type), next);
            next += size_in_bytes(type);
        }
        return made;
    }

    // 'golden' gives the size, too.
    static void expect_golden_result(const Pipeline& pipeline, const Arguments& arguments,
                                     const AnyBuffer& golden, const Tolerance& tolerance = {}) {
        Sizes sizes;
        const std::vector<std::string> names = {"x", "y", "c"};
        for (int d = 0; d < golden.rank(); ++d)
            sizes[names.at(static_cast<size_t>(d))] = golden.dim(d).extent;
        expect_in_every_way(pipeline, {{arguments, sizes, golden}}, tolerance);
    }
};

TEST_F(Photographs, BilateralGrid) {
    expect_golden_result(parsed_app("bilateral_grid", {}), img(read("bilateral_grid/real_in")),
                         read("bilateral_grid/real_out"));
}

TEST_F(Photographs, CameraPipe) {
    const AnyBuffer raw = as(ScalarType::i16, read("camera_pipe/real_in"));
    expect_golden_result(parsed_app("camera_pipe", {}), {.inputs = {{"raw", raw}}},
                         read("camera_pipe/real_out"), kOneStep);
}

TEST_F(Photographs, Interpolate) {
    expect_golden_result(parsed_app("interpolate", {{"L", 6}}), img(read("interpolate/real_L6_in")),
                         read("interpolate/real_L6_out"));
}

TEST_F(Photographs, PyramidBlend) {
    const Arguments arguments{.inputs = {{"img1", read("pyramid_blend/real_img1")},
                                         {"img2", read("pyramid_blend/real_img2")},
                                         {"mask", read("pyramid_blend/real_mask")}}};
    expect_golden_result(parsed_app("pyramid_blend", {}), arguments, read("pyramid_blend/real_out"));
}

TEST_F(Photographs, LocalLaplacian) {
    Arguments arguments = img(as(ScalarType::u16, read("local_laplacian/real_L5_in")));
    arguments.params["beta"] = 0.5;
    expect_golden_result(parsed_app("local_laplacian", {{"J", 5}}), arguments,
                         read("local_laplacian/real_L5_out"), kOneStep);
}

TEST_F(Photographs, NlMeans) {
    expect_golden_result(parsed_app("nl_means", {}), img(read("nl_means/real_in")), read("nl_means/real_out"),
                         {1e-4, 0});
}

TEST_F(Photographs, HistEq) {
    expect_golden_result(parsed_app("hist_eq", {}), img(as(ScalarType::u8, read("hist_eq/real_in"))),
                         read("hist_eq/real_out"));
}

// The stage before the thresholds, too.
TEST_F(Photographs, Canny) {
    const Arguments arguments = img(read("canny/real_in"));
    expect_golden_result(parsed_app("canny", {}), arguments, read("canny/real_out"));
    const Pipeline both = parsed_app("canny", {}, "output edges, nms\n");
    const Result<Outputs> found = interpret(both, arguments);
    ASSERT_TRUE(found) << render(found.diagnostics());
    expect_golden(found->at("nms"), read("canny/real_nms"), {});
}

}  // namespace
}  // namespace pantile::apps
