// Picture files as inputs and outputs of a run.
#include <gmock/gmock.h>

#include "interp/images.h"
#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

using test::image;
using test::numbers_of;
using testing::ElementsAre;

class Images : public Tool {
  protected:
    void run_ok(const std::string& items, const std::string& in, const std::string& out) {
        const Ran ran = run({"run", program(items), "--interpret", "--input", "img=" + in, "--output", out});
        EXPECT_EQ(ran.code, 0) << in << " to " << out << "\n" << ran.err;
    }
};

const std::string kCopyF32 = "input img: f32(x, y)\noutput out(x, y) = img(x, y)\n";
const std::string kCopyU8 = "input img: u8(x, y)\noutput out(x, y) = img(x, y)\n";
const std::string kCopyU16 = "input img: u16(x, y)\noutput out(x, y) = img(x, y)\n";
const std::string kCopyColour = "input img: u8(x, y, c)\noutput out(x, y, c) = img(x, y, c)\n";

TEST_F(Images, EveryLosslessFormatOfBytesIsReadAndWritten) {
    const AnyBuffer picture = image<uint8_t>({3, 2}, {0, 1, 127, 128, 254, 255});
    for (const std::string extension : {"png", "tif", "pgm", "npy"}) {
        write_image("in." + extension, picture);
        for (const std::string to : {"png", "tif", "pgm", "npy"}) {
            run_ok(kCopyU8, "in." + extension, "out." + to);
            EXPECT_EQ(read_image("out." + to).type(), ScalarType::u8);
            EXPECT_THAT(numbers_of(read_image("out." + to)), ElementsAre(0, 1, 127, 128, 254, 255))
                << extension << " to " << to;
        }
    }
}

TEST_F(Images, SixteenBitsStaySixteenBits) {
    write_image("in.png", image<uint16_t>({3, 1}, {0, 258, 65535}));
    for (const std::string to : {"png", "tif", "pgm", "npy"}) {
        run_ok(kCopyU16, "in.png", "out." + to);
        EXPECT_EQ(read_image("out." + to).type(), ScalarType::u16) << to;
        EXPECT_THAT(numbers_of(read_image("out." + to)), ElementsAre(0, 258, 65535)) << to;
    }
}

TEST_F(Images, IntegersBecomeFloatsFromZeroToOne) {
    write_image("in.png", image<uint8_t>({3, 1}, {0, 51, 255}));
    run_ok(kCopyF32, "in.png", "out.npy");
    EXPECT_THAT(numbers_of(read_image("out.npy")), ElementsAre(0, static_cast<double>(51.0f / 255.0f), 1));
    write_image("in16.png", image<uint16_t>({3, 1}, {0, 13107, 65535}));
    run_ok(kCopyF32, "in16.png", "out.npy");
    EXPECT_THAT(numbers_of(read_image("out.npy")),
                ElementsAre(0, static_cast<double>(13107.0f / 65535.0f), 1));
}

TEST_F(Images, FloatsBecomeIntegersRoundedAndSaturated) {
    write_image("in.npy", image<float>({6, 1}, {-3.0f, 0.0f, 0.5f, 0.999f, 1.0f, 1e9f}));
    run_ok(kCopyF32, "in.npy", "out.png");
    EXPECT_THAT(numbers_of(read_image("out.png")), ElementsAre(0, 0, 128, 255, 255, 255));
}

TEST_F(Images, EveryByteSurvivesTheWayThroughFloats) {
    std::vector<uint8_t> all(256);
    for (size_t i = 0; i < 256; ++i) all[i] = static_cast<uint8_t>(i);
    write_image("in.png", image<uint8_t>({16, 16}, all));
    run_ok(kCopyF32, "in.png", "out.png");
    EXPECT_EQ(numbers_of(read_image("out.png")), numbers_of(read_image("in.png")));
}

