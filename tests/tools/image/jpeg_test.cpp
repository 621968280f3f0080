#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>

#include "image_testing.h"

namespace pantile::image {
namespace {

enum class Kind { baseline, progressive };

// A flat picture in any colour space of libjpeg.
std::vector<uint8_t> jpeg(J_COLOR_SPACE space, int components, Kind kind) {
    jpeg_error_mgr errors;
    jpeg_compress_struct codec;
    codec.err = jpeg_std_error(&errors);
    jpeg_create_compress(&codec);
    unsigned char* data = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&codec, &data, &size);
    codec.image_width = codec.image_height = 16;
    codec.input_components = components;
    codec.in_color_space = space;
    jpeg_set_defaults(&codec);
    if (kind == Kind::progressive) jpeg_simple_progression(&codec);
    jpeg_start_compress(&codec, TRUE);
    std::vector<uint8_t> row(static_cast<size_t>(16 * components), 100);
    for (int y = 0; y < 16; ++y) {
        JSAMPROW rows[] = {row.data()};
        jpeg_write_scanlines(&codec, rows, 1);
    }
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    std::vector<uint8_t> file(data, data + size);
    std::free(data);
    return file;
}

size_t place_of_marker(const std::vector<uint8_t>& file, uint8_t marker) {
    size_t at = 2;
    while (file[at + 1] != marker) at += 2u + static_cast<size_t>(file[at + 2] << 8 | file[at + 3]);
    return at;
}

std::vector<uint8_t> with_size(std::vector<uint8_t> file, uint8_t marker, int width, int height) {
    const size_t at = place_of_marker(file, marker);
    file[at + 5] = static_cast<uint8_t>(height >> 8);
    file[at + 6] = static_cast<uint8_t>(height);
    file[at + 7] = static_cast<uint8_t>(width >> 8);
    file[at + 8] = static_cast<uint8_t>(width);
    return file;
}

TEST(Jpeg, GrayAndColourAndProgressiveFilesAreRead) {
    EXPECT_EQ(values_of<uint8_t>(decoded(jpeg(JCS_GRAYSCALE, 1, Kind::baseline))),
              std::vector<uint8_t>(256, 100));
    EXPECT_EQ(values_of<uint8_t>(decoded(jpeg(JCS_RGB, 3, Kind::baseline))), std::vector<uint8_t>(768, 100));
    EXPECT_EQ(values_of<uint8_t>(decoded(jpeg(JCS_RGB, 3, Kind::progressive))),
              std::vector<uint8_t>(768, 100));
}

TEST(Jpeg, CmykIsRefused) {
    EXPECT_EQ(refusal_of(jpeg(JCS_CMYK, 4, Kind::baseline)),
              "test: error: the JPEG file holds CMYK colours; Pantile reads gray and RGB.\n"
              "hint: convert the image to RGB first.\n");
}

TEST(Jpeg, MissingDataAreNotInvented) {
    std::vector<uint8_t> file = encoded("a.jpg", patterned(ScalarType::u8, {64, 64, 3}));
    file.resize(file.size() / 2);
    EXPECT_EQ(refusal_of(file),
              "test: error: the JPEG file is damaged.\nnote: libjpeg: Premature end of JPEG file.\n");
}

TEST(Jpeg, AHugeClaimNeedsAFileThatCanBackIt) {
    for (const Kind kind : {Kind::baseline, Kind::progressive}) {
        const uint8_t marker = kind == Kind::baseline ? 0xc0 : 0xc2;
        const std::vector<uint8_t> file = jpeg(JCS_RGB, 3, kind);
        EXPECT_NE(refusal_of(with_size(file, marker, 65500, 65500)).find("claims to hold"),
                  std::string::npos);
        refusal_of(with_size(file, marker, 300, 300));
        refusal_of(with_size(file, marker, 0, 16));
        refusal_of(with_size(file, marker, 16, 0));
    }
}

// Each further scan costs a few bytes, but passes over the whole picture.
TEST(Jpeg, AFileOfEndlessScansIsRefused) {
    const std::vector<uint8_t> file = jpeg(JCS_GRAYSCALE, 1, Kind::progressive);
    std::vector<uint8_t> endless(file.begin(), file.end() - 2);
    const std::vector<uint8_t> refinement = {0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0x00, 0x00};
    for (int i = 0; i < 20000; ++i) endless = std::move(endless) + refinement;
    refusal_of(endless + std::vector<uint8_t>{0xff, 0xd9});
}

}  // namespace
}  // namespace pantile::image
