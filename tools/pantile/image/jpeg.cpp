// JPEG by libjpeg. Its errors leave by longjmp, so each function that calls setjmp owns nothing with a
// destructor.
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <utility>

#include <jpeglib.h>

#include <jerror.h>

#include "image/format.h"
#include "image/picture.h"

namespace pantile::image {
namespace {

constexpr int kQuality = 95;
// A block of 64 pixels takes at least one bit of entropy-coded data.
constexpr int64_t kMostPixelsPerByte = 64 * 8;
constexpr int64_t kFewPixels = 1 << 16;
// A progressive file may pass over all its blocks again and again at the price of a few bytes each time.
constexpr int64_t kMostScans = 100;
constexpr int64_t kMostScannedPixels = 2 * kMaxPixels;
constexpr long kMostLibraryBytes = 1L << 30;

// 'base' comes first: libjpeg hands out a pointer to it, and the handlers cast it back.
struct ErrorManager {
    jpeg_error_mgr base;
    std::jmp_buf jump;
    char text[JMSG_LENGTH_MAX];
};

struct ScanLimit {
    jpeg_progress_mgr base;
    int64_t pixels;
};

[[noreturn]] void on_error(j_common_ptr codec) {
    ErrorManager* errors = reinterpret_cast<ErrorManager*>(codec->err);
    codec->err->format_message(codec, errors->text);
    std::longjmp(errors->jump, 1);
}

// libjpeg reports damaged and truncated data as a warning (level -1) and invents the missing pixels. Only
// warnings that say nothing about the pixels are let pass.
void on_message(j_common_ptr codec, int level) {
    const int code = codec->err->msg_code;
    const bool harmless = code == JWRN_EXTRANEOUS_DATA || code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR;
    if (level < 0 && !harmless) on_error(codec);
}

void print_nothing(j_common_ptr) {}

void limit_scans(j_common_ptr codec) {
    const jpeg_decompress_struct* input = reinterpret_cast<const jpeg_decompress_struct*>(codec);
    const ScanLimit* limit = reinterpret_cast<const ScanLimit*>(codec->progress);
    const int64_t scans = input->input_scan_number;
    if (scans > kMostScans || scans * limit->pixels > kMostScannedPixels)
        ERREXIT(codec, JERR_BAD_PROGRESSION);
}

void prepare_errors(ErrorManager& errors) {
    jpeg_std_error(&errors.base);
    errors.base.error_exit = on_error;
    errors.base.emit_message = on_message;
    errors.base.output_message = print_nothing;
}

// A zeroed codec may be destroyed safely even when its creation failed.
class Reader {
  public:
    Reader() {
        prepare_errors(errors);
        codec.err = &errors.base;
        scans.base.progress_monitor = limit_scans;
    }
    ~Reader() { jpeg_destroy_decompress(&codec); }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    ErrorManager errors{};
    ScanLimit scans{};
    jpeg_decompress_struct codec{};
};

bool read_header(Reader& reader, Bytes file) {
    if (setjmp(reader.errors.jump) != 0) return false;
    jpeg_create_decompress(&reader.codec);
    reader.codec.mem->max_memory_to_use = kMostLibraryBytes;
    jpeg_mem_src(&reader.codec, file.data(), static_cast<unsigned long>(file.size()));
    jpeg_read_header(&reader.codec, TRUE);
    reader.scans.pixels = int64_t{reader.codec.image_width} * reader.codec.image_height;
    reader.codec.progress = &reader.scans.base;
    reader.codec.out_color_space = reader.codec.num_components == 1 ? JCS_GRAYSCALE : JCS_RGB;
    return true;
}

bool read_rows(Reader& reader, const AnyBuffer& image, std::byte* row) {
    if (setjmp(reader.errors.jump) != 0) return false;
    jpeg_start_decompress(&reader.codec);
    while (reader.codec.output_scanline < reader.codec.output_height) {
        const int64_t y = reader.codec.output_scanline;
        JSAMPROW rows[] = {reinterpret_cast<JSAMPROW>(row)};
        jpeg_read_scanlines(&reader.codec, rows, 1);
        scatter_row(row, image, y);
    }
    jpeg_finish_decompress(&reader.codec);
    return true;
}

Diagnostic damaged(const Reader& reader) {
    return refuse("the JPEG file is damaged.", {std::string("libjpeg: ") + reader.errors.text + "."});
}

Diagnostics check_readable(const jpeg_decompress_struct& codec, size_t file_bytes) {
    if (codec.jpeg_color_space == JCS_CMYK || codec.jpeg_color_space == JCS_YCCK) {
        return {refuse("the JPEG file holds CMYK colours; Pantile reads gray and RGB.", {},
                       {"convert the image to RGB first."})};
    }
    if (codec.num_components != 1 && codec.num_components != 3) {
        return {refuse("the JPEG file has " + std::to_string(codec.num_components) +
                       " components; Pantile reads gray (1) and RGB (3).")};
    }
    const int64_t pixels = int64_t{codec.image_width} * codec.image_height;
    if (pixels <= kFewPixels + kMostPixelsPerByte * static_cast<int64_t>(file_bytes)) return {};
    return {refuse("the file is damaged: it claims to hold " + std::to_string(pixels) +
                   " pixels but is only " + std::to_string(file_bytes) + " bytes long.")};
}

// Collects the compressed data. libjpeg's own memory destination loses track of its block when an error
// occurs.
struct Destination {
    jpeg_destination_mgr base;
    JOCTET chunk[1 << 14];
    Encoded* bytes;
};

void start_chunk(j_compress_ptr codec) {
    Destination* destination = reinterpret_cast<Destination*>(codec->dest);
    destination->base.next_output_byte = destination->chunk;
    destination->base.free_in_buffer = sizeof destination->chunk;
}

// libjpeg calls this when the chunk is full, whatever 'free_in_buffer' says.
boolean finish_chunk(j_compress_ptr codec) {
    Destination* destination = reinterpret_cast<Destination*>(codec->dest);
    if (!append(*destination->bytes, destination->chunk)) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
    start_chunk(codec);
    return TRUE;
}

void finish_last_chunk(j_compress_ptr codec) {
    Destination* destination = reinterpret_cast<Destination*>(codec->dest);
    const size_t used = sizeof destination->chunk - destination->base.free_in_buffer;
    if (!append(*destination->bytes, {destination->chunk, used})) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
}

class Writer {
  public:
    Writer() {
        prepare_errors(errors);
        codec.err = &errors.base;
        destination.base.init_destination = start_chunk;
        destination.base.empty_output_buffer = finish_chunk;
        destination.base.term_destination = finish_last_chunk;
        destination.bytes = &bytes;
    }
    ~Writer() { jpeg_destroy_compress(&codec); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    ErrorManager errors{};
    Destination destination{};
    jpeg_compress_struct codec{};
    Encoded bytes;
};

bool write_header(Writer& writer, const PictureShape& shape) {
    if (setjmp(writer.errors.jump) != 0) return false;
    jpeg_create_compress(&writer.codec);
    writer.codec.dest = &writer.destination.base;
    writer.codec.image_width = static_cast<JDIMENSION>(shape.width);
    writer.codec.image_height = static_cast<JDIMENSION>(shape.height);
    writer.codec.input_components = static_cast<int>(shape.channels);
    writer.codec.in_color_space = shape.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&writer.codec);
    jpeg_set_quality(&writer.codec, kQuality, TRUE);
    jpeg_start_compress(&writer.codec, TRUE);
    return true;
}

bool write_rows(Writer& writer, const AnyBuffer& image, std::byte* row) {
    if (setjmp(writer.errors.jump) != 0) return false;
    for (int64_t y = 0; y < image.dim(1).extent; ++y) {
        gather_row(image, y, row);
        JSAMPROW rows[] = {reinterpret_cast<JSAMPROW>(row)};
        jpeg_write_scanlines(&writer.codec, rows, 1);
    }
    jpeg_finish_compress(&writer.codec);
    return true;
}

Diagnostics check_writable(const PictureShape& shape) {
    if (shape.type != ScalarType::u8) {
        return {refuse(
            "a JPEG file holds 'u8', not '" + std::string(name_of(shape.type)) + "'.", {},
            {"convert the pixels to 'u8', or write '.png' for 'u16' and '.tif' or '.npy' for 'f32'."})};
    }
    if (shape.channels != 1 && shape.channels != 3) {
        return {refuse("a JPEG file holds 1 or 3 channels, not " + std::to_string(shape.channels) + ".", {},
                       {"write '.png', which holds 1 to 4 channels."})};
    }
    if (shape.width <= JPEG_MAX_DIMENSION && shape.height <= JPEG_MAX_DIMENSION) return {};
    return {refuse("a JPEG file is at most " + std::to_string(JPEG_MAX_DIMENSION) + " pixels wide and high.",
                   {}, {"write '.png' or '.tif'."})};
}

}  // namespace

Result<AnyBuffer> decode_jpeg(Bytes file) {
    Reader reader;
    if (!read_header(reader, file)) return damaged(reader);
    if (Diagnostics problems = check_readable(reader.codec, file.size()); !problems.empty()) return problems;
    const PictureShape shape = {.type = ScalarType::u8,
                                .width = reader.codec.image_width,
                                .height = reader.codec.image_height,
                                .channels = reader.codec.num_components};
    const Result<AnyBuffer> image = allocate_picture(shape);
    if (!image) return image;
    std::vector<std::byte> row(static_cast<size_t>(shape.row_bytes()));
    if (!read_rows(reader, *image, row.data())) return damaged(reader);
    return image;
}

Result<Encoded> encode_jpeg(const AnyBuffer& image) {
    const Result<PictureShape> shape = shape_of(image);
    if (!shape) return shape.diagnostics();
    if (Diagnostics problems = check_writable(*shape); !problems.empty()) return problems;
    Writer writer;
    std::vector<std::byte> row(static_cast<size_t>(shape->row_bytes()));
    if (write_header(writer, *shape) && write_rows(writer, image, row.data())) {
        return std::move(writer.bytes);
    }
    return refuse("libjpeg cannot write the image.", {std::string("libjpeg: ") + writer.errors.text + "."});
}

}  // namespace pantile::image
