// The meaning of the operators, against arithmetic in 128 bits that is rounded and wrapped by its definition.
#include "ir/scalar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pantile::ir {
namespace {

__extension__ using Wide = __int128;

Wide wide(const Value& v) {
    return is_signed_integer(v.type()) ? static_cast<Wide>(v.as_int()) : static_cast<Wide>(v.as_uint());
}

// The value of a wide integer modulo 2^width.
Value wrapped(ScalarType type, Wide v) {
    return Value::of_int(type, static_cast<int64_t>(static_cast<uint64_t>(v)));
}

Wide floored(Wide a, Wide b) {
    const Wide q = a / b;
    return q * b != a && ((a < 0) != (b < 0)) ? q - 1 : q;
}

std::vector<ScalarType> integer_types() {
    std::vector<ScalarType> types;
    for (const ScalarType t : kAllScalarTypes) {
        if (is_integer(t)) types.push_back(t);
    }
    return types;
}

// The limits, the numbers around zero and around powers of two, of both signs.
std::vector<Value> interesting(ScalarType type) {
    std::vector<Value> values = {lowest_value(type), highest_value(type)};
    for (const int64_t v : {0, 1, 2, 3, 5, 7, 8, 100, 127, 128}) {
        values.push_back(Value::of_int(type, v));
        values.push_back(Value::of_int(type, -v));
    }
    values.push_back(wrapped(type, wide(lowest_value(type)) + 1));
    values.push_back(wrapped(type, wide(highest_value(type)) - 1));
    return values;
}

std::string told(const Value& a, const Value& b) {
    return std::string(name_of(a.type())) + " " + to_text(a) + ", " + to_text(b);
}

void expect_divisions(const Value& a, const Value& b) {
    const ScalarType t = a.type();
    const Wide x = wide(a), y = wide(b);
    const Wide q = y == 0 ? 0 : floored(x, y);
    EXPECT_EQ(apply(BinaryOp::div, a, b), wrapped(t, q)) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::mod, a, b), wrapped(t, y == 0 ? 0 : x - q * y)) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::quo, a, b), wrapped(t, y == 0 ? 0 : x / y)) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::rem, a, b), wrapped(t, y == 0 ? 0 : x % y)) << told(a, b);
}

void expect_arithmetic(const Value& a, const Value& b) {
    const ScalarType t = a.type();
    const Wide x = wide(a), y = wide(b);
    EXPECT_EQ(add(a, b), wrapped(t, x + y)) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::sub, a, b), wrapped(t, x - y)) << told(a, b);
    const uint64_t product = static_cast<uint64_t>(x) * static_cast<uint64_t>(y);
    EXPECT_EQ(apply(BinaryOp::mul, a, b), Value::of_int(t, static_cast<int64_t>(product))) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::min, a, b), x < y ? a : b) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::max, a, b), x < y ? b : a) << told(a, b);
}

void expect_comparisons(const Value& a, const Value& b) {
    const Wide x = wide(a), y = wide(b);
    EXPECT_EQ(apply(BinaryOp::eq, a, b).as_bool(), x == y) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::ne, a, b).as_bool(), x != y) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::lt, a, b).as_bool(), x < y) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::le, a, b).as_bool(), x <= y) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::gt, a, b).as_bool(), x > y) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::ge, a, b).as_bool(), x >= y) << told(a, b);
}

void expect_bits(const Value& a, const Value& b) {
    const ScalarType t = a.type();
    const int amount = static_cast<int>(b.as_uint() % static_cast<uint64_t>(size_in_bits(t)));
    EXPECT_EQ(apply(BinaryOp::shift_left, a, b), wrapped(t, wide(a) * (Wide{1} << amount))) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::shift_right, a, b), wrapped(t, floored(wide(a), Wide{1} << amount)))
        << told(a, b);
    EXPECT_EQ(apply(BinaryOp::bit_and, a, b), wrapped(t, wide(a) & wide(b))) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::bit_or, a, b), wrapped(t, wide(a) | wide(b))) << told(a, b);
    EXPECT_EQ(apply(BinaryOp::bit_xor, a, b), wrapped(t, wide(a) ^ wide(b))) << told(a, b);
}

