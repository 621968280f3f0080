// Conversions between vectors: by doubling or halving the lanes, which every vector unit has, where a direct
// conversion would fall apart into scalars.
#include <fmt/format.h>

#include <cmath>

#include "emit/c_vector_helpers.h"

namespace pantile::emit {

using namespace ir;

namespace {

ScalarType with_bits(ScalarType type, int bits) {
    constexpr ScalarType kUnsigned[] = {ScalarType::u8, ScalarType::u16, ScalarType::u32, ScalarType::u64};
    constexpr ScalarType kSigned[] = {ScalarType::i8, ScalarType::i16, ScalarType::i32, ScalarType::i64};
    const size_t at = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
    return is_signed_integer(type) ? kSigned[at] : kUnsigned[at];
}

std::string number(double v, ScalarType type) {
    return fmt::format("{:.1f}{}", v, type == ScalarType::f32 ? "f" : "");
}

}  // namespace

// 'value' of integer lanes in steps of two, up or down; both types have the same sign.
std::string CVectorHelpers::widened(const std::string& value, ScalarType from, ScalarType to, int lanes) {
    std::string text = value;
    for (int bits = size_in_bits(from); bits != size_in_bits(to);) {
        bits = bits < size_in_bits(to) ? bits * 2 : bits / 2;
        text = fmt::format("__builtin_convertvector({}, {})", text, type(with_bits(from, bits), lanes));
    }
    return text;
}

std::string CVectorHelpers::convert_mask(int from_bits, int to_bits, int lanes) {
    const ScalarType from = with_bits(ScalarType::i8, from_bits), to = with_bits(ScalarType::i8, to_bits);
    const std::string result = type(mask_type(to_bits), lanes), argument = type(mask_type(from_bits), lanes);
    return define(fmt::format("pantile_mask{}x{}_from_mask{}", to_bits, lanes, from_bits), result,
                  argument + " m",
                  fmt::format("return ({})({});", result,
                              widened(fmt::format("({})m", type(from, lanes)), from, to, lanes)));
}

std::string CVectorHelpers::from_mask(ScalarType to, int lanes) {
    const int bits = 8 * size_in_bytes(to);
    const std::string mask = type(mask_type(bits), lanes);
    const std::string name = fmt::format("pantile_{}x{}_from_mask", name_of(to), lanes);
    if (is_integer(to)) return define(name, mask, mask + " m", "return m & 1;");
    const std::string result = type(to, lanes);
    const std::string one = fmt::format("({})({}(1))", mask, splat(to, lanes));
    return define(name, result, mask + " m", fmt::format("return ({})(m & {});", result, one));
}

std::string CVectorHelpers::convert(ScalarType from, ScalarType to, int lanes) {
    const std::string name = fmt::format("pantile_{0}x{2}_from_{1}", name_of(to), name_of(from), lanes);
    const std::string result = type(lane_type(to), lanes), argument = type(lane_type(from), lanes) + " a";
    if (is_float(from) && is_integer(to)) {
        // Where all integers of the type are numbers of the float type, clamping first is enough.
        const bool narrow = size_in_bits(to) < (from == ScalarType::f32 ? 32 : 64);
        return define(name, result, argument,
                      narrow ? saturated_narrow(from, to, lanes) : saturated_wide(from, to, lanes));
    }
    if (is_float(from)) {
        return define(name, result, argument, fmt::format("return __builtin_convertvector(a, {});", result));
    }
    const std::string signed_a =
        is_signed_integer(from) ? fmt::format("({})a", type(from, lanes)) : std::string("a");
    if (is_integer(to)) {
        const ScalarType reached = with_bits(from, size_in_bits(to));
        return define(name, result, argument,
                      fmt::format("return ({})({});", result, widened(signed_a, from, reached, lanes)));
    }
    // Small integers become signed ones of 32 bits, the only ones that all vector units convert.
    const bool small = size_in_bits(from) < 32;
    const std::string wide = small ? fmt::format("({})({})", type(ScalarType::i32, lanes),
                                                 widened(signed_a, from, with_bits(from, 32), lanes))
                                   : signed_a;
    return define(name, result, argument,
                  fmt::format("return __builtin_convertvector({}, {});", wide, result));
}

std::string CVectorHelpers::convert_inside(ScalarType from, ScalarType to, int lanes) {
    return define(fmt::format("pantile_{}x{}_from_{}_inside", name_of(to), lanes, name_of(from)),
                  type(lane_type(to), lanes), type(from, lanes) + " a",
                  fmt::format("return {};", truncated(to, lanes)));
}

// The float 'a', whose integer part is a value of the type. Small integers come about as those of 32 bits,
// the only ones that all vector units convert to.
std::string CVectorHelpers::truncated(ScalarType to, int lanes) {
    const ScalarType through = size_in_bits(to) < 32 ? ScalarType::i32 : to;
    const std::string converted = fmt::format("__builtin_convertvector(a, {})", type(through, lanes));
    return widened(fmt::format("({})({})", type(lane_type(through), lanes), converted), lane_type(through),
                   lane_type(to), lanes);
}

// Clamps, then converts what is in range; NaN is turned into 0 before.
std::string CVectorHelpers::saturated_narrow(ScalarType from, ScalarType to, int lanes) {
    const bool is_signed = is_signed_integer(to);
    const int bits = size_in_bits(to) - (is_signed ? 1 : 0);
    const std::string high = number(std::ldexp(1.0, bits) - 1, from);
    const std::string low = is_signed ? number(-std::ldexp(1.0, bits), from) : number(0, from);
    const std::string vector = type(from, lanes);
    std::string body;
    if (is_signed) {  // otherwise NaN becomes the lowest value below, which is 0
        body += fmt::format("    a = ({0})(({1})a & ({1})(a == a));\n", vector,
                            type(mask_type(size_in_bits(from)), lanes));
    }
    body += fmt::format(
        "    PANTILE_ALL_LANES for (int i = 0; i < {0}; ++i) a[i] = a[i] > {1} ? a[i] : {1};\n", lanes, low);
    body += fmt::format(
        "    PANTILE_ALL_LANES for (int i = 0; i < {0}; ++i) a[i] = a[i] < {1} ? a[i] : {1};\n", lanes, high);
    return body + fmt::format("    return {};\n", truncated(to, lanes));
}

// The limits are powers of two, exact in any float. The lower one is a value of the type; what lies above,
// and NaN, is converted as 0 and corrected. For an unsigned type NaN becomes 0 with the negative numbers.
std::string CVectorHelpers::saturated_wide(ScalarType from, ScalarType to, int lanes) {
    const bool is_signed = is_signed_integer(to);
    const int to_bits = size_in_bits(to), from_bits = size_in_bits(from);
    const std::string limit = number(std::ldexp(1.0, to_bits - (is_signed ? 1 : 0)), from);
    const std::string low = is_signed ? "-" + limit : number(0, from);
    const std::string vector = type(from, lanes), result = type(lane_type(to), lanes);
    const std::string bits = type(mask_type(from_bits), lanes);
    std::string body = fmt::format("    const {0} high = ({0})(a >= {1});\n", bits, limit);
    body += is_signed ? fmt::format("    const {0} inside = ({0})(a < {1});\n", bits, limit)
                      : fmt::format("    const {0} inside = ~high;\n", bits);
    body += fmt::format(
        "    PANTILE_ALL_LANES for (int i = 0; i < {0}; ++i) a[i] = a[i] > {1} ? a[i] : {1};\n", lanes, low);
    body += fmt::format("    a = ({0})(({1})a & inside);\n", vector, bits);
    const std::string mask =
        from_bits == to_bits ? "high" : fmt::format("{}(high)", convert_mask(from_bits, to_bits, lanes));
    return body +
           fmt::format("    return ({0})__builtin_convertvector(a, {1}) | ({2} & ({3}){4}INT{5}_MAX);\n",
                       result, type(to, lanes), mask, c_type(lane_type(to)), is_signed ? "" : "U", to_bits);
}

}  // namespace pantile::emit
