// PFM: one or three channels of 32-bit floats, the lowest row first. A negative scale marks little-endian
// data; its magnitude is a unit of brightness, which we leave to the user.
#include <charconv>
#include <cmath>
#include <cstring>

#include "image/byte_cursor.h"
#include "image/format.h"
#include "image/picture.h"

namespace pantile::image {
namespace {

constexpr int64_t kMostSide = int64_t{1} << 31;

struct Header {
    PictureShape shape;
    bool little_endian = true;
};

Diagnostic damaged(const std::string& why) { return refuse("the PFM file is damaged: " + why + "."); }

std::optional<double> take_scale(ByteCursor& cursor) {
    const std::string_view word = cursor.take_word();
    double scale = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), scale);
    const bool sound = error == std::errc() && end == word.data() + word.size() && std::isfinite(scale);
    return sound && scale != 0 ? std::optional<double>(scale) : std::nullopt;
}

Result<Header> read_header(ByteCursor& cursor) {
    cursor.skip(1);
    const bool colour = cursor.take() == 'F';
    const std::optional<int64_t> width = cursor.take_number(kMostSide);
    const std::optional<int64_t> height = cursor.take_number(kMostSide);
    if (!width || !height) return damaged("its header has no valid width and height");
    const std::optional<double> scale = take_scale(cursor);
    if (!scale) return damaged("its header has no valid scale");
    if (!cursor.take_space()) return damaged("its header does not end");
    return Header{.shape = {ScalarType::f32, *width, *height, colour ? 3 : 1}, .little_endian = *scale < 0};
}

Diagnostics check_writable(const PictureShape& shape) {
    if (shape.type != ScalarType::f32) {
        return {refuse("a PFM file holds 'f32', not '" + std::string(name_of(shape.type)) + "'.", {},
                       {"write '.tif' or '.npy' for 'f64', '.png' for 'u8' and 'u16'."})};
    }
    if (shape.channels == 1 || shape.channels == 3) return {};
    return {refuse("a PFM file holds 1 or 3 channels, not " + std::to_string(shape.channels) + ".", {},
                   {"write '.tif', which holds 1 to 4 channels of 'f32'."})};
}

}  // namespace

Result<AnyBuffer> decode_pfm(Bytes file) {
    ByteCursor cursor(file);
    const Result<Header> header = read_header(cursor);
    if (!header) return header.diagnostics();
    const PictureShape& shape = header->shape;
    if (Diagnostics problems = check_limits(shape); !problems.empty()) return problems;
    if (static_cast<int64_t>(cursor.remaining()) < shape.bytes()) {
        return damaged("its pixels take " + std::to_string(shape.bytes()) + " bytes, but only " +
                       std::to_string(cursor.remaining()) + " are there");
    }
    Result<AnyBuffer> image = allocate_picture(shape);
    if (!image) return image;
    std::vector<std::byte> row(static_cast<size_t>(shape.row_bytes()));
    for (int64_t y = shape.height - 1; y >= 0; --y) {
        std::memcpy(row.data(), cursor.here(), row.size());
        cursor.skip(row.size());
        if (header->little_endian != kLittleEndianHost) {
            reverse_bytes_of_elements(row.data(), shape.width * shape.channels, sizeof(float));
        }
        scatter_row(row.data(), *image, y);
    }
    return image;
}

Result<Encoded> encode_pfm(const AnyBuffer& image) {
    const Result<PictureShape> shape = shape_of(image);
    if (!shape) return shape.diagnostics();
    if (Diagnostics problems = check_writable(*shape); !problems.empty()) return problems;
    const std::string header = std::string(shape->channels == 1 ? "Pf" : "PF") + "\n" +
                               std::to_string(shape->width) + " " + std::to_string(shape->height) + "\n" +
                               (kLittleEndianHost ? "-1.0" : "1.0") + "\n";
    Encoded bytes(header.begin(), header.end());
    bytes.resize(header.size() + static_cast<size_t>(shape->bytes()));
    std::byte* row = reinterpret_cast<std::byte*>(bytes.data()) + header.size();
    for (int64_t y = shape->height - 1; y >= 0; --y, row += shape->row_bytes()) gather_row(image, y, row);
    return bytes;
}

}  // namespace pantile::image
