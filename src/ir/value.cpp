#include "ir/value.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace pantile::ir {
namespace {

template <typename T>
uint64_t wrap_to(int64_t v) {
    // Through the narrow type and back: sign- or zero-extends its bits.
    return static_cast<uint64_t>(static_cast<int64_t>(static_cast<T>(v)));
}

template <typename T>
T read(const std::byte* from) {
    T v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

template <typename F>
std::string float_text(F v) {
    if (std::isnan(v)) return "nan";
    if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
    std::string text = fmt::format("{}", v);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

}  // namespace

Value Value::of_int(ScalarType type, int64_t v) {
    switch (type) {
        case ScalarType::boolean: return of_bool(v != 0);
        case ScalarType::u8: return Value(type, wrap_to<uint8_t>(v));
        case ScalarType::i8: return Value(type, wrap_to<int8_t>(v));
        case ScalarType::u16: return Value(type, wrap_to<uint16_t>(v));
        case ScalarType::i16: return Value(type, wrap_to<int16_t>(v));
        case ScalarType::u32: return Value(type, wrap_to<uint32_t>(v));
        case ScalarType::i32: return Value(type, wrap_to<int32_t>(v));
        case ScalarType::u64:
        case ScalarType::i64: return Value(type, static_cast<uint64_t>(v));
        case ScalarType::f32:
        case ScalarType::f64: return of_float(type, static_cast<double>(v));
    }
    return {};
}

bool Value::operator==(const Value& other) const {
    if (type_ != other.type_) return false;
    if (is_float(type_) && std::isnan(as_real()) && std::isnan(other.as_real())) return true;
    return bits_ == other.bits_;
}

Value load_value(ScalarType type, const std::byte* from) {
    switch (type) {
        case ScalarType::boolean: return Value::of_bool(read<uint8_t>(from) != 0);
        case ScalarType::u8: return Value::of_int(type, read<uint8_t>(from));
        case ScalarType::i8: return Value::of_int(type, read<int8_t>(from));
        case ScalarType::u16: return Value::of_int(type, read<uint16_t>(from));
        case ScalarType::i16: return Value::of_int(type, read<int16_t>(from));
        case ScalarType::u32: return Value::of_int(type, read<uint32_t>(from));
        case ScalarType::i32: return Value::of_int(type, read<int32_t>(from));
        case ScalarType::u64:
        case ScalarType::i64: return Value::of_int(type, read<int64_t>(from));
        case ScalarType::f32: return Value::of_f32(read<float>(from));
        case ScalarType::f64: return Value::of_f64(read<double>(from));
    }
    return {};
}

void store_value(const Value& value, std::byte* to) {
    // Little-endian: the low bytes of the 64 bits are the narrow value.
    static_assert(std::endian::native == std::endian::little);
    const uint64_t bits = value.as_uint();
    std::memcpy(to, &bits, static_cast<size_t>(size_in_bytes(value.type())));
}

Value lowest_value(ScalarType type) {
    if (is_float(type)) return Value::of_float(type, -std::numeric_limits<double>::infinity());
    if (!is_signed_integer(type)) return Value::of_int(type, 0);
    return Value::of_int(type, std::numeric_limits<int64_t>::min() >> (64 - size_in_bits(type)));
}

Value highest_value(ScalarType type) {
    if (is_float(type)) return Value::of_float(type, std::numeric_limits<double>::infinity());
    if (is_unsigned_integer(type) || is_bool(type)) return Value::of_int(type, -1);
    return Value::of_int(type, std::numeric_limits<int64_t>::max() >> (64 - size_in_bits(type)));
}

std::string to_text(const Value& value) {
    switch (value.type()) {
        case ScalarType::boolean: return value.as_bool() ? "true" : "false";
        case ScalarType::f32: return float_text(value.as_f32());
        case ScalarType::f64: return float_text(value.as_f64());
        case ScalarType::u64: return fmt::format("{}", value.as_uint());
        default: return fmt::format("{}", value.as_int());
    }
}

}  // namespace pantile::ir
