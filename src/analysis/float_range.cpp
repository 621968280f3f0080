#include "analysis/float_range.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/scalar.h"

namespace pantile::analysis {
namespace {

using namespace ir;

// Holds for every value but NaN.
struct Range {
    double min;
    double max;
    bool maybe_nan = false;
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Deep enough for what people write; deeper expressions are unbounded, which is always right.
constexpr int kDeepest = 64;

bool is_integral(UnaryOp op) {
    return op == UnaryOp::floor || op == UnaryOp::ceil || op == UnaryOp::round || op == UnaryOp::trunc;
}

// Integers inside a conversion to float: what their type allows.
Range of_integer(const Expr& e) {
    if (const auto c = constant_int(e)) return {static_cast<double>(*c), static_cast<double>(*c)};
    if (is_bool(e.type())) return {0, 1};
    if (size_in_bits(e.type()) > 16) return {-kInfinity, kInfinity};
    return {static_cast<double>(lowest_value(e.type()).as_int()),
            static_cast<double>(highest_value(e.type()).as_int())};
}

Range of_float(const Expr& e, int depth) {
    const Range anything{-kInfinity, kInfinity, true};
    if (depth > kDeepest) return anything;
    if (const Constant* c = as<Constant>(e)) {
        const double v = c->value.as_real();
        return std::isnan(v) ? anything : Range{v, v};
    }
    if (const Cast* c = as<Cast>(e)) return is_float(c->operand.type()) ? anything : of_integer(c->operand);
    if (const Unary* u = as<Unary>(e); u && is_integral(u->op)) {
        const Range a = of_float(u->operand, depth + 1);
        return {std::floor(a.min), std::ceil(a.max), a.maybe_nan};
    }
    if (const Binary* b = as<Binary>(e); b && (b->op == BinaryOp::min || b->op == BinaryOp::max)) {
        const Range l = of_float(b->lhs, depth + 1), r = of_float(b->rhs, depth + 1);
        // When the right operand is NaN the result is the left one: then it bounds nothing.
        if (b->op == BinaryOp::min) {
            return {std::min(l.min, r.min), r.maybe_nan ? l.max : std::min(l.max, r.max), l.maybe_nan};
        }
        return {r.maybe_nan ? l.min : std::max(l.min, r.min), std::max(l.max, r.max), l.maybe_nan};
    }
    return anything;
}

}  // namespace

std::optional<ValueRange> truncated_range(const Expr& float_value, ScalarType to) {
    const Range range = of_float(float_value, 0);
    if (std::isinf(range.min) || std::isinf(range.max)) return std::nullopt;
    const int64_t low = convert(Value::of_f64(range.min), to).as_int();
    const int64_t high = convert(Value::of_f64(range.max), to).as_int();
    if (to == ScalarType::u64 && high < 0) return std::nullopt;
    return ValueRange{std::min<int64_t>(low, 0), std::max<int64_t>(high, 0)};
}

}  // namespace pantile::analysis
