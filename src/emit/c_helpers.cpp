#include "emit/c_helpers.h"

#include <fmt/format.h>

#include <array>

namespace pantile::emit {

using namespace ir;

namespace {

std::string unsigned_of(ScalarType type) { return fmt::format("uint{}_t", size_in_bits(type)); }

// The remainder's sign decides whether the truncated quotient lies one above the floor. A divisor of -1 is
// taken out first: the lowest value divided by it does not fit.
std::string signed_division(std::string_view name, ScalarType type, std::string_view result) {
    return fmt::format(
        "PANTILE_INLINE {0} {1}({0} a, {0} b) {{\n"
        "    if (b == 0) return 0;\n"
        "    if (b == -1) return {2};\n"
        "    return {3};\n"
        "}}\n",
        c_type(type), name,
        result == "%" || result == "rem" ? "0"
                                         : fmt::format("({})(0 - ({})a)", c_type(type), unsigned_of(type)),
        result == "/" ? fmt::format("({})(a / b - ((a % b != 0) & ((a % b < 0) != (b < 0))))", c_type(type))
        : result == "%"
            ? fmt::format("({})(a % b + (((a % b != 0) & ((a % b < 0) != (b < 0))) ? b : 0))", c_type(type))
        : result == "quo" ? fmt::format("({})(a / b)", c_type(type))
                          : fmt::format("({})(a % b)", c_type(type)));
}

std::string unsigned_division(std::string_view name, ScalarType type, char op) {
    return fmt::format("PANTILE_INLINE {0} {1}({0} a, {0} b) {{ return b == 0 ? 0 : ({0})(a {2} b); }}\n",
                       c_type(type), name, op);
}

std::string function(std::string_view name, ScalarType type, std::string_view args, std::string_view result) {
    return fmt::format("PANTILE_INLINE {} {}({}) {{ return {}; }}\n", c_type(type), name, args, result);
}

std::string two(ScalarType type) { return fmt::format("{0} a, {0} b", c_type(type)); }

std::string division(std::string_view name, BinaryOp op, ScalarType type) {
    const bool quotient = op == BinaryOp::div || op == BinaryOp::quo;
    if (!is_signed_integer(type)) return unsigned_division(name, type, quotient ? '/' : '%');
    return signed_division(name, type,
                           op == BinaryOp::div   ? "/"
                           : op == BinaryOp::mod ? "%"
                           : op == BinaryOp::quo ? "quo"
                                                 : "rem");
}

std::string shift(std::string_view name, BinaryOp op, ScalarType type) {
    const std::string amount = fmt::format("(b & {})", size_in_bits(type) - 1);
    // Left shifts run in a wide unsigned type: no bit is ever lost in a sign.
    if (op == BinaryOp::shift_left) {
        return function(name, type, two(type), fmt::format("({})((uint64_t)a << {})", c_type(type), amount));
    }
    return function(name, type, two(type), fmt::format("({})(a >> {})", c_type(type), amount));
}

std::string suffix(ScalarType type) { return type == ScalarType::f32 ? "f" : ""; }

}  // namespace

std::string c_type(ScalarType type) {
    if (is_bool(type)) return "bool";
    if (is_float(type)) return type == ScalarType::f32 ? "float" : "double";
    return fmt::format("{}int{}_t", is_signed_integer(type) ? "" : "u", size_in_bits(type));
}

std::string c_memory_type(ScalarType type) { return is_bool(type) ? "uint8_t" : c_type(type); }

std::string CHelpers::use(std::string name, std::string definition) {
    used_.emplace(name, std::move(definition));
    return name;
}

std::string CHelpers::binary(BinaryOp op, ScalarType type) {
    constexpr std::array<std::string_view, 15> kNames = {"sub", "mul", "div", "mod", "quo",
                                                         "rem", "min", "max", "pow", "atan2",
                                                         "and", "or",  "xor", "shl", "shr"};
    const std::string name = fmt::format("pantile_{}_{}", kNames[static_cast<size_t>(op)], name_of(type));
    switch (op) {
        case BinaryOp::div:
        case BinaryOp::quo:
        case BinaryOp::rem: return use(name, division(name, op, type));
        case BinaryOp::mod:
            if (is_integer(type)) return use(name, division(name, op, type));
            return use(name,
                       function(name, type, two(type), fmt::format("a - b * floor{}(a / b)", suffix(type))));
        case BinaryOp::min: return use(name, function(name, type, two(type), "b < a ? b : a"));
        case BinaryOp::max: return use(name, function(name, type, two(type), "a < b ? b : a"));
        case BinaryOp::shift_left:
        case BinaryOp::shift_right: return use(name, shift(name, op, type));
        default: return libm(fmt::format("{}{}", facts(op).spelling, suffix(type)), type, 2);
    }
}

std::string CHelpers::unary(UnaryOp op, ScalarType type) {
    if (is_integer(type)) {
        const std::string name = fmt::format("pantile_abs_{}", name_of(type));
        const std::string result =
            fmt::format("a < 0 ? ({})(0 - ({})a) : a", c_type(type), unsigned_of(type));
        return use(name, function(name, type, c_type(type) + " a", result));
    }
    const std::string_view base = op == UnaryOp::abs     ? "fabs"
                                  : op == UnaryOp::round ? "rint"
                                                         : facts(op).spelling;
    const std::string function = fmt::format("{}{}", base, suffix(type));
    // These have one right answer, which every compiler gives.
    const bool exact = op == UnaryOp::abs || op == UnaryOp::round || op == UnaryOp::floor ||
                       op == UnaryOp::ceil || op == UnaryOp::trunc || op == UnaryOp::sqrt;
    return exact ? function : libm(function, type, 1);
}

std::string CHelpers::libm(const std::string& function, ScalarType type, size_t arguments) {
    if (libm_ == Libm::direct) return function;
    const std::string name = "pantile_" + function;
    const std::string types = arguments == 1 ? c_type(type) : fmt::format("{0}, {0}", c_type(type));
    return use(name,
               fmt::format("static {} (*const volatile {})({}) = {}; /* libm's, not the compiler's */\n",
                           c_type(type), name, types, function));
}

// gcc (12, at least) vectorises a loop that uses a truth value as an index, and takes the mask -1 for the
// number 1.
std::string CHelpers::truth() {
    const std::string name = "pantile_truth";
    return use(
        name,
        fmt::format("PANTILE_INLINE int64_t {}(int64_t v) {{\n"
                    "#if defined(__GNUC__) && !defined(__clang__)\n"
                    "    __asm__(\"\" : \"+r\"(v)); /* gcc would take the vector mask -1 for the index 1 */\n"
                    "#endif\n"
                    "    return v;\n"
                    "}}\n",
                    name));
}

// Truncates and saturates; NaN fails the first comparison and becomes 0. The limits are powers of two, exact
// in any float.
std::string CHelpers::convert(ScalarType from, ScalarType to) {
    const std::string name = fmt::format("pantile_{}_from_{}", name_of(to), name_of(from));
    const int bits = size_in_bits(to) - (is_signed_integer(to) ? 1 : 0);
    const std::string limit = fmt::format("{:.1f}{}", __builtin_ldexp(1.0, bits), suffix(from));
    const std::string width = fmt::format("{}", size_in_bits(to));
    const std::string high = fmt::format("{}INT{}_MAX", is_signed_integer(to) ? "" : "U", width);
    const std::string low = is_signed_integer(to) ? fmt::format("INT{}_MIN", width) : "0";
    const std::string lowest =
        is_signed_integer(to) ? "-" + limit : "0" + std::string(from == ScalarType::f32 ? ".0f" : ".0");
    return use(name, fmt::format("PANTILE_INLINE {0} {1}({2} v) {{\n"
                                 "    if (!(v > {3})) return v != v ? 0 : {4};\n"
                                 "    return v >= {5} ? {6} : ({0})v;\n"
                                 "}}\n",
                                 c_type(to), name, c_type(from), lowest, low, limit, high));
}

std::string CHelpers::definitions() const {
    std::string out;
    for (const auto& [name, definition] : used_) out += definition;
    return out.empty() ? out : out + "\n";
}

}  // namespace pantile::emit
