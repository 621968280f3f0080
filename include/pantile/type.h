// The scalar types of the language.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#pragma GCC visibility push(default)
namespace pantile {

enum class ScalarType : uint8_t { boolean, u8, i8, u16, i16, u32, i32, u64, i64, f32, f64 };

inline constexpr ScalarType kAllScalarTypes[] = {
    ScalarType::boolean, ScalarType::u8,  ScalarType::i8,  ScalarType::u16, ScalarType::i16, ScalarType::u32,
    ScalarType::i32,     ScalarType::u64, ScalarType::i64, ScalarType::f32, ScalarType::f64};

constexpr bool is_float(ScalarType t) { return t == ScalarType::f32 || t == ScalarType::f64; }
constexpr bool is_bool(ScalarType t) { return t == ScalarType::boolean; }
constexpr bool is_integer(ScalarType t) { return !is_float(t) && !is_bool(t); }
constexpr bool is_signed_integer(ScalarType t) {
    return t == ScalarType::i8 || t == ScalarType::i16 || t == ScalarType::i32 || t == ScalarType::i64;
}
constexpr bool is_unsigned_integer(ScalarType t) { return is_integer(t) && !is_signed_integer(t); }

// Width of a value in memory; a bool occupies one byte that holds 0 or 1.
int size_in_bytes(ScalarType type);
inline int size_in_bits(ScalarType type) { return is_bool(type) ? 1 : 8 * size_in_bytes(type); }

// The name used in .pan files: 'u8', 'f32', 'bool'.
std::string_view name_of(ScalarType type);
std::optional<ScalarType> scalar_type_from_name(std::string_view name);

// Halide's spelling of types, for people who know it.
ScalarType UInt(int bits);
ScalarType Int(int bits);
ScalarType Float(int bits);
inline ScalarType Bool() { return ScalarType::boolean; }

template <typename T>
constexpr ScalarType type_of() {
    if constexpr (std::is_same_v<T, bool>)
        return ScalarType::boolean;
    else if constexpr (std::is_same_v<T, uint8_t>)
        return ScalarType::u8;
    else if constexpr (std::is_same_v<T, int8_t>)
        return ScalarType::i8;
    else if constexpr (std::is_same_v<T, uint16_t>)
        return ScalarType::u16;
    else if constexpr (std::is_same_v<T, int16_t>)
        return ScalarType::i16;
    else if constexpr (std::is_same_v<T, uint32_t>)
        return ScalarType::u32;
    else if constexpr (std::is_same_v<T, int32_t>)
        return ScalarType::i32;
    else if constexpr (std::is_same_v<T, uint64_t>)
        return ScalarType::u64;
    else if constexpr (std::is_same_v<T, int64_t>)
        return ScalarType::i64;
    else if constexpr (std::is_same_v<T, float>)
        return ScalarType::f32;
    else {
        static_assert(std::is_same_v<T, double>, "not a scalar type of Pantile");
        return ScalarType::f64;
    }
}

}  // namespace pantile
#pragma GCC visibility pop
