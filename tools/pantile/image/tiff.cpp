// TIFF by libtiff: the first picture of a file, in strips or tiles, with contiguous or separate planes.
#include <algorithm>
#include <optional>

#include "base/checked.h"
#include "image/format.h"
#include "image/picture.h"
#include "image/tiff_memory.h"

namespace pantile::image {
namespace {

// Reading a row costs a call into libtiff however short the row is.
constexpr int64_t kMostRows = int64_t{1} << 22;
constexpr int64_t kMostTileBytes = int64_t{256} << 20;

enum class Planes { contiguous, separate };

struct Layout {
    PictureShape shape;
    Planes planes = Planes::contiguous;
    uint16_t photometric = PHOTOMETRIC_MINISBLACK;
    uint16_t compression = COMPRESSION_NONE;
    // 0 when the picture is stored in strips.
    int64_t tile_width = 0;
    int64_t tile_height = 0;

    // A tile or row holds all channels, or one of them when the planes are separate.
    int64_t stored_planes() const { return planes == Planes::separate ? shape.channels : 1; }
    int64_t stored_pixel_bytes() const { return shape.pixel_bytes() / stored_planes(); }
};

template <typename T>
T field(TIFF* tiff, uint32_t tag, T otherwise) {
    T value = otherwise;
    return TIFFGetFieldDefaulted(tiff, tag, &value) == 1 ? value : otherwise;
}

std::optional<ScalarType> sample_type(TIFF* tiff) {
    const int bits = field<uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE, 1);
    const int format = field<uint16_t>(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
    if (format == SAMPLEFORMAT_UINT && bits == 8) return ScalarType::u8;
    if (format == SAMPLEFORMAT_UINT && bits == 16) return ScalarType::u16;
    if (format == SAMPLEFORMAT_IEEEFP && bits == 32) return ScalarType::f32;
    if (format == SAMPLEFORMAT_IEEEFP && bits == 64) return ScalarType::f64;
    return std::nullopt;
}

Diagnostic damaged(const TiffFile& file) {
    const std::string text = file.error_text();
    return refuse("the TIFF file is damaged.",
                  {text.empty() ? "libtiff cannot read it." : "libtiff: " + text});
}

Diagnostic unsupported(const std::string& what) {
    return refuse("the TIFF file holds " + what + ", which Pantile does not read.",
                  {"it reads 1 to 4 samples of 8 or 16 bits unsigned, 32 or 64 bits float, gray or RGB, "
                   "uncompressed or "
                   "with LZW, PackBits or Deflate."},
                  {"convert the file, for example to PNG."});
}

Result<Layout> read_layout(TIFF* tiff) {
    Layout layout;
    const std::optional<ScalarType> type = sample_type(tiff);
    if (!type) return unsupported("samples of another type");
    layout.shape = {.type = *type,
                    .width = field<uint32_t>(tiff, TIFFTAG_IMAGEWIDTH, 0),
                    .height = field<uint32_t>(tiff, TIFFTAG_IMAGELENGTH, 0),
                    .channels = field<uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL, 1)};
    if (layout.shape.channels < 1 || layout.shape.channels > 4) {
        return unsupported(std::to_string(layout.shape.channels) + " samples per pixel");
    }
    const uint16_t planes = field<uint16_t>(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    if (planes == PLANARCONFIG_SEPARATE) layout.planes = Planes::separate;
    layout.photometric = field<uint16_t>(
        tiff, TIFFTAG_PHOTOMETRIC, layout.shape.channels > 2 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
    layout.compression = field<uint16_t>(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    if (TIFFIsTiled(tiff) != 0) {
        layout.tile_width = field<uint32_t>(tiff, TIFFTAG_TILEWIDTH, 0);
        layout.tile_height = field<uint32_t>(tiff, TIFFTAG_TILELENGTH, 0);
    }
    return layout;
}

Diagnostics check_kind(const Layout& layout) {
    constexpr uint16_t kPhotometrics[] = {PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_RGB};
    constexpr uint16_t kCompressions[] = {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_PACKBITS,
                                          COMPRESSION_DEFLATE, COMPRESSION_ADOBE_DEFLATE};
    if (std::ranges::find(kPhotometrics, layout.photometric) == std::end(kPhotometrics)) {
        return {
            unsupported("colours of another kind (photometric " + std::to_string(layout.photometric) + ")")};
    }
    if (std::ranges::find(kCompressions, layout.compression) == std::end(kCompressions)) {
        return {unsupported("another compression (number " + std::to_string(layout.compression) + ")")};
    }
    return {};
}

Diagnostics check_tiles(const Layout& layout) {
    if (layout.tile_width == 0 && layout.tile_height == 0) return {};
    const PictureShape tile = {layout.shape.type, layout.tile_width, layout.tile_height,
                               layout.shape.channels};
    const bool sound = check_limits(tile).empty() && tile.bytes() <= kMostTileBytes;
    if (sound) return {};
    return {refuse("the TIFF file is damaged.", {"its tiles are empty or too large."})};
}

// The bytes that have to be decoded; tiles reach beyond the right and lower edges.
std::optional<int64_t> stored_bytes(const Layout& layout) {
    const PictureShape& shape = layout.shape;
    if (layout.tile_width == 0) return shape.bytes();
    const int64_t columns = ceil_div(shape.width, layout.tile_width);
    const int64_t rows = ceil_div(shape.height, layout.tile_height);
    return checked_mul(columns * rows, layout.tile_width * layout.tile_height * shape.pixel_bytes());
}

Diagnostics check_size(const Layout& layout, size_t file_bytes) {
    if (Diagnostics problems = check_limits(layout.shape); !problems.empty()) return problems;
    if (layout.shape.height > kMostRows) {
        return {refuse("the TIFF file has " + std::to_string(layout.shape.height) +
                       " rows; Pantile reads at most " + std::to_string(kMostRows) + ".")};
    }
    if (Diagnostics problems = check_tiles(layout); !problems.empty()) return problems;
    const std::optional<int64_t> stored = stored_bytes(layout);
    if (!stored || *stored > 2 * kMaxBytes)
        return {refuse("the TIFF file is damaged.", {"its tiles are too large."})};
    if (layout.compression == COMPRESSION_NONE && *stored > static_cast<int64_t>(file_bytes)) {
        return {refuse("the TIFF file is damaged.",
                       {"it claims to hold " + std::to_string(*stored) + " bytes of pixels but is only " +
                        std::to_string(file_bytes) + " bytes long."})};
    }
    return check_backing(*stored, file_bytes);
}

// The part of the picture that one plane of the file fills: everything, or a single channel.
AnyBuffer plane_of(const AnyBuffer& image, const Layout& layout, int64_t plane) {
    if (layout.planes == Planes::contiguous || image.rank() == 2) return image;
    std::byte* first = image.data() + plane * image.dim(2).stride * size_in_bytes(image.type());
    return AnyBuffer::wrap(image.type(), first, {image.dim(0), image.dim(1)});
}

// The rectangle of at most the given size with its corner at (x, y).
AnyBuffer window_of(const AnyBuffer& image, int64_t x, int64_t y, const Layout& layout) {
    std::vector<Dimension> dims = image.dims();
    dims[0].extent = std::min(layout.tile_width, dims[0].extent - x);
    dims[1].extent = std::min(layout.tile_height, dims[1].extent - y);
    const int64_t offset = x * dims[0].stride + y * dims[1].stride;
    return AnyBuffer::wrap(image.type(), image.data() + offset * size_in_bytes(image.type()),
                           std::move(dims));
}

bool read_strips(TIFF* tiff, const Layout& layout, const AnyBuffer& image) {
    const int64_t row_bytes = layout.shape.width * layout.stored_pixel_bytes();
    if (TIFFScanlineSize64(tiff) != static_cast<uint64_t>(row_bytes)) return false;
    std::vector<std::byte> row(static_cast<size_t>(row_bytes));
    for (int64_t plane = 0; plane < layout.stored_planes(); ++plane) {
        const AnyBuffer target = plane_of(image, layout, plane);
        for (int64_t y = 0; y < layout.shape.height; ++y) {
            const uint16_t sample = static_cast<uint16_t>(plane);
            if (TIFFReadScanline(tiff, row.data(), static_cast<uint32_t>(y), sample) != 1) return false;
            scatter_row(row.data(), target, y);
        }
    }
    return true;
}

bool read_tile(TIFF* tiff, const Layout& layout, const AnyBuffer& window, uint32_t number,
               std::vector<std::byte>& tile) {
    const tmsize_t size = static_cast<tmsize_t>(tile.size());
    if (TIFFReadEncodedTile(tiff, number, tile.data(), size) != size) return false;
    const int64_t row_bytes = layout.tile_width * layout.stored_pixel_bytes();
    for (int64_t y = 0; y < window.dim(1).extent; ++y) scatter_row(tile.data() + y * row_bytes, window, y);
    return true;
}

bool read_tiles(TIFF* tiff, const Layout& layout, const AnyBuffer& image) {
    const int64_t tile_bytes = layout.tile_width * layout.tile_height * layout.stored_pixel_bytes();
    if (TIFFTileSize64(tiff) != static_cast<uint64_t>(tile_bytes)) return false;
    std::vector<std::byte> tile(static_cast<size_t>(tile_bytes));
    uint32_t number = 0;
    for (int64_t plane = 0; plane < layout.stored_planes(); ++plane) {
        const AnyBuffer target = plane_of(image, layout, plane);
        for (int64_t y = 0; y < layout.shape.height; y += layout.tile_height) {
            for (int64_t x = 0; x < layout.shape.width; x += layout.tile_width) {
                if (!read_tile(tiff, layout, window_of(target, x, y, layout), number, tile)) return false;
                ++number;
            }
        }
    }
    return true;
}

// Integer samples of a file whose zero is white become ordinary gray; an alpha channel stays.
void invert_gray(const AnyBuffer& image) {
    const int64_t bytes = image.dim(0).extent * image.dim(1).extent * size_in_bytes(image.type());
    for (int64_t i = 0; i < bytes; ++i) image.data()[i] = ~image.data()[i];
}

void set_fields(TIFF* tiff, const PictureShape& shape) {
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<uint32_t>(shape.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<uint32_t>(shape.height));
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, static_cast<uint16_t>(shape.channels));
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, static_cast<uint16_t>(8 * size_in_bytes(shape.type)));
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, is_float(shape.type) ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, shape.channels > 2 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
    const uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
    if (shape.channels % 2 == 0) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0));
}

