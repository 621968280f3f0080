#include "image/npy_header.h"

#include <array>
#include <limits>

#include "image/picture.h"

namespace pantile::image {
namespace {

constexpr size_t kMagicBytes = 6;
// Longer ones are no headers of plain arrays; NumPy itself refuses over 10,000 by default.
constexpr size_t kLongestHeader = 1 << 16;
constexpr size_t kAlignment = 64;

struct TypeCode {
    std::string_view code;  // without the byte order
    ScalarType type;
};

constexpr std::array<TypeCode, 11> kTypeCodes = {{{"b1", ScalarType::boolean},
                                                  {"u1", ScalarType::u8},
                                                  {"i1", ScalarType::i8},
                                                  {"u2", ScalarType::u16},
                                                  {"i2", ScalarType::i16},
                                                  {"u4", ScalarType::u32},
                                                  {"i4", ScalarType::i32},
                                                  {"u8", ScalarType::u64},
                                                  {"i8", ScalarType::i64},
                                                  {"f4", ScalarType::f32},
                                                  {"f8", ScalarType::f64}}};

Diagnostic damaged(const std::string& why) { return refuse("the NPY file is damaged: " + why + "."); }

// Reads the one dictionary that NumPy writes, with its keys in any order. The first problem is kept.
class DictionaryParser {
  public:
    explicit DictionaryParser(std::string_view text) : text_(text) {}

    Result<NpyHeader> parse() {
        expect('{');
        while (problem_.empty() && !accept('}')) {
            parse_entry();
            if (!accept(',') && !sees('}')) fail(damaged("its header is not a dictionary"));
        }
        if (problem_.empty() && seen_ != kAllKeys)
            fail(damaged("its header lacks the type, the order or the shape"));
        if (!problem_.empty()) return problem_;
        return header_;
    }

  private:
    static constexpr unsigned kAllKeys = 7;

    void parse_entry() {
        const std::string_view key = parse_string();
        expect(':');
        if (!problem_.empty()) return;
        if (key == "descr")
            parse_type(), seen_ |= 1;
        else if (key == "fortran_order")
            parse_order(), seen_ |= 2;
        else if (key == "shape")
            parse_shape(), seen_ |= 4;
        else
            fail(damaged("its header has an unknown key"));
    }

    void parse_type() {
        if (sees('['))
            return fail(refuse("the NPY file holds records; Pantile reads arrays of plain numbers."));
        const std::string_view text = parse_string();
        for (const TypeCode& known : kTypeCodes) {
            if (text.size() != 3 || text.substr(1) != known.code) continue;
            header_.type = known.type;
            if (text[0] == '<' || text[0] == '>')
                header_.little_endian = text[0] == '<';
            else if (text[0] == '=' || text[0] == '|')
                header_.little_endian = kLittleEndianHost;
            else
                break;
            return;
        }
        fail(refuse("the NPY file holds the type '" + std::string(text.substr(0, 16)) +
                        "', which Pantile does not have.",
                    {"it reads bool, integers of 8 to 64 bits and floats of 32 and 64 bits."},
                    {"convert the array in Python, for example with 'a.astype(numpy.float32)'."}));
    }

    void parse_order() {
        if (accept_word("True"))
            header_.fortran_order = true;
        else if (accept_word("False"))
            header_.fortran_order = false;
        else
            fail(damaged("its order is neither True nor False"));
    }

    void parse_shape() {
        header_.shape.clear();
        expect('(');
        while (problem_.empty() && !accept(')')) {
            header_.shape.push_back(parse_extent());
            if (header_.shape.size() > static_cast<size_t>(kMaxRank)) {
                return fail(
                    refuse("the NPY array has more than " + std::to_string(kMaxRank) + " dimensions."));
            }
            if (!accept(',') && !sees(')')) return fail(damaged("its shape is not a list of numbers"));
        }
    }

    int64_t parse_extent() {
        constexpr int64_t kLimit = std::numeric_limits<int64_t>::max() / 10 - 1;
        skip_space();
        const size_t start = place_;
        int64_t extent = 0;
        while (place_ < text_.size() && text_[place_] >= '0' && text_[place_] <= '9' && extent <= kLimit) {
            extent = extent * 10 + (text_[place_++] - '0');
        }
        // Python 2 wrote long integers with a suffix.
        accept('L');
        if (place_ == start || extent > kLimit)
            fail(damaged("its shape is not a list of sizes"));
        else if (extent == 0)
            fail(refuse("the NPY array is empty: one of its sizes is 0."));
        return extent;
    }

