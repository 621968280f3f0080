#include "emit/c_vector_helpers.h"

#include <fmt/format.h>

#include "emit/c_expr.h"

namespace pantile::emit {

using namespace ir;

namespace {

ScalarType integer_type(int bits, bool is_signed) {
    switch (bits) {
        case 8: return is_signed ? ScalarType::i8 : ScalarType::u8;
        case 16: return is_signed ? ScalarType::i16 : ScalarType::u16;
        case 32: return is_signed ? ScalarType::i32 : ScalarType::u32;
        default: return is_signed ? ScalarType::i64 : ScalarType::u64;
    }
}

constexpr std::string_view kPreamble =
    R"(/* Vectors. Integers are kept in unsigned lanes, whose arithmetic wraps, and booleans in masks: all bits of a lane
 * are 1 or 0. */
#include <string.h>
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed to inline functions only */
#endif
)";

}  // namespace

ScalarType lane_type(ScalarType type) {
    return is_float(type) ? type : integer_type(8 * size_in_bytes(type), false);
}

ScalarType mask_type(int bits) { return integer_type(bits, false); }

std::string CVectorHelpers::type(ScalarType lane, int lanes) {
    const std::string name = is_signed_integer(lane)
                                 ? fmt::format("pantile_s{}x{}", size_in_bits(lane), lanes)
                                 : fmt::format("pantile_{}x{}", name_of(lane), lanes);
    if (known_.insert(name).second) {
        types_.push_back(fmt::format("typedef {} {} __attribute__((vector_size({})));\n", c_type(lane), name,
                                     size_in_bytes(lane) * lanes));
    }
    return name;
}

std::string CVectorHelpers::signed_type(ScalarType lane, int lanes) {
    return type(integer_type(size_in_bits(lane), true), lanes);
}

std::string CVectorHelpers::sized(std::string_view stem, ScalarType type, int lanes) const {
    return fmt::format("pantile_{}_{}x{}", stem, name_of(type), lanes);
}

std::string CVectorHelpers::define(const std::string& name, const std::string& result,
                                   const std::string& arguments, const std::string& body) {
    if (!known_.insert(name).second) return name;
    // A single 'return' fits on the line.
    const bool is_short = body.find('\n') == std::string::npos;
    std::string text = fmt::format("PANTILE_INLINE {} {}({}) {{", result, name, arguments);
    text += is_short ? " " + body + " }\n" : "\n" + body + "}\n";
    functions_.push_back(std::move(text));
    return name;
}

// A loop over lanes that becomes the vector instruction, where there is one. 'result' computes one lane from
// 'a[i]' and 'b[i]'.
std::string CVectorHelpers::by_lanes(const std::string& name, ScalarType type, int lanes, size_t arguments,
                                     const std::string& result) {
    const std::string vector = this->type(lane_type(type), lanes);
    return define(name, vector, arguments == 1 ? vector + " a" : fmt::format("{0} a, {0} b", vector),
                  fmt::format("    PANTILE_ALL_LANES for (int i = 0; i < {}; ++i) a[i] = {};\n"
                              "    return a;\n",
                              lanes, result));
}

// The same in memory, for what stays scalar: calls and branches. A union, since gcc copies arrays in pieces
// and then waits for them.
std::string CVectorHelpers::one_by_one(const std::string& name, ScalarType type, int lanes, size_t arguments,
                                       const std::string& function) {
    const std::string vector = this->type(lane_type(type), lanes);
    const bool two = arguments == 2;
    std::string body = fmt::format("    union {{ {} v; {} lane[{}]; }} x = {{a}}{};\n", vector, c_type(type),
                                   lanes, two ? ", y = {b}" : "");
    body += fmt::format("    PANTILE_ALL_LANES for (int i = 0; i < {}; ++i) x.lane[i] = {}(x.lane[i]{});\n",
                        lanes, function, two ? ", y.lane[i]" : "");
    body += "    return x.v;\n";
    return define(name, vector, two ? fmt::format("{0} a, {0} b", vector) : vector + " a", body);
}

// 'b' where the comparison of 'a' and 'b' says so, else 'a'. clang finds the instruction in masks, gcc in
// loops.
std::string CVectorHelpers::choose_by(BinaryOp comparison, std::string_view stem, ScalarType type,
                                      int lanes) {
    const std::string_view op = facts(comparison).spelling;
    const std::string loop = fmt::format("({0})b[i] {1} ({0})a[i] ? b[i] : a[i]", c_type(type), op);
    const std::string name = sized(stem, type, lanes);
    if (is_float(type) || lanes <= kMostUnrolled) return by_lanes(name, type, lanes, 2, loop);
    const std::string vector = this->type(lane_type(type), lanes);
    return define(name, vector, fmt::format("{0} a, {0} b", vector),
                  fmt::format("#if defined(__clang__)\n"
                              "    const {0} m = {1}(b, a);\n"
                              "    return (b & m) | (a & ~m);\n"
                              "#else\n"
                              "    PANTILE_ALL_LANES for (int i = 0; i < {2}; ++i) a[i] = {3};\n"
                              "    return a;\n"
                              "#endif\n",
                              vector, compare(comparison, type, lanes), lanes, loop));
}