TEST_F(Images, FloatsStayFloatsWhereTheFormatHasThem) {
    write_image("in.npy", image<float>({2, 2}, {-1.5f, 0.1f, 2.0f, 1e9f}));
    for (const std::string to : {"pfm", "tif", "npy"}) {
        run_ok(kCopyF32, "in.npy", "out." + to);
        EXPECT_EQ(numbers_of(read_image("out." + to)), numbers_of(read_image("in.npy"))) << to;
        run_ok(kCopyF32, "out." + to, "again.npy");
        EXPECT_EQ(numbers_of(read_image("again.npy")), numbers_of(read_image("in.npy"))) << to;
    }
}

TEST_F(Images, ColourIsTheThirdDimension) {
    write("in.ppm", std::string("P6 2 1 255\n\x01\x02\x03\x0a\x0b\x0c", 17));
    run_ok(kCopyColour, "in.ppm", "out.npy");
    const AnyBuffer out = read_image("out.npy");
    ASSERT_EQ(out.rank(), 3);
    EXPECT_EQ(out.dim(2).extent, 3);
    EXPECT_THAT(numbers_of(out), ElementsAre(1, 10, 2, 11, 3, 12));
    for (const std::string to : {"png", "tif", "ppm"}) {
        run_ok(kCopyColour, "in.ppm", "out." + to);
        EXPECT_EQ(numbers_of(read_image("out." + to)), numbers_of(out)) << to;
    }
}

TEST_F(Images, AGrayPictureIsOneChannelAndAColourPictureHasAGrayForm) {
    write_image("gray.png", image<uint8_t>({2, 1}, {5, 6}));
    run_ok(kCopyColour, "gray.png", "out.npy");
    EXPECT_EQ(read_image("out.npy").rank(), 3);
    EXPECT_THAT(numbers_of(read_image("out.npy")), ElementsAre(5, 6));
    write_image("colour.png", image<uint8_t>({1, 1, 3}, {100, 200, 50}));
    run_ok(kCopyU8, "colour.png", "out.npy");
    // 0.299 * 100 + 0.587 * 200 + 0.114 * 50, rounded.
    EXPECT_THAT(numbers_of(read_image("out.npy")), ElementsAre(153));
}

TEST_F(Images, AJpegIsReadAndWrittenClosely) {
    std::vector<uint8_t> ramp(32 * 32);
    for (size_t i = 0; i < ramp.size(); ++i) ramp[i] = static_cast<uint8_t>(4 * (i % 32) + 3 * (i / 32));
    write_image("in.png", image<uint8_t>({32, 32}, ramp));
    run_ok(kCopyU8, "in.png", "out.jpg");
    run_ok(kCopyU8, "out.jpg", "back.npy");
    const std::vector<double> found = numbers_of(read_image("back.npy"));
    ASSERT_EQ(found.size(), ramp.size());
    for (size_t i = 0; i < ramp.size(); ++i) EXPECT_NEAR(found[i], ramp[i], 8);
}

TEST_F(Images, AnOutputOfATypeThatTheFormatDoesNotHaveIsRefused) {
    const Ran ran = run({"run", program("output out(x, y) = x\n"), "--interpret", "--size", "x=3,y=2",
                         "--output", "out.png"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, testing::HasSubstr("i32"));
    EXPECT_FALSE(std::filesystem::exists(path("out.png")));
}

TEST_F(Images, ThePhotoCommandMakesAPictureOfTheSizeAskedFor) {
    EXPECT_EQ(run({"photo", "p.png", "--size", "x=40,y=30"}).code, 0);
    const AnyBuffer photo = read_image("p.png");
    EXPECT_EQ(photo.dim(0).extent, 40);
    EXPECT_EQ(photo.dim(1).extent, 30);
    EXPECT_EQ(run({"photo", "q.png", "--size", "x=40,y=30"}).code, 0);
    EXPECT_EQ(contents_of(path("p.png")), contents_of(path("q.png")));
    EXPECT_EQ(run({"photo", "r.png", "--size", "x=40,y=30", "--seed", "2"}).code, 0);
    EXPECT_NE(contents_of(path("p.png")), contents_of(path("r.png")));
}

}  // namespace
}  // namespace pantile::tool
