#include <png.h>
#include <zlib.h>

#include "image_testing.h"

namespace pantile::image {
namespace {

using namespace std::string_literals;

std::vector<uint8_t> big_endian(uint32_t n) {
    return {static_cast<uint8_t>(n >> 24), static_cast<uint8_t>(n >> 16), static_cast<uint8_t>(n >> 8),
            static_cast<uint8_t>(n)};
}

std::vector<uint8_t> chunk(const std::string& name, const std::vector<uint8_t>& data) {
    const std::vector<uint8_t> body = bytes_of(name) + data;
    const uLong sum = crc32(0, body.data(), static_cast<uInt>(body.size()));
    return big_endian(static_cast<uint32_t>(data.size())) + body + big_endian(static_cast<uint32_t>(sum));
}

std::vector<uint8_t> deflated(const std::vector<uint8_t>& data) {
    uLongf size = compressBound(data.size());
    std::vector<uint8_t> out(size);
    compress(out.data(), &size, data.data(), data.size());
    out.resize(size);
    return out;
}

struct Header {
    uint32_t width, height;
    uint8_t depth, colour;
    uint8_t interlaced = 0;
};

std::vector<uint8_t> start_of_png(Header h) {
    return bytes_of("\x89PNG\r\n\x1a\n") +
           chunk("IHDR", big_endian(h.width) + big_endian(h.height) +
                             std::vector<uint8_t>{h.depth, h.colour, 0, 0, h.interlaced});
}

// 'rows' begin with their filter bytes.
std::vector<uint8_t> png(Header h, const std::vector<uint8_t>& before, const std::vector<uint8_t>& rows) {
    return start_of_png(h) + before + chunk("IDAT", deflated(rows)) + chunk("IEND", {});
}

TEST(Png, SixteenBitsAreReadInTheOrderOfTheHost) {
    const AnyBuffer image = decoded(png({2, 1, 16, PNG_COLOR_TYPE_GRAY}, {}, {0, 0x01, 0x02, 0xff, 0xfe}));
    EXPECT_EQ(values_of<uint16_t>(image), (std::vector<uint16_t>{0x0102, 0xfffe}));
}

TEST(Png, SmallDepthsAreExpandedToTheFullRange) {
    EXPECT_EQ(values_of<uint8_t>(decoded(png({3, 1, 1, PNG_COLOR_TYPE_GRAY}, {}, {0, 0b10100000}))),
              (std::vector<uint8_t>{255, 0, 255}));
    EXPECT_EQ(values_of<uint8_t>(decoded(png({4, 1, 2, PNG_COLOR_TYPE_GRAY}, {}, {0, 0b00011011}))),
              (std::vector<uint8_t>{0, 85, 170, 255}));
    EXPECT_EQ(values_of<uint8_t>(decoded(png({2, 1, 4, PNG_COLOR_TYPE_GRAY}, {}, {0, 0x1f}))),
              (std::vector<uint8_t>{17, 255}));
}

TEST(Png, APaletteBecomesColourAndItsTransparencyAlpha) {
    const std::vector<uint8_t> palette = chunk("PLTE", {10, 20, 30, 40, 50, 60});
    const AnyBuffer opaque = decoded(png({2, 1, 4, PNG_COLOR_TYPE_PALETTE}, palette, {0, 0x10}));
    EXPECT_EQ(values_of<uint8_t>(opaque), (std::vector<uint8_t>{40, 10, 50, 20, 60, 30}));
    const std::vector<uint8_t> with_alpha = palette + chunk("tRNS", {99});
    const AnyBuffer clear = decoded(png({2, 1, 4, PNG_COLOR_TYPE_PALETTE}, with_alpha, {0, 0x10}));
    EXPECT_EQ(values_of<uint8_t>(clear), (std::vector<uint8_t>{40, 10, 50, 20, 60, 30, 255, 99}));
}

// Adam7 of 2 by 2: pass 1 has (0,0), pass 6 (1,0) and pass 7 the row below.
TEST(Png, InterlacedRowsAreJoined) {
    const AnyBuffer image = decoded(png({2, 2, 8, PNG_COLOR_TYPE_GRAY, 1}, {}, {0, 1, 0, 2, 0, 3, 4}));
    EXPECT_EQ(values_of<uint8_t>(image), (std::vector<uint8_t>{1, 2, 3, 4}));
}

TEST(Png, AWrongChecksumIsReportedInTheNote) {
    std::vector<uint8_t> file = encoded("a.png", patterned(ScalarType::u8, {5, 5, 3}));
    file[8 + 8 + 13] ^= 1;
    EXPECT_EQ(refusal_of(file), "test: error: the PNG file is damaged.\nnote: libpng: IHDR: CRC error.\n");
    file = encoded("a.png", patterned(ScalarType::u8, {5, 5, 3}));
    file[file.size() - 12 - 1] ^= 1;
    refusal_of(file);
}

TEST(Png, AHugeClaimNeedsAFileThatCanBackIt) {
    const std::string refusal = refusal_of(png({40000, 40000, 8, PNG_COLOR_TYPE_GRAY}, {}, {0}));
    EXPECT_NE(refusal.find("claims to hold 1600000000 bytes"), std::string::npos) << refusal;
    EXPECT_NE(refusal_of(png({1000000, 1000000, 8, PNG_COLOR_TYPE_GRAY}, {}, {0})).find("2^31"),
              std::string::npos);
    EXPECT_NE(refusal_of(png({30000, 30000, 16, PNG_COLOR_TYPE_RGBA}, {}, {0})).find("4 GiB"),
              std::string::npos);
    refusal_of(png({16000, 16000, 8, PNG_COLOR_TYPE_GRAY}, {}, {0}));
    refusal_of(png({0x7fffffff, 1, 8, PNG_COLOR_TYPE_GRAY}, {}, {0}));
    refusal_of(png({0xffffffff, 0xffffffff, 8, PNG_COLOR_TYPE_GRAY}, {}, {0}));
    refusal_of(png({0, 1, 8, PNG_COLOR_TYPE_GRAY}, {}, {0}));
}

TEST(Png, CompressedTextIsNotUnpacked) {
    const std::vector<uint8_t> bomb = deflated(std::vector<uint8_t>(20 << 20));
    const std::vector<uint8_t> text = chunk("zTXt", bytes_of("Comment\0\0"s) + bomb);
    const std::vector<uint8_t> profile = chunk("iCCP", bytes_of("icc\0\0"s) + bomb);
    const AnyBuffer image = decoded(png({1, 1, 8, PNG_COLOR_TYPE_GRAY}, text + profile, {0, 7}));
    EXPECT_EQ(values_of<uint8_t>(image), (std::vector<uint8_t>{7}));
}

TEST(Png, AMissingPaletteOrDataOrHeaderIsRefused) {
    refusal_of(png({2, 1, 4, PNG_COLOR_TYPE_PALETTE}, {}, {0, 0x10}));
    refusal_of(start_of_png({2, 1, 8, 0}) + chunk("IEND", {}));
    refusal_of(bytes_of("\x89PNG\r\n\x1a\n") + chunk("IDAT", deflated({0, 1})) + chunk("IEND", {}));
    refusal_of(png({2, 2, 8, PNG_COLOR_TYPE_GRAY}, {}, {0, 1, 2}));
    refusal_of(png({1, 1, 8, 5}, {}, {0, 1}));
    refusal_of(png({1, 1, 8, PNG_COLOR_TYPE_GRAY}, {}, {9, 1}));
}

}  // namespace
}  // namespace pantile::image