// The vector is changed in place: clang does not find the instruction where lanes of the scalar would be.
std::string CVectorHelpers::choose_beside(BinaryOp op, ScalarType type, int lanes) {
    const std::string vector = this->type(type, lanes);
    const std::string_view stem = op == BinaryOp::min ? "min_beside" : "max_beside";
    return define(
        sized(stem, type, lanes), vector, fmt::format("{} s, {} a", c_type(type), vector),
        fmt::format("    PANTILE_ALL_LANES for (int i = 0; i < {}; ++i) a[i] = a[i] {} s ? a[i] : s;\n"
                    "    return a;\n",
                    lanes, op == BinaryOp::min ? "<" : ">"));
}

// ---- values from scalars

// Subtracting zero keeps every float as it is, -0.0 included.
std::string CVectorHelpers::splat(ScalarType lane, int lanes) {
    const std::string vector = type(lane, lanes);
    return define(sized("splat", lane, lanes), vector, c_type(lane) + " s",
                  fmt::format("return s - ({}){{0}};", vector));
}

std::string CVectorHelpers::splat_mask(int bits, int lanes) {
    const ScalarType lane = mask_type(bits);
    const std::string vector = type(lane, lanes);
    return define(fmt::format("pantile_splat_mask{}x{}", bits, lanes), vector, "bool s",
                  fmt::format("return {}(({})(s ? -1 : 0));", splat(lane, lanes), c_type(lane)));
}

std::string CVectorHelpers::count_from(ScalarType lane, int lanes) {
    const std::string vector = type(lane, lanes);
    std::vector<int> counts;
    for (int i = 0; i < lanes; ++i) counts.push_back(i);
    return define(sized("count_from", lane, lanes), vector, c_type(lane) + " s",
                  fmt::format("    const {0} counts = {{{1}}};\n    return s + counts;\n", vector,
                              fmt::join(counts, ", ")));
}

// ---- operators

std::string CVectorHelpers::unary(UnaryOp op, ScalarType type, int lanes) {
    const std::string name = sized(facts(op).spelling, type, lanes);
    const std::string vector = this->type(lane_type(type), lanes);
    if (is_integer(type)) {  // abs
        const std::string with_sign = signed_type(type, lanes);
        return define(name, vector, vector + " a",
                      fmt::format("    const {0} negative = ({0})(({1})a < 0);\n"
                                  "    return (a ^ negative) - negative;\n",
                                  vector, with_sign));
    }
    if (op == UnaryOp::is_nan) {
        const std::string mask = this->type(mask_type(size_in_bits(type)), lanes);
        return define(name, mask, vector + " a", fmt::format("return ({})(a != a);", mask));
    }
    const std::string function = scalars_.unary(op, type);
    const std::string by_lane = function + "(a[i])";
    const bool has_instruction = op == UnaryOp::abs || op == UnaryOp::floor || op == UnaryOp::ceil ||
                                 op == UnaryOp::round || op == UnaryOp::trunc;
    if (has_instruction) return by_lanes(name, type, lanes, 1, by_lane);
    if (op != UnaryOp::sqrt) {
        return has_arithmetic(type) ? arithmetic(facts(op).spelling, lanes)
                                    : one_by_one(name, type, lanes, 1, function);
    }
    // Written as a call it might set errno, and compilers would call it.
    return define(name, vector, vector + " a",
                  fmt::format("#if defined(__clang__) && __has_builtin(__builtin_elementwise_sqrt)\n"
                              "    return __builtin_elementwise_sqrt(a);\n"
                              "#else\n"
                              "    PANTILE_ALL_LANES for (int i = 0; i < {}; ++i) a[i] = {};\n"
                              "    return a;\n"
                              "#endif\n",
                              lanes, by_lane));
}

