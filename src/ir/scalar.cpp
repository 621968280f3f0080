#include "ir/scalar.h"

#include <cmath>

namespace pantile::ir {
namespace {

// ---- integers: computed on 64 bits, then wrapped to the type by Value::of_int.

int64_t wrapping(uint64_t v) { return static_cast<int64_t>(v); }

// Truncating division; by zero it is 0, and the lowest value over -1 wraps to itself.
int64_t quotient(ScalarType type, const Value& a, const Value& b) {
    if (b.as_uint() == 0) return 0;
    if (!is_signed_integer(type)) return wrapping(a.as_uint() / b.as_uint());
    if (b.as_int() == -1) return wrapping(0 - a.as_uint());
    return a.as_int() / b.as_int();
}

int64_t remainder(ScalarType type, const Value& a, const Value& b) {
    if (b.as_uint() == 0) return 0;
    if (!is_signed_integer(type)) return wrapping(a.as_uint() % b.as_uint());
    return b.as_int() == -1 ? 0 : a.as_int() % b.as_int();
}

// The truncated quotient is one too high when the remainder is not zero and its sign is not the divisor's.
bool rounds_down(ScalarType type, const Value& a, const Value& b) {
    if (!is_signed_integer(type)) return false;
    const int64_t r = remainder(type, a, b);
    return r != 0 && (r < 0) != (b.as_int() < 0);
}

int64_t floor_quotient(ScalarType type, const Value& a, const Value& b) {
    return quotient(type, a, b) - (rounds_down(type, a, b) ? 1 : 0);
}

int64_t floor_remainder(ScalarType type, const Value& a, const Value& b) {
    return remainder(type, a, b) + (rounds_down(type, a, b) ? b.as_int() : 0);
}

// The amount counts modulo the width of the type.
uint64_t shift_amount(ScalarType type, const Value& b) {
    return b.as_uint() & static_cast<uint64_t>(size_in_bits(type) - 1);
}

int64_t shifted_right(ScalarType type, const Value& a, const Value& b) {
    const uint64_t amount = shift_amount(type, b);
    return is_signed_integer(type) ? a.as_int() >> amount : wrapping(a.as_uint() >> amount);
}

bool int_less(ScalarType type, const Value& a, const Value& b) {
    return is_signed_integer(type) ? a.as_int() < b.as_int() : a.as_uint() < b.as_uint();
}

Value apply_int(BinaryOp op, ScalarType t, const Value& a, const Value& b) {
    switch (op) {
        case BinaryOp::sub: return Value::of_int(t, wrapping(a.as_uint() - b.as_uint()));
        case BinaryOp::mul: return Value::of_int(t, wrapping(a.as_uint() * b.as_uint()));
        case BinaryOp::div: return Value::of_int(t, floor_quotient(t, a, b));
        case BinaryOp::mod: return Value::of_int(t, floor_remainder(t, a, b));
        case BinaryOp::quo: return Value::of_int(t, quotient(t, a, b));
        case BinaryOp::rem: return Value::of_int(t, remainder(t, a, b));
        case BinaryOp::min: return int_less(t, b, a) ? b : a;
        case BinaryOp::max: return int_less(t, a, b) ? b : a;
        case BinaryOp::bit_and: return Value::of_int(t, wrapping(a.as_uint() & b.as_uint()));
        case BinaryOp::bit_or: return Value::of_int(t, wrapping(a.as_uint() | b.as_uint()));
        case BinaryOp::bit_xor: return Value::of_int(t, wrapping(a.as_uint() ^ b.as_uint()));
        case BinaryOp::shift_left: return Value::of_int(t, wrapping(a.as_uint() << shift_amount(t, b)));
        case BinaryOp::shift_right: return Value::of_int(t, shifted_right(t, a, b));
        case BinaryOp::eq: return Value::of_bool(a.as_uint() == b.as_uint());
        case BinaryOp::ne: return Value::of_bool(a.as_uint() != b.as_uint());
        case BinaryOp::lt: return Value::of_bool(int_less(t, a, b));
        case BinaryOp::le: return Value::of_bool(!int_less(t, b, a));
        case BinaryOp::gt: return Value::of_bool(int_less(t, b, a));
        case BinaryOp::ge: return Value::of_bool(!int_less(t, a, b));
        case BinaryOp::logical_and: return Value::of_bool(a.as_bool() && b.as_bool());
        case BinaryOp::logical_or: return Value::of_bool(a.as_bool() || b.as_bool());
        case BinaryOp::pow:
        case BinaryOp::atan2: break;
    }
    return {};
}

// ---- floats: one correctly rounded operation in the type itself; F is float or double.

float as(const Value& v, float) { return v.as_f32(); }
double as(const Value& v, double) { return v.as_f64(); }
Value of(float v) { return Value::of_f32(v); }
Value of(double v) { return Value::of_f64(v); }

template <typename F>
Value apply_float(BinaryOp op, F a, F b) {
    switch (op) {
        case BinaryOp::sub: return of(a - b);
        case BinaryOp::mul: return of(a * b);
        case BinaryOp::div: return of(a / b);
        case BinaryOp::mod: return of(a - b * std::floor(a / b));
        case BinaryOp::min: return of(b < a ? b : a);
        case BinaryOp::max: return of(a < b ? b : a);
        case BinaryOp::pow: return of(std::pow(a, b));
        case BinaryOp::atan2: return of(std::atan2(a, b));
        case BinaryOp::eq: return Value::of_bool(a == b);
        case BinaryOp::ne: return Value::of_bool(a != b);
        case BinaryOp::lt: return Value::of_bool(a < b);
        case BinaryOp::le: return Value::of_bool(a <= b);
        case BinaryOp::gt: return Value::of_bool(a > b);
        case BinaryOp::ge: return Value::of_bool(a >= b);
        case BinaryOp::quo:
        case BinaryOp::rem:
        case BinaryOp::bit_and:
        case BinaryOp::bit_or:
        case BinaryOp::bit_xor:
        case BinaryOp::shift_left:
        case BinaryOp::shift_right:
        case BinaryOp::logical_and:
        case BinaryOp::logical_or: break;
    }
    return {};
}

template <typename F>
Value apply_float(UnaryOp op, F a) {
    switch (op) {
        case UnaryOp::neg: return of(-a);
        case UnaryOp::abs: return of(std::fabs(a));
        case UnaryOp::floor: return of(std::floor(a));
        case UnaryOp::ceil: return of(std::ceil(a));
        case UnaryOp::round: return of(std::nearbyint(a));
        case UnaryOp::trunc: return of(std::trunc(a));
        case UnaryOp::sqrt: return of(std::sqrt(a));
        case UnaryOp::exp: return of(std::exp(a));
        case UnaryOp::log: return of(std::log(a));
        case UnaryOp::sin: return of(std::sin(a));
        case UnaryOp::cos: return of(std::cos(a));
        case UnaryOp::tan: return of(std::tan(a));
        case UnaryOp::asin: return of(std::asin(a));
        case UnaryOp::acos: return of(std::acos(a));
        case UnaryOp::atan: return of(std::atan(a));
        case UnaryOp::sinh: return of(std::sinh(a));
        case UnaryOp::cosh: return of(std::cosh(a));
        case UnaryOp::tanh: return of(std::tanh(a));
        case UnaryOp::is_nan: return Value::of_bool(std::isnan(a));
        case UnaryOp::bit_not:
        case UnaryOp::logical_not: break;
    }
    return {};
}

Value apply_int(UnaryOp op, const Value& a) {
    const ScalarType t = a.type();
    switch (op) {
        case UnaryOp::neg: return Value::of_int(t, wrapping(0 - a.as_uint()));
        case UnaryOp::bit_not: return Value::of_int(t, wrapping(~a.as_uint()));
        case UnaryOp::logical_not: return Value::of_bool(!a.as_bool());
        case UnaryOp::abs: return is_signed_integer(t) && a.as_int() < 0 ? apply_int(UnaryOp::neg, a) : a;
        default: return {};
    }
}

Value float_to_int(double v, ScalarType to) {
    if (std::isnan(v)) return Value::of_int(to, 0);
    const bool is_signed = is_signed_integer(to);
    const double limit = std::ldexp(1.0, size_in_bits(to) - (is_signed ? 1 : 0));
    if (v >= limit) return highest_value(to);
    if (v <= (is_signed ? -limit : 0.0)) return lowest_value(to);
    return is_signed ? Value::of_int(to, static_cast<int64_t>(v))
                     : Value::of_int(to, wrapping(static_cast<uint64_t>(v)));
}

Value int_to_float(const Value& v, ScalarType to) {
    const bool is_signed = is_signed_integer(v.type());
    // Straight to the target type: a detour through double would round twice.
    if (to == ScalarType::f32) {
        return Value::of_f32(is_signed ? static_cast<float>(v.as_int()) : static_cast<float>(v.as_uint()));
    }
    return Value::of_f64(is_signed ? static_cast<double>(v.as_int()) : static_cast<double>(v.as_uint()));
}

}  // namespace

Value apply(UnaryOp op, const Value& a) {
    switch (a.type()) {
        case ScalarType::f32: return apply_float(op, a.as_f32());
        case ScalarType::f64: return apply_float(op, a.as_f64());
        default: return apply_int(op, a);
    }
}

Value apply(BinaryOp op, const Value& a, const Value& b) {
    switch (a.type()) {
        case ScalarType::f32: return apply_float(op, as(a, 0.0f), as(b, 0.0f));
        case ScalarType::f64: return apply_float(op, as(a, 0.0), as(b, 0.0));
        default: return apply_int(op, a.type(), a, b);
    }
}

Value add(const Value& a, const Value& b) {
    switch (a.type()) {
        case ScalarType::f32: return of(a.as_f32() + b.as_f32());
        case ScalarType::f64: return of(a.as_f64() + b.as_f64());
        default: return Value::of_int(a.type(), wrapping(a.as_uint() + b.as_uint()));
    }
}

Value convert(const Value& value, ScalarType to) {
    const ScalarType from = value.type();
    if (from == to) return value;
    if (is_bool(to)) return Value::of_bool(is_float(from) ? value.as_real() != 0 : value.as_uint() != 0);
    if (is_float(from) && is_float(to)) return Value::of_float(to, value.as_real());
    if (is_float(from)) return float_to_int(value.as_real(), to);
    if (is_float(to)) return int_to_float(value, to);
    return Value::of_int(to, value.as_int());
}

Value identity_of(ReduceOp op, ScalarType type) {
    switch (op) {
        case ReduceOp::sum: return is_float(type) ? Value::of_float(type, -0.0) : Value::of_int(type, 0);
        case ReduceOp::product: return Value::of_int(type, 1);
        case ReduceOp::minimum: return highest_value(type);
        case ReduceOp::maximum: return lowest_value(type);
    }
    return {};
}

Value combine(ReduceOp op, const Value& so_far, const Value& next) {
    switch (op) {
        case ReduceOp::sum: return add(so_far, next);
        case ReduceOp::product: return apply(BinaryOp::mul, so_far, next);
        case ReduceOp::minimum: return apply(BinaryOp::min, so_far, next);
        case ReduceOp::maximum: return apply(BinaryOp::max, so_far, next);
    }
    return {};
}

}  // namespace pantile::ir
