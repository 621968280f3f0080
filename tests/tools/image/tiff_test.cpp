#include <tiffio.h>

#include "image_testing.h"

namespace pantile::image {
namespace {

struct Options {
    ScalarType type = ScalarType::u8;
    uint16_t channels = 1;
    uint16_t planes = PLANARCONFIG_CONTIG;
    uint16_t compression = COMPRESSION_NONE;
    uint32_t tile = 0;
    const char* mode = "w";
    uint16_t photometric = PHOTOMETRIC_MINISBLACK;
};

constexpr uint16_t kCompressions[] = {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_PACKBITS,
                                      COMPRESSION_ADOBE_DEFLATE};
constexpr uint32_t kWidth = 37, kHeight = 21;

void set_fields(TIFF* tiff, const Options& o) {
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, kWidth);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, kHeight);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, o.channels);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8 * size_in_bytes(o.type));
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, is_float(o.type) ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, o.planes);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, o.compression);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, o.photometric);
    if (o.tile > 0) TIFFSetField(tiff, TIFFTAG_TILEWIDTH, o.tile);
    if (o.tile > 0)
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, o.tile);
    else
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 8);
}

// The samples of a block of the picture as the file stores them; beyond the edges zeros.
std::vector<std::byte> block(const AnyBuffer& image, const Options& o, uint32_t x0, uint32_t y0, uint32_t w,
                             uint32_t h, uint16_t plane) {
    std::vector<std::byte> out;
    const size_t size = static_cast<size_t>(size_in_bytes(o.type));
    const bool separate = o.planes == PLANARCONFIG_SEPARATE;
    for (uint32_t y = y0; y < y0 + h; ++y) {
        for (uint32_t x = x0; x < x0 + w; ++x) {
            for (uint16_t c = separate ? plane : 0; c < (separate ? plane + 1 : o.channels); ++c) {
                const bool inside = x < kWidth && y < kHeight;
                const std::byte* from = image.data() + (x + kWidth * (y + kHeight * c)) * size;
                for (size_t i = 0; i < size; ++i) out.push_back(inside ? from[i] : std::byte{0});
            }
        }
    }
    return out;
}

std::vector<uint8_t> tiff(const AnyBuffer& image, const Options& o) {
    const TemporaryFolder folder;
    TIFF* file = TIFFOpen(folder.path("a.tif").c_str(), o.mode);
    set_fields(file, o);
    const uint16_t planes = o.planes == PLANARCONFIG_SEPARATE ? o.channels : 1;
    uint32_t number = 0;
    for (uint16_t plane = 0; plane < planes; ++plane) {
        for (uint32_t y = 0; y<kHeight; y += o.tile> 0 ? o.tile : 8) {
            for (uint32_t x = 0; x<kWidth; x += o.tile> 0 ? o.tile : kWidth) {
                const uint32_t height = o.tile > 0 ? o.tile : std::min<uint32_t>(8, kHeight - y);
                std::vector<std::byte> data =
                    block(image, o, x, y, o.tile > 0 ? o.tile : kWidth, height, plane);
                const auto write = o.tile > 0 ? TIFFWriteEncodedTile : TIFFWriteEncodedStrip;
                write(file, number++, data.data(), static_cast<tmsize_t>(data.size()));
            }
        }
    }
    TIFFClose(file);
    return load(folder.path("a.tif"));
}

AnyBuffer picture(const Options& o) {
    return o.channels == 1 ? patterned(o.type, {kWidth, kHeight})
                           : patterned(o.type, {kWidth, kHeight, o.channels});
}

TEST(Tiff, StripsAndTilesAndPlanesOfEveryTypeAreRead) {
    for (const ScalarType type : {ScalarType::u8, ScalarType::u16, ScalarType::f32, ScalarType::f64}) {
        for (const uint16_t channels : std::vector<uint16_t>{1, 2, 3, 4}) {
            for (const uint16_t planes : std::vector<uint16_t>{PLANARCONFIG_CONTIG, PLANARCONFIG_SEPARATE}) {
                for (const uint32_t tile : {0u, 16u}) {
                    const Options options = {
                        .type = type, .channels = channels, .planes = planes, .tile = tile};
                    const AnyBuffer image = picture(options);
                    expect_same(decoded(tiff(image, options)), image);
                }
            }
        }
    }
}

TEST(Tiff, BothByteOrdersAndBigTiffAndCompressionsAreRead) {
    for (const char* mode : {"wl", "wb", "w8"}) {
        for (const uint16_t compression : kCompressions) {
            for (const ScalarType type : {ScalarType::u16, ScalarType::f32}) {
                const Options options = {
                    .type = type, .channels = 3, .compression = compression, .mode = mode};
                const AnyBuffer image = picture(options);
                expect_same(decoded(tiff(image, options)), image);
            }
        }
    }
}

TEST(Tiff, WhereZeroIsWhiteTheGrayIsInverted) {
    const Options options = {.photometric = PHOTOMETRIC_MINISWHITE};
    const AnyBuffer image = picture(options);
    std::vector<uint8_t> expected = values_of<uint8_t>(image);
    for (uint8_t& v : expected) v = static_cast<uint8_t>(255 - v);
    EXPECT_EQ(values_of<uint8_t>(decoded(tiff(image, options))), expected);
}

