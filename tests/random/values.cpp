#include "random/values.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace pantile::random {

using ir::Value;

namespace {

void add_once(std::vector<Value>& values, const Value& v) {
    if (std::find(values.begin(), values.end(), v) == values.end()) values.push_back(v);
}

std::vector<Value> special_integers(ScalarType type) {
    std::vector<Value> values;
    for (const int64_t v : {0, 1, -1, 2, -2, 3, -3}) add_once(values, Value::of_int(type, v));
    for (const Value& limit : {ir::lowest_value(type), ir::highest_value(type)}) {
        // Beyond the limits of 64 bits they begin again at the other end.
        for (const uint64_t step : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}})
            add_once(values, Value::of_int(type, static_cast<int64_t>(limit.as_uint() + step)));
    }
    for (int k = 2; k<size_in_bits(type); k += size_in_bits(type)> 16 ? 5 : 2) {
        for (const int64_t step : {-1, 0, 1}) {
            add_once(values, Value::of_int(type, (int64_t{1} << k) + step));
            add_once(values, Value::of_int(type, -(int64_t{1} << k) + step));
        }
    }
    return values;
}

template <typename F>
std::vector<Value> special_floats(ScalarType type) {
    using Limits = std::numeric_limits<F>;
    std::vector<Value> values = {Value::of_float(type, std::numeric_limits<double>::quiet_NaN())};
    for (const double v : {0.0,
                           0.5,
                           1.0,
                           1.5,
                           2.0,
                           2.5,
                           3.0,
                           0.1,
                           1e-3,
                           100.75,
                           127.0,
                           128.0,
                           255.5,
                           256.0,
                           32768.0,
                           65535.5,
                           2147483647.0,
                           2147483648.0,
                           4294967295.5,
                           4294967296.0,
                           9223372036854775808.0,
                           18446744073709551616.0,
                           1e30,
                           double{Limits::max()},
                           double{Limits::min()},
                           double{Limits::denorm_min()},
                           double{Limits::min()} / 2,
                           double{Limits::epsilon()},
                           double{Limits::infinity()}}) {
        add_once(values, Value::of_float(type, v));
        add_once(values, Value::of_float(type, -v));
    }
    return values;
}

}  // namespace

std::vector<Value> special_values(ScalarType type) {
    if (is_bool(type)) return {Value::of_bool(false), Value::of_bool(true)};
    if (type == ScalarType::f32) return special_floats<float>(type);
    return type == ScalarType::f64 ? special_floats<double>(type) : special_integers(type);
}

Value random_value(Random& random, ScalarType type) { return ValueDraw(type)(random); }

Value ValueDraw::operator()(Random& random) const {
    if (is_float(type_) && random.chance(12)) {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        return Value::of_float(
            type_, random.pick({std::numeric_limits<double>::quiet_NaN(), 0.0, -0.0, kInfinity, -kInfinity}));
    }
    if (random.chance(30)) return random.pick(special_);
    const int64_t small = random.between(-20, 20);
    if (is_float(type_))
        return Value::of_float(type_, static_cast<double>(small) + (random.chance(50) ? 0.25 : 0.1));
    if (random.chance(40)) return Value::of_int(type_, small);
    return Value::of_int(type_, std::bit_cast<int64_t>(random.next()));
}

int64_t random_extent(Random& random) {
    switch (random.weighted({20, 25, 25, 30})) {
        case 0: return random.pick({1, 2, 3});
        case 1: return random.pick({5, 7, 11, 13, 17, 19, 23});
        case 2: {
            const int64_t vectors = random.between(1, 4);
            return 8 * vectors + random.between(-1, 1);
        }
        default: return random.between(1, 40);
    }
}

}  // namespace pantile::random
