// The tables of "Overlapped tiling revisited" (TACO 2019): what a tile has of each stage, for PolyMage's
// shape
// ('loose') and the tight one ('scalene'). docs/footprints.md says where the numbers differ, and why.
#include "report/explained.h"

namespace pantile::report {
namespace {

std::string footprints(const std::string& file, const std::string& schedule,
                       const std::map<std::string, int64_t>& sizes) {
    const std::string text =
        explained(contents_of(file), schedule, {.sizes = sizes, .footprints = pantile::Footprints::by_shape});
    return paragraph(text, "footprints");
}

TEST(Footprints, UnsharpIsTable7) {
    EXPECT_EQ(footprints("apps/unsharp.pan",
                         R"("groups": [{"stages": ["bx", "by", "sh", "mask"], "tile": {"x": 512, "y": 8}}])",
                         {{"x", 4096}, {"y", 2048}, {"c", 3}}),
              "footprints of group 1, tiles of y 8, x 512\n"
              "  stage | loose   | scalene\n"
              "  bx    | 3×8×518 | 3×8×516\n"
              "  by    | 3×8×518 | 3×8×512\n"
              "  sh    | 3×8×518 | 3×8×512\n"
              "  mask  | 3×8×512 | 3×8×512\n");
}

TEST(Footprints, HarrisHasNoLooserShape) {
    EXPECT_EQ(footprints("apps/harris.pan",
                         R"("inlined": ["Ixx", "Iyy", "Ixy", "Sxx", "Syy", "Sxy", "det", "tr"],
                            "groups": [{"stages": ["Ix", "Iy", "harris"], "tile": {"x": 256, "y": 32}}])",
                         {{"x", 4096}, {"y", 2048}}),
              "footprints of group 1, tiles of y 32, x 256\n"
              "  stage  | loose  | scalene\n"
              "  Ix     | 34×258 | 34×258\n"
              "  Iy     | 34×258 | 34×258\n"
              "  harris | 32×256 | 32×256\n");
}

TEST(Footprints, InterpolationIsTable5) {
    EXPECT_EQ(
        footprints(
            "tests/report/interpolate_up.pan",
            R"("groups": [{"stages": ["Ux_3", "i_3", "Ux_2", "i_2", "Ux_1", "i_1", "Ux_0", "i_0", "out"],
                            "tile": {"x": 128, "y": 32}}])",
            {{"x", 2560}, {"y", 1536}, {"c", 3}}),
        "footprints of group 1, tiles of y 32, x 128\n"
        "  stage | loose    | scalene\n"
        "  Ux_3  | 4×7×10   | 4×5×9\n"
        "  i_3   | 4×7×20   | 4×5×17\n"
        "  Ux_2  | 4×14×20  | 4×9×17\n"
        "  i_2   | 4×14×40  | 4×9×33\n"
        "  Ux_1  | 4×28×40  | 4×17×33\n"
        "  i_1   | 4×28×80  | 4×17×65\n"
        "  Ux_0  | 4×56×80  | 4×32×65\n"
        "  i_0   | 4×56×160 | 4×32×128\n"
        "  out   | 3×32×128 | 3×32×128\n");
}

TEST(Footprints, TheLooseTilesOfTheCameraPipelineAreTable3) {
    EXPECT_EQ(
        footprints(
            "tests/report/camera.pan",
            R"("groups": [{"stages": ["denoised", "deinterleaved", "g_gr", "r_r", "b_b", "g_gb", "g_r", "g_b",
                            "r_gr", "b_gr", "r_gb", "b_gb", "r_b", "b_r", "redX1", "redX2", "greenX1", "greenX2",
                            "blueX1", "blueX2", "red", "green", "blue", "corrected", "processed"],
                            "tile": {"x": 256, "y": 64}}])",
            {{"x", 2560}, {"y", 1920}, {"c", 3}}),
        "footprints of group 1, tiles of y 64, x 256\n"
        "  stage         | loose    | scalene\n"
        "  denoised      | 80×272   | 68×260\n"
        "  deinterleaved | 4×40×136 | 4×34×130\n"
        "  g_gr          | 40×136   | 34×130\n"
        "  r_r           | 40×136   | 33×129\n"
        "  b_b           | 40×136   | 33×129\n"
        "  g_gb          | 40×136   | 34×130\n"
        "  g_r           | 40×136   | 33×129\n"
        "  g_b           | 40×136   | 33×129\n"
        "  r_gr          | 40×136   | 32×128\n"
        "  b_gr          | 40×136   | 32×128\n"
        "  r_gb          | 40×136   | 32×128\n"
        "  b_gb          | 40×136   | 32×128\n"
        "  r_b           | 40×136   | 32×128\n"
        "  b_r           | 40×136   | 32×128\n"
        "  redX1         | 40×272   | 32×256\n"
        "  redX2         | 40×272   | 32×256\n"
        "  greenX1       | 40×272   | 32×256\n"
        "  greenX2       | 40×272   | 32×256\n"
        "  blueX1        | 40×272   | 32×256\n"
        "  blueX2        | 40×272   | 32×256\n"
        "  red           | 80×272   | 64×256\n"
        "  green         | 80×272   | 64×256\n"
        "  blue          | 80×272   | 64×256\n"
        "  corrected     | 3×80×272 | 3×64×256\n"
        "  processed     | 3×64×256 | 3×64×256\n");
}

TEST(Footprints, TheTightTilesOfPyramidBlendingAreTable6) {
    const std::string table = footprints(
        "tests/report/pyramid_blend_top.pan",
        R"("groups": [{"stages": ["Ux_0_img1", "Ux_0_img2", "blend_x", "Uy_0_img1", "Uy_0_img2", "Res_0", "blend"],
           "tile": {"x": 256, "y": 16}}])",
        {{"x", 2048}, {"y", 2048}, {"c", 3}});
    EXPECT_EQ(table,
              "footprints of group 1, tiles of y 16, x 256\n"
              "  stage     | loose    | scalene\n"
              "  Ux_0_img1 | 3×16×131 | 3×16×130\n"
              "  Ux_0_img2 | 3×16×131 | 3×16×130\n"
              "  blend_x   | 3×16×131 | 3×16×130\n"
              "  Uy_0_img1 | 3×16×262 | 3×16×256\n"
              "  Uy_0_img2 | 3×16×262 | 3×16×256\n"
              "  Res_0     | 3×16×262 | 3×16×256\n"
              "  blend     | 3×16×256 | 3×16×256\n");
}

TEST(Footprints, WithoutALooseShapeTheReasonIsShown) {
    EXPECT_EQ(footprints("apps/blur.pan", R"("groups": [{"stages": ["bx", "by"], "tile": {"x": 256}}])",
                         {{"x", 1920}, {"y", 1080}, {"c", 3}}),
              "footprints of group 1, tiles of x 256\n"
              "  stage | loose | scalene\n"
              "  bx    | –     | 3×1080×258\n"
              "  by    | –     | 3×1080×256\n"
              "  no loose shape: 'bx' is not read at constant distances along 'x': no loose shape fits; take "
              "'scalene'.\n");
}

}  // namespace
}  // namespace pantile::report
