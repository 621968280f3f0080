// One scalar of any type of the language. An integer is kept sign- or zero-extended to 64 bits.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "pantile/type.h"

namespace pantile::ir {

class Value {
  public:
    Value() = default;

    // Wraps to the width of 'type'; for a bool any bit makes it true.
    static Value of_int(ScalarType type, int64_t v);
    static Value of_bool(bool v) { return Value(ScalarType::boolean, v ? 1 : 0); }
    static Value of_f32(float v) { return Value(ScalarType::f32, std::bit_cast<uint32_t>(v)); }
    static Value of_f64(double v) { return Value(ScalarType::f64, std::bit_cast<uint64_t>(v)); }
    // 'v' rounded to the float type.
    static Value of_float(ScalarType type, double v) {
        return type == ScalarType::f32 ? of_f32(static_cast<float>(v)) : of_f64(v);
    }

    ScalarType type() const { return type_; }
    int64_t as_int() const { return static_cast<int64_t>(bits_); }
    uint64_t as_uint() const { return bits_; }
    bool as_bool() const { return bits_ != 0; }
    float as_f32() const { return std::bit_cast<float>(static_cast<uint32_t>(bits_)); }
    double as_f64() const { return std::bit_cast<double>(bits_); }
    // Any float as a double; exact.
    double as_real() const { return type_ == ScalarType::f32 ? static_cast<double>(as_f32()) : as_f64(); }

    // Same type and same bits, except that all NaNs are alike: which NaN an operation gives is not specified.
    bool operator==(const Value& other) const;

  private:
    Value(ScalarType type, uint64_t bits) : type_(type), bits_(bits) {}
    ScalarType type_ = ScalarType::i32;
    uint64_t bits_ = 0;
};

// Reads and writes one element of a buffer.
Value load_value(ScalarType type, const std::byte* from);
void store_value(const Value& value, std::byte* to);

Value lowest_value(ScalarType type);   // of an integer type, or minus infinity
Value highest_value(ScalarType type);  // of an integer type, or infinity

// The shortest decimal text that reads back to the same value: '-3', '0.1', 'true', 'inf', 'nan'.
std::string to_text(const Value& value);

}  // namespace pantile::ir