bool write_rows(TIFF* tiff, const PictureShape& shape, const AnyBuffer& image) {
    std::vector<std::byte> row(static_cast<size_t>(shape.row_bytes()));
    for (int64_t y = 0; y < shape.height; ++y) {
        gather_row(image, y, row.data());
        if (TIFFWriteScanline(tiff, row.data(), static_cast<uint32_t>(y), 0) != 1) return false;
    }
    return true;
}

Diagnostics check_writable(const PictureShape& shape) {
    const bool integer = shape.type == ScalarType::u8 || shape.type == ScalarType::u16;
    if (!integer && !is_float(shape.type)) {
        return {refuse("a TIFF file of ours holds 'u8', 'u16', 'f32' or 'f64', not '" +
                           std::string(name_of(shape.type)) + "'.",
                       {}, {"write '.npy', which holds any type."})};
    }
    if (shape.channels <= 4) return {};
    return {refuse("a TIFF file of ours holds 1 to 4 channels, not " + std::to_string(shape.channels) + ".",
                   {}, {"write '.npy', which holds any number of channels."})};
}

}  // namespace

Result<AnyBuffer> decode_tiff(Bytes bytes) {
    const TiffFile file = TiffFile::reading(bytes);
    if (!file.ready()) return damaged(file);
    const Result<Layout> layout = read_layout(file.handle());
    if (!layout) return layout.diagnostics();
    if (Diagnostics problems = check_kind(*layout); !problems.empty()) return problems;
    if (Diagnostics problems = check_size(*layout, bytes.size()); !problems.empty()) return problems;
    Result<AnyBuffer> image = allocate_picture(layout->shape);
    if (!image) return image;
    const auto read = layout->tile_width == 0 ? read_strips : read_tiles;
    if (!read(file.handle(), *layout, *image)) return damaged(file);
    if (layout->photometric == PHOTOMETRIC_MINISWHITE && !is_float(layout->shape.type)) invert_gray(*image);
    return image;
}

Result<Encoded> encode_tiff(const AnyBuffer& image) {
    const Result<PictureShape> shape = shape_of(image);
    if (!shape) return shape.diagnostics();
    if (Diagnostics problems = check_writable(*shape); !problems.empty()) return problems;
    // Offsets of a classic TIFF have 32 bits; a sixteenth is left for what is not pixels.
    const bool big = shape->bytes() > kMaxBytes / 16 * 15;
    Encoded bytes;
    TiffFile file = TiffFile::writing(bytes, big ? TiffFile::Mode::write_big : TiffFile::Mode::write);
    if (file.ready()) {
        set_fields(file.handle(), *shape);
        if (write_rows(file.handle(), *shape, image) && file.finish()) return bytes;
    }
    return refuse("libtiff cannot write the image.", {"libtiff: " + file.error_text()});
}

}  // namespace pantile::image
