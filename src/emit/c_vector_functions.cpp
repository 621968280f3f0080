// Functions of vectors in fast math: our own texts with what they use, and powers that are products.
#include <fmt/format.h>

#include "emit/c_vector_helpers.h"
#include "emit/c_vector_math.h"

namespace pantile::emit {

using namespace ir;

namespace {

ScalarType lane_named(std::string_view type) {
    return type == "f32xN"   ? ScalarType::f32
           : type == "f64xN" ? ScalarType::f64
           : type == "s32xN" ? ScalarType::i32
                             : ScalarType::u32;
}

}  // namespace

bool CVectorHelpers::has_arithmetic(ScalarType type) const {
    return math_ == VectorMath::arithmetic && type == ScalarType::f32;
}

std::string CVectorHelpers::arithmetic(std::string_view stem, int lanes) {
    const std::string name = sized(stem, ScalarType::f32, lanes);
    if (!known_.insert(name).second) return name;
    const std::string_view text = *vector_math(stem);
    for (const std::string& used : names_for_lanes(text)) need(used, lanes);
    if (!uses_arithmetic_) functions_.insert(functions_.begin(), std::string(vector_math_preamble()));
    uses_arithmetic_ = true;
    functions_.push_back(with_lanes(text, lanes));
    return name;
}

// 'pantile_s32xN' is a type; the rest are functions, of which 'pantile_each_sin_f32xN' calls the C library.
void CVectorHelpers::need(std::string_view name, int lanes) {
    constexpr std::string_view kPrefix = "pantile_", kEach = "each_", kSuffix = "_f32xN";
    constexpr ScalarType f32 = ScalarType::f32;
    name.remove_prefix(kPrefix.size());
    if (name.find('_') == name.npos) {
        type(lane_named(name), lanes);
        return;
    }
    name.remove_suffix(kSuffix.size());
    if (vector_math(name)) {
        arithmetic(name, lanes);
    } else if (name.starts_with(kEach)) {
        const UnaryOp op = *unary_call(name.substr(kEach.size()));
        one_by_one(sized(name, f32, lanes), f32, lanes, 1, scalars_.unary(op, f32));
    } else if (name == "splat") {
        splat(f32, lanes);
    } else if (name == "select") {
        select(f32, lanes);
    } else if (const auto one = unary_call(name)) {
        unary(*one, f32, lanes);
    } else {
        binary(*binary_call(name), f32, lanes);
    }
}

std::optional<std::string> CVectorHelpers::power(const Value& exponent, ScalarType type, int lanes) {
    if (math_ == VectorMath::libm) return std::nullopt;
    const std::string vector = this->type(type, lanes);
    const auto named = [&](std::string_view stem, const std::string& body) {
        return define(sized(stem, type, lanes), vector, vector + " a", body);
    };
    const double e = exponent.as_real();
    if (e == 2) return named("square", "return a * a;");
    if (e == 3) return named("cube", "return a * a * a;");
    if (e == 4)
        return named("fourth",
                     fmt::format("    const {} square = a * a;\n    return square * square;\n", vector));
    if (e != 0.5) return std::nullopt;
    // The square root of -infinity is NaN, its power infinity.
    const std::string mask = this->type(mask_type(size_in_bits(type)), lanes);
    return named("power_half", fmt::format("return {}(({})(a == -INFINITY), -a, {}(a));", select(type, lanes),
                                           mask, unary(UnaryOp::sqrt, type, lanes)));
}

}  // namespace pantile::emit