std::string CVectorHelpers::binary(BinaryOp op, ScalarType type, int lanes) {
    const std::string vector = this->type(lane_type(type), lanes);
    const std::string both = fmt::format("{0} a, {0} b", vector);
    switch (op) {
        case BinaryOp::min: return choose_by(BinaryOp::lt, "min", type, lanes);
        case BinaryOp::max: return choose_by(BinaryOp::gt, "max", type, lanes);
        case BinaryOp::shift_left:
            return define(sized("shl", type, lanes), vector, both,
                          fmt::format("return a << (b & {});", size_in_bits(type) - 1));
        case BinaryOp::shift_right: {
            const std::string with_sign = is_signed_integer(type) ? signed_type(type, lanes) : vector;
            return define(sized("shr", type, lanes), vector, both,
                          fmt::format("return ({0})(({1})a >> ({1})(b & {2}));", vector, with_sign,
                                      size_in_bits(type) - 1));
        }
        case BinaryOp::pow:
        case BinaryOp::atan2:
            if (has_arithmetic(type)) return arithmetic(facts(op).spelling, lanes);
            [[fallthrough]];
        default: {
            const std::string scalar = scalars_.binary(op, type);
            const std::string_view stem = is_integer(type) || op == BinaryOp::mod
                                              ? std::string_view(scalar).substr(8, 3)
                                              : facts(op).spelling;
            return one_by_one(sized(stem, type, lanes), type, lanes, 2, scalar);
        }
    }
}

// The quotient that truncates is one above the floor where the remainder's sign is not the divisor's; a mask
// is the number -1.
std::string CVectorHelpers::divide_by(BinaryOp op, ScalarType type, int lanes) {
    const bool is_signed = is_signed_integer(type);
    const bool quotient = op == BinaryOp::div || op == BinaryOp::quo;
    const bool floors = is_signed && (op == BinaryOp::div || op == BinaryOp::mod);
    const std::string vector = this->type(lane_type(type), lanes);
    const std::string with_sign = is_signed ? signed_type(type, lanes) : vector;
    std::string body = fmt::format("    const {0} q = ({0})a / b{1};\n", with_sign,
                                   quotient && !floors ? "" : fmt::format(", r = ({})a - q * b", with_sign));
    if (floors) body += fmt::format("    const {0} above = ({0})((r != 0) & ((r ^ b) < 0));\n", with_sign);
    const std::string_view result = !floors    ? (quotient ? "q" : "r")
                                    : quotient ? "q + above"
                                               : "r + (above & b)";
    body += fmt::format("    return ({})({});\n", vector, result);
    // gcc divides vectors of bytes one by one, but not loops over bytes.
    if (size_in_bytes(type) == 1) {
        body = fmt::format(
            "#if defined(__clang__)\n{0}#else\n"
            "    {1} bytes[{2}];\n"
            "    memcpy(bytes, &a, sizeof a);\n"
            "    for (int i = 0; i < {2}; ++i) bytes[i] = {3}(bytes[i], b);\n"
            "    memcpy(&a, bytes, sizeof a);\n"
            "    return a;\n"
            "#endif\n",
            body, c_type(type), lanes, scalars_.binary(op, type));
    }
    const std::string_view stem = op == BinaryOp::div   ? "div"
                                  : op == BinaryOp::mod ? "mod"
                                  : op == BinaryOp::quo ? "quo"
                                                        : "rem";
    return define(sized(stem, type, lanes) + "_by", vector, fmt::format("{} a, {} b", vector, c_type(type)),
                  body);
}

std::string CVectorHelpers::compare(BinaryOp op, ScalarType type, int lanes) {
    constexpr std::string_view kNames[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    const auto index = static_cast<size_t>(op) - static_cast<size_t>(BinaryOp::eq);
    const std::string vector = this->type(lane_type(type), lanes);
    const std::string mask = this->type(mask_type(8 * size_in_bytes(type)), lanes);
    const std::string sign = is_signed_integer(type) ? "(" + signed_type(type, lanes) + ")" : "";
    return define(sized(kNames[index], type, lanes), mask, fmt::format("{0} a, {0} b", vector),
                  fmt::format("return ({0})({1}a {2} {1}b);", mask, sign, facts(op).spelling));
}

std::string CVectorHelpers::select(ScalarType lane, int lanes) {
    const std::string vector = type(lane, lanes);
    const std::string mask = type(mask_type(8 * size_in_bytes(lane)), lanes);
    const std::string as_bits = is_float(lane) ? "(" + mask + ")" : "";
    return define(sized("select", lane, lanes), vector, fmt::format("{1} m, {0} a, {0} b", vector, mask),
                  fmt::format("return ({0})((m & {1}a) | (~m & {1}b));", vector, as_bits));
}

std::string CVectorHelpers::definitions() const {
    if (types_.empty()) return "";
    std::string out(kPreamble);
    for (const std::string& type : types_) out += type;
    for (const std::string& function : functions_) out += function;
    return out + "\n";
}

}  // namespace pantile::emit