TEST(Tiff, OtherKindsAreRefusedByName) {
    const Options signed_type = {.type = ScalarType::u32};
    EXPECT_NE(refusal_of(tiff(picture(signed_type), signed_type)).find("samples of another type"),
              std::string::npos);
    const Options five = {.channels = 5};
    EXPECT_NE(refusal_of(tiff(picture(five), five)).find("5 samples per pixel"), std::string::npos);
    const Options cmyk = {.channels = 4, .photometric = PHOTOMETRIC_SEPARATED};
    EXPECT_NE(refusal_of(tiff(picture(cmyk), cmyk)).find("photometric 5"), std::string::npos);
    const Options jpeg = {.compression = COMPRESSION_JPEG};
    EXPECT_NE(refusal_of(tiff(picture(jpeg), jpeg)).find("another compression (number 7)"),
              std::string::npos);
}

// A little-endian file made by hand: a directory with the given numbers, then data.
struct Entry {
    uint16_t tag;
    uint32_t value;
};

std::vector<uint8_t> handmade(const std::vector<Entry>& entries) {
    std::vector<uint8_t> file = {'I', 'I', 42, 0, 8, 0, 0, 0, static_cast<uint8_t>(entries.size()), 0};
    for (const Entry& entry : entries) {
        const uint8_t low = static_cast<uint8_t>(entry.tag), high = static_cast<uint8_t>(entry.tag >> 8);
        file = std::move(file) + std::vector<uint8_t>{low, high, 4, 0, 1, 0, 0, 0};
        for (int shift = 0; shift < 32; shift += 8)
            file.push_back(static_cast<uint8_t>(entry.value >> shift));
    }
    return std::move(file) + std::vector<uint8_t>(64);
}

std::vector<Entry> gray(uint32_t width, uint32_t height, uint32_t compression) {
    return {{256, width}, {257, height}, {258, 8}, {259, compression}, {262, 1}};
}

std::vector<uint8_t> in_strips(uint32_t width, uint32_t height, uint32_t compression,
                               std::vector<uint32_t> strip) {
    std::vector<Entry> entries = gray(width, height, compression);
    entries.push_back({273, strip[0]});
    entries.push_back({278, strip[1]});
    entries.push_back({279, strip[2]});
    return handmade(entries);
}

std::vector<uint8_t> in_tiles(uint32_t width, uint32_t height, uint32_t tile_width, uint32_t tile_height) {
    std::vector<Entry> entries = gray(width, height, COMPRESSION_ADOBE_DEFLATE);
    for (const Entry entry : {Entry{322, tile_width}, {323, tile_height}, {324, 8}, {325, 60}})
        entries.push_back(entry);
    return handmade(entries);
}

TEST(Tiff, AHandmadeFileIsRead) {
    EXPECT_EQ(extents_of(decoded(in_strips(8, 4, 1, {110, 4, 32}))), (std::vector<int64_t>{8, 4}));
}

TEST(Tiff, AbsurdStripsAreRefused) {
    for (const uint32_t compression : {1u, 5u, 8u, 32773u}) {
        refusal_of(in_strips(0xffffffff, 0xffffffff, compression, {8, 1, 60}));
        refusal_of(in_strips(60000, 60000, compression, {8, 1, 60}));
        refusal_of(in_strips(1, 0x7fffffff, compression, {8, 1, 60}));
        refusal_of(in_strips(1, 4000000, compression, {8, 1, 60}));
        refusal_of(in_strips(1, 4000000, compression, {8, 0xffffffff, 60}));
        refusal_of(in_strips(16000, 16000, compression, {8, 16000, 0xffffffff}));
        refusal_of(in_strips(16000, 16000, compression, {0xfffffff0, 16000, 600}));
        refusal_of(in_strips(16, 16, compression, {8, 0, 60}));
        refusal_of(in_strips(0, 16, compression, {8, 1, 60}));
        refusal_of(in_strips(16, 0, compression, {8, 1, 60}));
    }
}

TEST(Tiff, AbsurdTilesAreRefused) {
    refusal_of(in_tiles(16, 16, 0, 0));
    refusal_of(in_tiles(16, 16, 0x7fffffff, 0x7fffffff));
    refusal_of(in_tiles(16, 16, 0xffffffff, 16));
    refusal_of(in_tiles(16, 16, 16384, 16384));
    refusal_of(in_tiles(100000000, 1, 16, 1000000));
    refusal_of(in_tiles(16000, 16000, 1, 1));
    refusal_of(in_tiles(16, 16, 16, 0));
}

TEST(Tiff, ADirectoryThatPointsToItselfOrNowhereIsRefused) {
    refusal_of({'I', 'I', 42, 0, 0, 0, 0, 0});
    refusal_of({'I', 'I', 42, 0, 4, 0, 0, 0, 0, 0});
    refusal_of({'I', 'I', 42, 0, 0xff, 0xff, 0xff, 0xff});
    refusal_of({'M', 'M', 0, 43, 0, 8, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff});
}

}  // namespace
}  // namespace pantile::image