TEST(Scalar, EveryBinaryOperatorOnBytesIsItsDefinition) {
    for (const ScalarType t : {ScalarType::i8, ScalarType::u8}) {
        for (int64_t i = 0; i < 256; ++i) {
            for (int64_t j = 0; j < 256; ++j) {
                const Value a = Value::of_int(t, i), b = Value::of_int(t, j);
                expect_divisions(a, b);
                expect_arithmetic(a, b);
                expect_comparisons(a, b);
                expect_bits(a, b);
            }
        }
    }
}

TEST(Scalar, EveryBinaryOperatorOnWideIntegersIsItsDefinitionAtTheLimits) {
    for (const ScalarType t : integer_types()) {
        for (const Value& a : interesting(t)) {
            for (const Value& b : interesting(t)) {
                expect_divisions(a, b);
                expect_arithmetic(a, b);
                expect_comparisons(a, b);
                expect_bits(a, b);
            }
        }
    }
}

TEST(Scalar, NegationAbsoluteValueAndComplementWrap) {
    for (const ScalarType t : integer_types()) {
        for (const Value& a : interesting(t)) {
            EXPECT_EQ(apply(UnaryOp::neg, a), wrapped(t, -wide(a)));
            EXPECT_EQ(apply(UnaryOp::abs, a), wrapped(t, wide(a) < 0 ? -wide(a) : wide(a)));
            EXPECT_EQ(apply(UnaryOp::bit_not, a), wrapped(t, -wide(a) - 1));
        }
    }
    EXPECT_EQ(to_text(apply(UnaryOp::abs, lowest_value(ScalarType::i32))), "-2147483648");
}

TEST(Scalar, ConversionsBetweenIntegersKeepTheLowBits) {
    for (const ScalarType from : integer_types()) {
        for (const ScalarType to : integer_types()) {
            for (const Value& a : interesting(from)) EXPECT_EQ(convert(a, to), wrapped(to, wide(a)));
        }
    }
}

// The truncated value, held to the limits of the type.
Value saturated(double v, ScalarType to) {
    if (std::isnan(v)) return Value::of_int(to, 0);
    const double cut = std::trunc(v);
    if (std::fabs(cut) >= 0x1p100) return cut < 0 ? lowest_value(to) : highest_value(to);
    const Wide exact = static_cast<Wide>(cut);
    if (exact < wide(lowest_value(to))) return lowest_value(to);
    return exact > wide(highest_value(to)) ? highest_value(to) : wrapped(to, exact);
}

std::vector<double> interesting_reals() {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    std::vector<double> all = {0.0,   0.5,   0.99, 1.0,   1.5,  254.9,
                               255.0, 255.5, 1e30, 1e300, kInf, std::nan("")};
    for (const int bits : {7, 8, 15, 16, 31, 32, 63, 64}) {
        const double power = std::ldexp(1.0, bits);
        for (const double v :
             {power, power - 1, power + 1, std::nextafter(power, 0), std::nextafter(power, kInf)}) {
            all.push_back(v);
        }
    }
    const size_t positive = all.size();
    for (size_t i = 0; i < positive; ++i) all.push_back(-all[i]);
    return all;
}

TEST(Scalar, FloatsBecomeIntegersByTruncationAndSaturate) {
    for (const ScalarType to : integer_types()) {
        for (const double v : interesting_reals()) {
            EXPECT_EQ(convert(Value::of_f64(v), to), saturated(v, to)) << v << " to " << name_of(to);
            const float narrow = static_cast<float>(v);
            EXPECT_EQ(convert(Value::of_f32(narrow), to), saturated(static_cast<double>(narrow), to))
                << narrow;
        }
    }
}

TEST(Scalar, IntegersBecomeFloatsWithOneRounding) {
    // Through double this would round to 2^24 + 2 first and then stay there.
    const Value tie = Value::of_int(ScalarType::i64, (int64_t{1} << 54) + (int64_t{1} << 30) + 1);
    EXPECT_EQ(convert(tie, ScalarType::f32).as_f32(), 0x1p54f + 0x1p31f);
    EXPECT_EQ(convert(highest_value(ScalarType::u64), ScalarType::f32).as_f32(), 0x1p64f);
    EXPECT_EQ(convert(lowest_value(ScalarType::i64), ScalarType::f64).as_f64(), -0x1p63);
    EXPECT_EQ(convert(Value::of_bool(true), ScalarType::f32).as_f32(), 1.0f);
}

