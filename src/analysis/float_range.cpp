#include "analysis/float_range.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

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

class FloatRange {
  public:
    Range operator()(const Expr& e) {
        if (const auto found = known_.find(e.id()); found != known_.end()) return found->second;
        const Range range = compute(e);
        known_.emplace(e.id(), range);
        return range;
    }

  private:
    Range compute(const Expr& e) {
        const Range anything{-kInfinity, kInfinity, true};
        if (const Constant* c = as<Constant>(e)) {
            const double v = c->value.as_real();
            return std::isnan(v) ? anything : Range{v, v};
        }
        if (const Cast* c = as<Cast>(e))
            return is_float(c->operand.type()) ? anything : of_integer(c->operand);
        if (const Unary* u = as<Unary>(e); u && is_integral(u->op)) {
            const Range a = (*this)(u->operand);
            return {std::floor(a.min), std::ceil(a.max), a.maybe_nan};
        }
        const Binary* b = as<Binary>(e);
        if (b && b->op == BinaryOp::mul) return scaled(*b, anything);
        if (!b || (b->op != BinaryOp::min && b->op != BinaryOp::max)) return anything;
        const Range l = (*this)(b->lhs), r = (*this)(b->rhs);
        // When the right operand is NaN the result is the left one: then it bounds nothing.
        if (b->op == BinaryOp::min) {
            return {std::min(l.min, r.min), r.maybe_nan ? l.max : std::min(l.max, r.max), l.maybe_nan};
        }
        return {r.maybe_nan ? l.min : std::max(l.min, r.min), std::max(l.max, r.max), l.maybe_nan};
    }

    // By a positive number: rounding keeps the order, and so the ends are those of the product. Of products
    // of products nothing is said: fast math may multiply in another order, and end one step beyond.
    Range scaled(const Binary& n, const Range& anything) {
        const auto right = constant_value(n.rhs), left = constant_value(n.lhs);
        const auto factor = right ? right : left;
        if (!factor || !(factor->as_real() > 0) || std::isinf(factor->as_real())) return anything;
        const Expr& other = right ? n.lhs : n.rhs;
        if (const Binary* b = as<Binary>(other); b && b->op == BinaryOp::mul) return anything;
        const Range a = (*this)(other);
        const auto product = [&](double v) {
            return apply(BinaryOp::mul, Value::of_float(factor->type(), v), *factor).as_real();
        };
        return {product(a.min), product(a.max), a.maybe_nan};
    }

    std::unordered_map<const Node*, Range> known_;
};

}  // namespace

std::optional<ValueRange> truncated_range(const Expr& float_value, ScalarType to) {
    const Range range = FloatRange()(float_value);
    if (std::isinf(range.min) || std::isinf(range.max)) return std::nullopt;
    const int64_t low = convert(Value::of_f64(range.min), to).as_int();
    const int64_t high = convert(Value::of_f64(range.max), to).as_int();
    if (to == ScalarType::u64 && high < 0) return std::nullopt;
    return ValueRange{std::min<int64_t>(low, 0), std::max<int64_t>(high, 0)};
}

bool converts_inside(const Expr& float_value, ScalarType to) {
    const Range range = FloatRange()(float_value);
    // Powers of two, exact: what lies above the highest value by less than one is cut off to it.
    const int bits = size_in_bits(to) - (is_signed_integer(to) ? 1 : 0);
    const double end = std::ldexp(1.0, bits), lowest = is_signed_integer(to) ? -end : 0;
    return !range.maybe_nan && range.min >= lowest && range.max < end;
}

}  // namespace pantile::analysis
