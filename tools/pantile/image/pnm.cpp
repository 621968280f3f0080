// PBM, PGM and PPM in their plain (P1 to P3) and raw (P4 to P6) forms; the first picture of a file.
#include <algorithm>
#include <cstring>

#include "base/checked.h"
#include "image/byte_cursor.h"
#include "image/format.h"
#include "image/picture.h"

namespace pantile::image {
namespace {

constexpr int64_t kFull8 = 255;
constexpr int64_t kFull16 = 65535;
constexpr int64_t kMostSide = int64_t{1} << 31;

enum class Coding { plain, raw };

struct Header {
    PictureShape shape;
    Coding coding = Coding::raw;
    int64_t maximum = 1;
    bool bits = false;

    int64_t full() const { return shape.type == ScalarType::u8 ? kFull8 : kFull16; }
    int64_t samples() const { return shape.width * shape.height * shape.channels; }
    // The least that the pixels take: a plain sample is a digit and a space, but plain bits need no spaces.
    int64_t least_bytes() const {
        if (coding == Coding::plain) return bits ? samples() : 2 * samples() - 1;
        return bits ? ceil_div(shape.width, 8) * shape.height : shape.bytes();
    }
};

Diagnostic damaged(const std::string& why) { return refuse("the PNM file is damaged: " + why + "."); }

Result<Header> read_header(ByteCursor& cursor) {
    cursor.skip(1);
    const int kind = cursor.take() - '0';
    Header header;
    header.coding = kind <= 3 ? Coding::plain : Coding::raw;
    header.bits = kind == 1 || kind == 4;
    const std::optional<int64_t> width = cursor.take_number(kMostSide);
    const std::optional<int64_t> height = cursor.take_number(kMostSide);
    if (!width || !height) return damaged("its header has no valid width and height");
    const std::optional<int64_t> maximum = header.bits ? 1 : cursor.take_number(kFull16);
    if (!maximum || *maximum == 0) return damaged("its maximum value is not between 1 and 65535");
    header.maximum = *maximum;
    header.shape = {.type = header.maximum > kFull8 ? ScalarType::u16 : ScalarType::u8,
                    .width = *width,
                    .height = *height,
                    .channels = kind % 3 == 0 ? 3 : 1};
    if (header.coding == Coding::raw && !cursor.take_space()) return damaged("its header does not end");
    return header;
}

// To the full range of the type, rounded to the nearest; a tie goes up.
int64_t scaled(int64_t value, const Header& header) {
    return (2 * value * header.full() + header.maximum) / (2 * header.maximum);
}

void store(int64_t value, const Header& header, std::byte* to) {
    const uint16_t wide = static_cast<uint16_t>(scaled(value, header));
    const uint8_t narrow = static_cast<uint8_t>(wide);
    if (header.shape.type == ScalarType::u8)
        std::memcpy(to, &narrow, sizeof narrow);
    else
        std::memcpy(to, &wide, sizeof wide);
}

// In a bitmap 1 is black.
std::optional<int64_t> take_plain(ByteCursor& cursor, const Header& header) {
    if (!header.bits) return cursor.take_number(header.maximum);
    cursor.skip_space();
    if (cursor.at_end()) return std::nullopt;
    const uint8_t digit = cursor.take();
    return digit == '0' ? std::optional<int64_t>(1) : digit == '1' ? std::optional<int64_t>(0) : std::nullopt;
}

bool read_plain_row(ByteCursor& cursor, const Header& header, std::vector<std::byte>& row) {
    const size_t size = static_cast<size_t>(size_in_bytes(header.shape.type));
    for (size_t i = 0; i < row.size(); i += size) {
        const std::optional<int64_t> value = take_plain(cursor, header);
        if (!value) return false;
        store(*value, header, row.data() + i);
    }
    return true;
}

void read_bit_row(ByteCursor& cursor, std::vector<std::byte>& row) {
    for (size_t x = 0; x < row.size(); ++x) {
        const int black = cursor.here()[x / 8] >> (7 - x % 8) & 1;
        row[x] = black != 0 ? std::byte{0} : std::byte{255};
    }
    cursor.skip((row.size() + 7) / 8);
}

// Raw samples of two bytes are big-endian.
bool read_raw_row(ByteCursor& cursor, const Header& header, std::vector<std::byte>& row) {
    const size_t size = static_cast<size_t>(size_in_bytes(header.shape.type));
    for (size_t i = 0; i < row.size(); i += size) {
        int64_t value = cursor.take();
        if (size == 2) value = value << 8 | cursor.take();
        if (value > header.maximum) return false;
        store(value, header, row.data() + i);
    }
    return true;
}

bool read_row(ByteCursor& cursor, const Header& header, std::vector<std::byte>& row) {
    if (header.coding == Coding::plain) return read_plain_row(cursor, header, row);
    if (!header.bits) return read_raw_row(cursor, header, row);
    read_bit_row(cursor, row);
    return true;
}

Diagnostics check_writable(const PictureShape& shape) {
    if (shape.type != ScalarType::u8 && shape.type != ScalarType::u16) {
        return {
            refuse("a PNM file holds 'u8' or 'u16', not '" + std::string(name_of(shape.type)) + "'.", {},
                   {"convert the pixels to 'u8' or 'u16', or write '.pfm', '.tif' or '.npy' for 'f32'."})};
    }
    if (shape.channels == 1 || shape.channels == 3) return {};
    return {refuse("a PNM file holds 1 or 3 channels, not " + std::to_string(shape.channels) + ".", {},
                   {"write '.png', which holds 1 to 4 channels."})};
}

}  // namespace

Result<AnyBuffer> decode_pnm(Bytes file) {
    ByteCursor cursor(file);
    const Result<Header> header = read_header(cursor);
    if (!header) return header.diagnostics();
    if (Diagnostics problems = check_limits(header->shape); !problems.empty()) return problems;
    if (static_cast<int64_t>(cursor.remaining()) < header->least_bytes()) {
        return damaged("its pixels take at least " + std::to_string(header->least_bytes()) +
                       " bytes, but only " + std::to_string(cursor.remaining()) + " are there");
    }
    Result<AnyBuffer> image = allocate_picture(header->shape);
    if (!image) return image;
    std::vector<std::byte> row(static_cast<size_t>(header->shape.row_bytes()));
    for (int64_t y = 0; y < header->shape.height; ++y) {
        if (!read_row(cursor, *header, row)) {
            return damaged("row " + std::to_string(y) +
                           " has a missing sample or one above the maximum value");
        }
        scatter_row(row.data(), *image, y);
    }
    return image;
}

Result<Encoded> encode_pnm(const AnyBuffer& image) {
    const Result<PictureShape> shape = shape_of(image);
    if (!shape) return shape.diagnostics();
    if (Diagnostics problems = check_writable(*shape); !problems.empty()) return problems;
    const std::string header = std::string(shape->channels == 1 ? "P5" : "P6") + "\n" +
                               std::to_string(shape->width) + " " + std::to_string(shape->height) + "\n" +
                               (shape->type == ScalarType::u8 ? "255" : "65535") + "\n";
    Encoded bytes(header.begin(), header.end());
    bytes.resize(header.size() + static_cast<size_t>(shape->bytes()));
    std::byte* row = reinterpret_cast<std::byte*>(bytes.data()) + header.size();
    const int element_bytes = size_in_bytes(shape->type);
    for (int64_t y = 0; y < shape->height; ++y, row += shape->row_bytes()) {
        gather_row(image, y, row);
        if (kLittleEndianHost) reverse_bytes_of_elements(row, shape->width * shape->channels, element_bytes);
    }
    return bytes;
}

}  // namespace pantile::image