    std::string_view parse_string() {
        skip_space();
        const char quote = place_ < text_.size() ? text_[place_] : '\0';
        const size_t end =
            quote == '\'' || quote == '"' ? text_.find(quote, place_ + 1) : std::string_view::npos;
        if (end == std::string_view::npos) {
            fail(damaged("its header is not a dictionary"));
            return {};
        }
        const std::string_view text = text_.substr(place_ + 1, end - place_ - 1);
        place_ = end + 1;
        return text;
    }

    void skip_space() {
        while (place_ < text_.size() && (text_[place_] == ' ' || text_[place_] == '\n')) ++place_;
    }
    bool sees(char c) {
        skip_space();
        return place_ < text_.size() && text_[place_] == c;
    }
    bool accept(char c) {
        const bool found = sees(c);
        place_ += found ? 1 : 0;
        return found;
    }
    bool accept_word(std::string_view word) {
        skip_space();
        const bool found = text_.substr(place_).starts_with(word);
        place_ += found ? word.size() : 0;
        return found;
    }
    void expect(char c) {
        if (!accept(c)) fail(damaged("its header is not a dictionary"));
    }
    void fail(Diagnostic problem) {
        if (problem_.empty()) problem_.push_back(std::move(problem));
    }

    std::string_view text_;
    size_t place_ = 0;
    unsigned seen_ = 0;
    NpyHeader header_;
    Diagnostics problem_;
};

// Little-endian, in all versions.
size_t little_endian_number(Bytes bytes) {
    size_t number = 0;
    for (size_t i = bytes.size(); i > 0; --i) number = number << 8 | bytes[i - 1];
    return number;
}

std::string_view type_code(ScalarType type) {
    for (const TypeCode& known : kTypeCodes) {
        if (known.type == type) return known.code;
    }
    return "";
}

}  // namespace

Result<NpyHeader> parse_npy_header(Bytes file) {
    if (file.size() < kMagicBytes + 2) return damaged("its header is truncated");
    const int version = file[kMagicBytes];
    if (version < 1 || version > 3)
        return refuse("the NPY file has the unknown version " + std::to_string(version) + ".");
    const size_t length_bytes = version == 1 ? 2 : 4;
    const size_t start = kMagicBytes + 2 + length_bytes;
    if (file.size() < start) return damaged("its header is truncated");
    const size_t length = little_endian_number(file.subspan(kMagicBytes + 2, length_bytes));
    if (length > kLongestHeader) return damaged("its header claims " + std::to_string(length) + " bytes");
    if (file.size() - start < length) return damaged("its header is truncated");
    Result<NpyHeader> header =
        DictionaryParser({reinterpret_cast<const char*>(file.data()) + start, length}).parse();
    if (header) header->data_offset = start + length;
    return header;
}

std::string print_npy_header(ScalarType type, const std::vector<int64_t>& shape) {
    const char order = size_in_bytes(type) == 1 ? '|' : kLittleEndianHost ? '<' : '>';
    std::string dictionary = std::string("{'descr': '") + order + std::string(type_code(type)) +
                             "', 'fortran_order': False, 'shape': (";
    for (size_t axis = 0; axis < shape.size(); ++axis) {
        dictionary +=
            (axis > 0 ? " " : "") + std::to_string(shape[axis]) + (axis + 1 < shape.size() ? "," : "");
    }
    dictionary += shape.size() == 1 ? ",), }" : "), }";
    const size_t prefix = kMagicBytes + 4;
    const size_t total = (prefix + dictionary.size() + 1 + kAlignment - 1) / kAlignment * kAlignment;
    dictionary.append(total - prefix - dictionary.size() - 1, ' ');
    dictionary += '\n';
    const std::string length = {static_cast<char>(dictionary.size() & 0xff),
                                static_cast<char>(dictionary.size() >> 8)};
    return std::string("\x93NUMPY\x01\0", kMagicBytes + 2) + length + dictionary;
}

}  // namespace pantile::image