TEST(Scalar, AnythingButZeroIsTrue) {
    EXPECT_TRUE(convert(Value::of_f32(0.25f), ScalarType::boolean).as_bool());
    EXPECT_TRUE(convert(Value::of_f64(std::nan("")), ScalarType::boolean).as_bool());
    EXPECT_FALSE(convert(Value::of_f64(-0.0), ScalarType::boolean).as_bool());
    EXPECT_TRUE(convert(Value::of_int(ScalarType::u64, int64_t{1} << 40), ScalarType::boolean).as_bool());
    EXPECT_TRUE(convert(Value::of_int(ScalarType::i16, 256), ScalarType::boolean).as_bool());
}

TEST(Scalar, MinAndMaxOfFloatsKeepTheFirstOperandUnlessTheSecondIsBeyondIt) {
    const Value nan = Value::of_f32(std::nanf("")), one = Value::of_f32(1), zero = Value::of_f32(0),
                minus = Value::of_f32(-0.0f);
    for (const BinaryOp op : {BinaryOp::min, BinaryOp::max}) {
        EXPECT_EQ(apply(op, nan, one), nan);
        EXPECT_EQ(apply(op, one, nan), one);
        EXPECT_EQ(apply(op, zero, minus), zero);
        EXPECT_EQ(apply(op, minus, zero), minus);
    }
}

TEST(Scalar, ComparisonsWithNaNAreFalseExceptNotEqual) {
    const Value nan = Value::of_f64(std::nan("")), one = Value::of_f64(1);
    for (const BinaryOp op : {BinaryOp::eq, BinaryOp::lt, BinaryOp::le, BinaryOp::gt, BinaryOp::ge}) {
        EXPECT_FALSE(apply(op, nan, one).as_bool());
        EXPECT_FALSE(apply(op, one, nan).as_bool());
    }
    EXPECT_TRUE(apply(BinaryOp::ne, nan, nan).as_bool());
    EXPECT_TRUE(apply(UnaryOp::is_nan, nan).as_bool());
    EXPECT_FALSE(apply(UnaryOp::is_nan, one).as_bool());
}

TEST(Scalar, TheModuloOfFloatsHasTheSignOfTheDivisor) {
    const auto mod = [](float a, float b) {
        return apply(BinaryOp::mod, Value::of_f32(a), Value::of_f32(b)).as_f32();
    };
    EXPECT_EQ(mod(5.5f, 2), 1.5f);
    EXPECT_EQ(mod(-5.5f, 2), 0.5f);
    EXPECT_EQ(mod(5.5f, -2), -0.5f);
    EXPECT_TRUE(std::isnan(mod(1, 0)));
}

TEST(Scalar, RoundTakesTiesToEven) {
    const auto round = [](double v) { return apply(UnaryOp::round, Value::of_f64(v)).as_f64(); };
    EXPECT_EQ(round(0.5), 0.0);
    EXPECT_EQ(round(1.5), 2.0);
    EXPECT_EQ(round(2.5), 2.0);
    EXPECT_EQ(round(-2.5), -2.0);
    EXPECT_EQ(round(2.51), 3.0);
}

TEST(Scalar, AReductionThatSeesOnlyMinusZeroIsMinusZero) {
    const Value minus = Value::of_f32(-0.0f);
    const Value sum = combine(ReduceOp::sum, identity_of(ReduceOp::sum, ScalarType::f32), minus);
    EXPECT_TRUE(std::signbit(sum.as_f32()));
}

TEST(Scalar, EveryIdentityLeavesEveryValueAsItIs) {
    for (const ReduceOp op : {ReduceOp::sum, ReduceOp::product, ReduceOp::minimum, ReduceOp::maximum}) {
        for (const ScalarType t : integer_types()) {
            for (const Value& v : interesting(t)) EXPECT_EQ(combine(op, identity_of(op, t), v), v);
        }
        for (const ScalarType t : {ScalarType::f32, ScalarType::f64}) {
            for (const double v : {0.0, -0.0, 1.5, -2e30, double{INFINITY}, -double{INFINITY}}) {
                EXPECT_EQ(combine(op, identity_of(op, t), Value::of_float(t, v)), Value::of_float(t, v));
            }
        }
    }
}

}  // namespace
}  // namespace pantile::ir
