#include "image/convert.h"

#include <limits>
#include <type_traits>

#include "image/format.h"
#include "image/picture.h"
#include "image/rows.h"

namespace pantile::image {
namespace {

template <typename T>
constexpr bool kIsPixel = std::is_same_v<T, uint8_t> || std::is_same_v<T, uint16_t>;

template <typename From, typename To>
constexpr bool kWidens = std::is_integral_v<From>&& std::is_integral_v<To> && !std::is_same_v<To, bool> &&
                         std::numeric_limits<To>::digits >= std::numeric_limits<From>::digits &&
                         (std::is_signed_v<To> || std::is_unsigned_v<From>);

enum class Rule { none, divide, multiply, to_u16, to_u8, spread_bool, threshold, by_value };

template <typename From, typename To>
constexpr Rule rule_for() {
    constexpr bool kFromBool = std::is_same_v<From, bool>;
    if constexpr (kIsPixel<From> && std::is_floating_point_v<To>)
        return Rule::divide;
    else if constexpr (std::is_floating_point_v<From> && kIsPixel<To>)
        return Rule::multiply;
    else if constexpr (std::is_same_v<From, uint8_t> && std::is_same_v<To, uint16_t>)
        return Rule::to_u16;
    else if constexpr (std::is_same_v<From, uint16_t> && std::is_same_v<To, uint8_t>)
        return Rule::to_u8;
    else if constexpr (kFromBool && (kIsPixel<To> || std::is_floating_point_v<To>))
        return Rule::spread_bool;
    else if constexpr (std::is_same_v<From, uint8_t> && std::is_same_v<To, bool>)
        return Rule::threshold;
    else if constexpr (kWidens<From, To>)
        return Rule::by_value;
    else if constexpr (std::is_same_v<From, float> && std::is_same_v<To, double>)
        return Rule::by_value;
    else
        return Rule::none;
}

// The product of a float and 'full' is exact in double, so that there is one rounding only.
template <typename To>
To quantise(double value) {
    constexpr double full = std::numeric_limits<To>::max();
    // Adding and subtracting 1.5 * 2^52 leaves no room for a fraction: it rounds to the nearest, ties to
    // even.
    constexpr double round = 6755399441055744.0;
    const double scaled = value * full;
    const double positive = scaled > 0 ? scaled : 0;  // NaN goes to 0 here
    const double clamped = positive < full ? positive : full;
    return static_cast<To>((clamped + round) - round);
}

template <typename From, typename To>
To convert(From value) {
    constexpr Rule rule = rule_for<From, To>();
    if constexpr (rule == Rule::divide) {
        return static_cast<To>(value) / static_cast<To>(std::numeric_limits<From>::max());
    } else if constexpr (rule == Rule::multiply) {
        return quantise<To>(static_cast<double>(value));
    } else if constexpr (rule == Rule::to_u16) {
        return static_cast<To>(value * 257);
    } else if constexpr (rule == Rule::to_u8) {
        // 65535 / 255 is 257, which is odd: no value lies half way.
        return static_cast<To>((value + 128) / 257);
    } else if constexpr (rule == Rule::spread_bool) {
        return value ? (std::is_floating_point_v<To> ? To{1} : std::numeric_limits<To>::max()) : To{0};
    } else if constexpr (rule == Rule::threshold) {
        return value >= 128;
    } else {
        return static_cast<To>(value);
    }
}

template <typename From, typename To>
void convert_all(const AnyBuffer& from, const AnyBuffer& to) {
    To* target = reinterpret_cast<To*>(to.data());
    const int64_t length = row_length(from);
    const int64_t stride = row_stride(from);
    for_each_row(from, [&](const std::byte* row) {
        const From* source = reinterpret_cast<const From*>(row);
        for (int64_t i = 0; i < length; ++i) target[i] = convert<From, To>(source[i * stride]);
        target += length;
    });
}

Diagnostic refuse_conversion(ScalarType from, ScalarType to) {
    return refuse(
        "pixels of '" + std::string(name_of(from)) + "' do not convert to '" + std::string(name_of(to)) +
            "'.",
        {"images convert between 'u8', 'u16', 'f32', 'f64' and from 'bool'; integers also to wider ones."},
        {"convert in the pipeline, where the meaning of the values is known."});
}

// Calls visit with a value of the type's C++ type.
template <typename Visit>
auto with_type(ScalarType type, const Visit& visit) {
    switch (type) {
        case ScalarType::boolean: return visit(bool{});
        case ScalarType::u8: return visit(uint8_t{});
        case ScalarType::i8: return visit(int8_t{});
        case ScalarType::u16: return visit(uint16_t{});
        case ScalarType::i16: return visit(int16_t{});
        case ScalarType::u32: return visit(uint32_t{});
        case ScalarType::i32: return visit(int32_t{});
        case ScalarType::u64: return visit(uint64_t{});
        case ScalarType::i64: return visit(int64_t{});
        case ScalarType::f32: return visit(float{});
        case ScalarType::f64: return visit(double{});
    }
    return visit(uint8_t{});
}

using ConvertAll = void (*)(const AnyBuffer&, const AnyBuffer&);

// Null when pixels of the one type do not convert to the other.
ConvertAll find_conversion(ScalarType from, ScalarType to) {
    return with_type(from, [&](auto source) {
        return with_type(to, [](auto target) -> ConvertAll {
            using From = decltype(source);
            using To = decltype(target);
            if constexpr (rule_for<From, To>() == Rule::none)
                return nullptr;
            else
                return convert_all<From, To>;
        });
    });
}

bool converts(ScalarType from, ScalarType to) { return from == to || find_conversion(from, to) != nullptr; }

// The types that a format holds, the preferred one for all that has to be converted first.
std::vector<ScalarType> held_types(Format format) {
    switch (format) {
        case Format::png: return {ScalarType::u8, ScalarType::u16};
        case Format::jpeg: return {ScalarType::u8};
        case Format::tiff: return {ScalarType::u8, ScalarType::u16, ScalarType::f32, ScalarType::f64};
        case Format::pnm: return {ScalarType::u8, ScalarType::u16};
        case Format::pfm: return {ScalarType::f32};
        case Format::npy: return {std::begin(kAllScalarTypes), std::end(kAllScalarTypes)};
    }
    return {};
}

}  // namespace

Result<AnyBuffer> convert_pixels(const AnyBuffer& image, ScalarType to) {
    if (!image.defined()) return refuse("there is no image to convert: the buffer is undefined.");
    if (image.type() == to) return image;
    const ConvertAll convert_elements = find_conversion(image.type(), to);
    if (convert_elements == nullptr) return refuse_conversion(image.type(), to);
    Result<AnyBuffer> converted = AnyBuffer::allocate(to, image.dims());
    if (converted) convert_elements(image, *converted);
    return converted;
}

ScalarType storage_type_for(const std::string& path, ScalarType type) {
    const std::optional<Format> format = format_from_extension(extension_of(path));
    if (!format) return type;
    const std::vector<ScalarType> held = held_types(*format);
    for (const ScalarType candidate : held) {
        if (candidate == type) return type;
    }
    return converts(type, held.front()) ? held.front() : type;
}

}  // namespace pantile::image
