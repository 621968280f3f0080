// PNG by libpng. Its errors leave by longjmp, so each function that calls setjmp owns nothing with a
// destructor: the handles and rows belong to the callers.
#include <png.h>

#include <cstring>

#include "image/format.h"
#include "image/picture.h"

namespace pantile::image {
namespace {

struct ErrorText {
    char text[256] = "";
};

[[noreturn]] void on_error(png_structp png, png_const_charp text) {
    ErrorText* error = static_cast<ErrorText*>(png_get_error_ptr(png));
    std::strncpy(error->text, text, sizeof error->text - 1);
    png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

struct Input {
    Bytes file;
    size_t offset = 0;
};

void read_bytes(png_structp png, png_bytep to, size_t count) {
    Input* input = static_cast<Input*>(png_get_io_ptr(png));
    if (count > input->file.size() - input->offset) png_error(png, "the file ends too early");
    std::memcpy(to, input->file.data() + input->offset, count);
    input->offset += count;
}

class Reader {
  public:
    explicit Reader(Bytes file) : input_{file} {
        png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &error_, on_error, on_warning);
        if (png_ == nullptr) return;
        png_set_read_fn(png_, &input_, read_bytes);
        info_ = png_create_info_struct(png_);
    }
    ~Reader() { png_destroy_read_struct(&png_, &info_, nullptr); }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    bool ready() const { return png_ != nullptr && info_ != nullptr; }
    png_structp png() const { return png_; }
    png_infop info() const { return info_; }
    const char* error_text() const { return error_.text; }

  private:
    ErrorText error_;
    Input input_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
};

// Sets libpng up to deliver 8 or 16 bits in host order, palettes and transparent colours expanded. Returns
// the number of passes over the rows; 0 is a failure.
int read_header(png_structp png, png_infop info) {
    if (setjmp(png_jmpbuf(png)) != 0) return 0;
    // All chunks that do not change the samples are skipped unread: a compressed one may be a bomb.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_read_info(png, info);
    png_set_expand(png);
    if (kLittleEndianHost) png_set_swap(png);
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    return passes;
}

// 'row' has room for one row of pixels. A later pass of an interlaced picture adds pixels to the rows of an
// earlier.
bool read_rows(png_structp png, int passes, const AnyBuffer& image, std::byte* row) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    for (int pass = 0; pass < passes; ++pass) {
        for (int64_t y = 0; y < image.dim(1).extent; ++y) {
            if (pass > 0) gather_row(image, y, row);
            png_read_row(png, reinterpret_cast<png_bytep>(row), nullptr);
            scatter_row(row, image, y);
        }
    }
    png_read_end(png, nullptr);
    return true;
}

PictureShape shape_of_file(const Reader& reader) {
    const int depth = png_get_bit_depth(reader.png(), reader.info());
    return {.type = depth == 16 ? ScalarType::u16 : ScalarType::u8,
            .width = png_get_image_width(reader.png(), reader.info()),
            .height = png_get_image_height(reader.png(), reader.info()),
            .channels = png_get_channels(reader.png(), reader.info())};
}

Diagnostic damaged(const char* error) {
    return refuse("the PNG file is damaged.", {std::string("libpng: ") + error + "."});
}

class Writer {
  public:
    Writer() {
        png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, &error_, on_error, on_warning);
        if (png_ != nullptr) info_ = png_create_info_struct(png_);
    }
    ~Writer() { png_destroy_write_struct(&png_, &info_); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    bool ready() const { return png_ != nullptr && info_ != nullptr; }
    png_structp png() const { return png_; }
    png_infop info() const { return info_; }
    const char* error_text() const { return error_.text; }

  private:
    ErrorText error_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
};

void write_bytes(png_structp png, png_bytep data, size_t count) {
    if (!append(*static_cast<Encoded*>(png_get_io_ptr(png)), {data, count})) png_error(png, "out of memory");
}

void flush_nothing(png_structp) {}

int colour_type(int64_t channels) {
    switch (channels) {
        case 1: return PNG_COLOR_TYPE_GRAY;
        case 2: return PNG_COLOR_TYPE_GRAY_ALPHA;
        case 3: return PNG_COLOR_TYPE_RGB;
        default: return PNG_COLOR_TYPE_RGB_ALPHA;
    }
}

bool write_header(const Writer& writer, const PictureShape& shape, Encoded& bytes) {
    if (setjmp(png_jmpbuf(writer.png())) != 0) return false;
    png_set_write_fn(writer.png(), &bytes, write_bytes, flush_nothing);
    // Sizes beyond libpng's limit of a million arrive there as too large, never as a smaller number.
    const auto saturated = [](int64_t n) {
        return static_cast<png_uint_32>(n < PNG_UINT_31_MAX ? n : PNG_UINT_31_MAX);
    };
    png_set_IHDR(writer.png(), writer.info(), saturated(shape.width), saturated(shape.height),
                 8 * size_in_bytes(shape.type), colour_type(shape.channels), PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(writer.png(), writer.info());
    if (kLittleEndianHost && shape.type == ScalarType::u16) png_set_swap(writer.png());
    return true;
}

bool write_rows(png_structp png, const AnyBuffer& image, std::byte* row) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    for (int64_t y = 0; y < image.dim(1).extent; ++y) {
        gather_row(image, y, row);
        png_write_row(png, reinterpret_cast<png_const_bytep>(row));
    }
    png_write_end(png, nullptr);
    return true;
}

Diagnostics check_writable(const PictureShape& shape) {
    if (shape.type != ScalarType::u8 && shape.type != ScalarType::u16) {
        return {refuse("a PNG file holds 'u8' or 'u16', not '" + std::string(name_of(shape.type)) + "'.", {},
                       {"convert the pixels to 'u8' or 'u16', or write '.tif' or '.npy'."})};
    }
    if (shape.channels <= 4) return {};
    return {refuse("a PNG file holds 1 to 4 channels, not " + std::to_string(shape.channels) + ".", {},
                   {"write '.npy', which holds any number of channels."})};
}

}  // namespace

Result<AnyBuffer> decode_png(Bytes file) {
    const Reader reader(file);
    if (!reader.ready()) return refuse("there is not enough memory to start libpng.");
    const int passes = read_header(reader.png(), reader.info());
    if (passes == 0) return damaged(reader.error_text());
    const PictureShape shape = shape_of_file(reader);
    Result<AnyBuffer> image = allocate_picture(shape);
    if (!image) return image;
    if (Diagnostics problems = check_backing(shape.bytes(), file.size()); !problems.empty()) return problems;
    std::vector<std::byte> row(static_cast<size_t>(shape.row_bytes()));
    if (!read_rows(reader.png(), passes, *image, row.data())) return damaged(reader.error_text());
    return image;
}

Result<Encoded> encode_png(const AnyBuffer& image) {
    const Result<PictureShape> shape = shape_of(image);
    if (!shape) return shape.diagnostics();
    if (Diagnostics problems = check_writable(*shape); !problems.empty()) return problems;
    const Writer writer;
    if (!writer.ready()) return refuse("there is not enough memory to start libpng.");
    Encoded bytes;
    std::vector<std::byte> row(static_cast<size_t>(shape->row_bytes()));
    if (write_header(writer, *shape, bytes) && write_rows(writer.png(), image, row.data())) return bytes;
    return refuse("libpng cannot write the image.", {std::string("libpng: ") + writer.error_text() + "."});
}

}  // namespace pantile::image
