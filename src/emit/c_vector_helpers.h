// The vector types of emitted code and the small C functions over them, in the compilers' vector extensions.
//
// A vector of integers is kept in unsigned lanes, whatever its sign in the language: there C's own + - * & |
// ^ ~ wrap. Where the sign matters, a function with the language's type in its name knows it. A vector of
// truth values is a mask: all bits of a lane are 1 or 0, in lanes as wide as what it came from.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emit/c_helpers.h"
#include "ir/value.h"

namespace pantile::emit {

// Compilers unroll loops over so many lanes.
inline constexpr int kMostUnrolled = 16;

// The type of the lanes that hold values of 'type': unsigned for integers, the same for floats.
ScalarType lane_type(ScalarType type);
// The unsigned type of so many bits.
ScalarType mask_type(int bits);

// How exp, pow and their like are computed: by the C library, lane by lane, or by our own functions of
// vectors, within 2 ulp (c_vector_math.h).
enum class VectorMath { libm, arithmetic };

// Collects which types and functions a file needs. Each member returns the name to use; all have 'lanes'
// lanes.
class CVectorHelpers {
  public:
    CVectorHelpers(CHelpers& scalars, VectorMath math) : scalars_(scalars), math_(math) {}

    std::string type(ScalarType lane, int lanes);

    // Memory. A bool in memory is a byte; as a vector it is a mask of 8 bits.
    std::string load(ScalarType type, int lanes);
    // An element of 32 bits for each lane, of the 'count' at a place.
    std::string look_up(ScalarType type, int lanes, int count);
    std::string load_strided(ScalarType type, int lanes, int64_t step);  // 2, 3 or 4
    std::string load_reversed(ScalarType type, int lanes);
    std::string load_halved(ScalarType type,
                            int lanes);  // the even lanes from one place, the odd from another
    std::string store(ScalarType type, int lanes);
    // Past the caches, where the compiler has such stores and the address is a multiple of the vector's size.
    std::string stream(ScalarType type, int lanes);
    // What was stored so is there for other threads.
    std::string end_stream();

    std::string splat(ScalarType lane, int lanes);
    std::string splat_mask(int bits, int lanes);
    std::string count_from(ScalarType lane, int lanes);  // base, base + 1, …

    std::string unary(ir::UnaryOp op, ScalarType type, int lanes);
    std::string binary(ir::BinaryOp op, ScalarType type, int lanes);
    // A power with an exponent that makes it a few products or a square root, where they are near enough.
    std::optional<std::string> power(const ir::Value& exponent, ScalarType type, int lanes);
    // The minimum or maximum of a float, in the first place, and a vector.
    std::string choose_beside(ir::BinaryOp op, ScalarType type, int lanes);
    // Division by a scalar number other than 0 and -1.
    std::string divide_by(ir::BinaryOp op, ScalarType type, int lanes);
    std::string compare(ir::BinaryOp op, ScalarType type, int lanes);
    std::string select(ScalarType lane, int lanes);
    std::string convert(ScalarType from, ScalarType to, int lanes);
    // From float to integer, where nothing saturates.
    std::string convert_inside(ScalarType from, ScalarType to, int lanes);
    std::string convert_mask(int from_bits, int to_bits, int lanes);
    // A mask as the numbers 0 and 1.
    std::string from_mask(ScalarType to, int lanes);

    // Whether some function is our own arithmetic.
    bool uses_arithmetic() const { return uses_arithmetic_; }
    std::string definitions() const;

  private:
    std::string signed_type(ScalarType lane, int lanes);
    std::string sized(std::string_view stem, ScalarType type, int lanes) const;
    std::string define(const std::string& name, const std::string& result, const std::string& arguments,
                       const std::string& body);
    std::string by_lanes(const std::string& name, ScalarType type, int lanes, size_t arguments,
                         const std::string& result);
    std::string one_by_one(const std::string& name, ScalarType type, int lanes, size_t arguments,
                           const std::string& function);
    bool has_arithmetic(ScalarType type) const;
    std::string arithmetic(std::string_view stem, int lanes);
    void need(std::string_view name, int lanes);
    std::string choose_by(ir::BinaryOp comparison, std::string_view stem, ScalarType type, int lanes);
    std::string widened(const std::string& value, ScalarType from, ScalarType to, int lanes);
    std::string truncated(ScalarType to, int lanes);
    std::string saturated_narrow(ScalarType from, ScalarType to, int lanes);
    std::string saturated_wide(ScalarType from, ScalarType to, int lanes);

    CHelpers& scalars_;
    VectorMath math_;
    bool uses_arithmetic_ = false;
    std::set<std::string> known_;
    std::vector<std::string> types_;
    std::vector<std::string> functions_;  // each after those that it uses
};

}  // namespace pantile::emit
