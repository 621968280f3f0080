#include "image/read_image.h"

#include <sys/stat.h>

#include "image_testing.h"

namespace pantile::image {
namespace {

std::string refusal_of_file(const std::string& path) {
    const Result<AnyBuffer> image = read_image(path);
    EXPECT_FALSE(image);
    return render(image.diagnostics());
}

TEST(ReadImage, AMissingFileIsNamed) {
    EXPECT_EQ(refusal_of_file("/no/such/picture.png"),
              "/no/such/picture.png: error: there is no such file.\n");
}

TEST(ReadImage, AFolderAPipeAndADeviceAreRefusedWithoutWaiting) {
    const TemporaryFolder folder;
    ASSERT_EQ(mkfifo(folder.path("pipe.png").c_str(), 0600), 0);
    EXPECT_NE(refusal_of_file(folder.path("pipe.png")).find("not an ordinary file"), std::string::npos);
    EXPECT_NE(refusal_of_file(folder.path(".")).find("directory"), std::string::npos);
    EXPECT_NE(refusal_of_file("/dev/zero").find("not an ordinary file"), std::string::npos);
}

TEST(ReadImage, AnEmptyFileIsSaidToBeEmpty) {
    EXPECT_EQ(refusal_of({}), "test: error: the file is empty.\n");
}

TEST(ReadImage, AWrongExtensionIsExplained) {
    const TemporaryFolder folder;
    save(folder.path("text.png"), bytes_of("hello, world"));
    EXPECT_EQ(refusal_of_file(folder.path("text.png")),
              folder.path("text.png") +
                  ": error: the file is named '.png', but its content is not PNG.\n"
                  "note: it does not begin as a PNG file does.\n"
                  "note: Pantile reads PNG, JPEG, TIFF, PBM, PGM, PPM, PFM and NPY.\n");
}

TEST(ReadImage, AnUnknownFormatListsTheKnownOnes) {
    EXPECT_EQ(refusal_of(bytes_of("GIF89a......")),
              "test: error: the file is not an image that Pantile reads.\n"
              "note: Pantile reads PNG, JPEG, TIFF, PBM, PGM, PPM, PFM and NPY.\n"
              "hint: convert it, for example to PNG.\n");
}

TEST(ReadImage, AHugeSparseFileOfAnotherKindIsRefusedByItsFirstBytes) {
    const TemporaryFolder folder;
    save(folder.path("sparse.png"), bytes_of("no picture"));
    std::filesystem::resize_file(folder.path("sparse.png"), uintmax_t{3} << 30);
    EXPECT_NE(refusal_of_file(folder.path("sparse.png")).find("not PNG"), std::string::npos);
    std::filesystem::resize_file(folder.path("sparse.png"), uintmax_t{9} << 30);
    EXPECT_NE(refusal_of_file(folder.path("sparse.png")).find("4 GiB"), std::string::npos);
}

}  // namespace
}  // namespace pantile::image
