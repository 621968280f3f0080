#include "image/write_image.h"

#include "image_testing.h"

namespace pantile::image {
namespace {

std::string refusal_to_write(const std::string& path, const AnyBuffer& image) {
    const Diagnostics problems = write_image(path, image);
    EXPECT_TRUE(has_errors(problems));
    return render(problems);
}

TEST(WriteImage, AnUnknownExtensionListsTheKnownOnes) {
    EXPECT_EQ(refusal_to_write("a.webp", patterned(ScalarType::u8, {2, 2})),
              "a.webp: error: '.webp' is not a format that Pantile writes.\n"
              "note: it writes '.png', '.jpg', '.tif', '.pgm', '.ppm', '.pnm', '.pfm' and '.npy'.\n"
              "hint: write '.png' for an image of 'u8' or 'u16', '.tif' or '.npy' for 'f32'.\n");
    EXPECT_NE(refusal_to_write("folder.d/a", patterned(ScalarType::u8, {2, 2})).find("no extension"),
              std::string::npos);
}

TEST(WriteImage, ATypeThatTheFormatCannotHoldIsRefusedWithAHint) {
    EXPECT_EQ(refusal_to_write("a.png", patterned(ScalarType::f32, {2, 2})),
              "a.png: error: a PNG file holds 'u8' or 'u16', not 'f32'.\n"
              "hint: convert the pixels to 'u8' or 'u16', or write '.tif' or '.npy'.\n");
    for (const char* name : {"a.jpg", "a.ppm", "a.pfm", "a.tif", "a.png"}) {
        EXPECT_NE(refusal_to_write(name, patterned(ScalarType::i32, {2, 2, 3})).find("hint:"),
                  std::string::npos);
    }
    EXPECT_NE(refusal_to_write("a.jpg", patterned(ScalarType::u16, {2, 2})).find("holds 'u8'"),
              std::string::npos);
}

TEST(WriteImage, AWrongNumberOfChannelsOrDimensionsIsRefusedWithAHint) {
    for (const char* name : {"a.jpg", "a.pnm", "a.pgm", "a.ppm"}) {
        EXPECT_NE(refusal_to_write(name, patterned(ScalarType::u8, {2, 2, 4})).find(".png"),
                  std::string::npos);
    }
    EXPECT_NE(refusal_to_write("a.png", patterned(ScalarType::u8, {2, 2, 5})).find(".npy"),
              std::string::npos);
    EXPECT_NE(refusal_to_write("a.pgm", patterned(ScalarType::u8, {2, 2, 3})).find(".ppm"),
              std::string::npos);
    EXPECT_NE(refusal_to_write("a.ppm", patterned(ScalarType::u8, {2, 2})).find(".pgm"), std::string::npos);
    EXPECT_NE(refusal_to_write("a.png", patterned(ScalarType::u8, {2})).find(".npy"), std::string::npos);
    EXPECT_NE(refusal_to_write("a.png", patterned(ScalarType::u8, {2, 2, 2, 2})).find(".npy"),
              std::string::npos);
    EXPECT_NE(refusal_to_write("a.png", AnyBuffer()).find("undefined"), std::string::npos);
    EXPECT_NE(refusal_to_write("a.npy", AnyBuffer()).find("undefined"), std::string::npos);
}

TEST(WriteImage, APictureWiderThanTheFormatAllowsIsRefused) {
    EXPECT_NE(refusal_to_write("a.jpg", patterned(ScalarType::u8, {70000, 1})).find("65500"),
              std::string::npos);
    const std::string wide = refusal_to_write("a.png", patterned(ScalarType::u8, {1000001, 1}));
    EXPECT_NE(wide.find("libpng: "), std::string::npos);
}

TEST(WriteImage, AFailureLeavesNeitherATargetNorATemporaryFile) {
    const TemporaryFolder folder;
    refusal_to_write(folder.path("a.png"), patterned(ScalarType::f32, {2, 2}));
    refusal_to_write(folder.path("none/a.png"), patterned(ScalarType::u8, {2, 2}));
    EXPECT_EQ(folder.file_count(), 0u);
}

TEST(WriteImage, AnExistingFileIsReplacedAndNothingElseIsLeft) {
    const TemporaryFolder folder;
    save(folder.path("a.png"), bytes_of("old"));
    EXPECT_TRUE(write_image(folder.path("a.png"), patterned(ScalarType::u8, {2, 2})).empty());
    EXPECT_TRUE(read_image(folder.path("a.png")));
    EXPECT_EQ(folder.file_count(), 1u);
}

TEST(WriteImage, ASymbolicLinkIsWrittenThroughAndAFolderIsNotReplaced) {
    const TemporaryFolder folder;
    save(folder.path("real.png"), bytes_of("old"));
    std::filesystem::create_symlink(folder.path("real.png"), folder.path("link.png"));
    EXPECT_TRUE(write_image(folder.path("link.png"), patterned(ScalarType::u8, {2, 2})).empty());
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.png")));
    EXPECT_TRUE(read_image(folder.path("real.png")));
    std::filesystem::create_directory(folder.path("folder.png"));
    refusal_to_write(folder.path("folder.png"), patterned(ScalarType::u8, {2, 2}));
}

TEST(WriteImage, TheSamePictureGivesTheSameBytes) {
    const AnyBuffer image = patterned(ScalarType::u8, {31, 17, 3});
    for (const char* name : {"a.png", "a.jpg", "a.tif", "a.ppm", "a.npy"}) {
        EXPECT_EQ(encoded(name, image), encoded(name, image));
    }
}

}  // namespace
}  // namespace pantile::image
