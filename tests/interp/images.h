// Small images from lists of numbers, and back.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "ir/scalar.h"
#include "ir/value.h"
#include "pantile/compile.h"

namespace pantile::test {

inline Pipeline program(const std::string& items) {
    const Result<Pipeline> parsed = parse_pan("pipeline p\n" + items, "test.pan");
    EXPECT_TRUE(parsed) << render(parsed.diagnostics());
    return *parsed;
}

// The numbers in the order of memory, the first dimension fastest.
template <typename T>
AnyBuffer image(const std::vector<int64_t>& extents, const std::vector<T>& numbers) {
    const Buffer<T> buffer(extents);
    EXPECT_EQ(buffer.any().element_count(), static_cast<int64_t>(numbers.size()));
    for (size_t i = 0; i < numbers.size(); ++i) buffer.data()[i] = numbers[i];
    return buffer;
}

// 0, 1, 2, … in the order of memory, wrapped to the type.
inline AnyBuffer counting(ScalarType type, const std::vector<int64_t>& extents) {
    std::vector<Dimension> dims;
    for (const int64_t extent : extents) dims.push_back({0, extent, 0});
    const AnyBuffer buffer = AnyBuffer::allocate(type, dims).value();
    for (int64_t i = 0; i < buffer.element_count(); ++i) {
        const ir::Value number = ir::convert(ir::Value::of_int(ScalarType::i64, i), type);
        ir::store_value(number, buffer.data() + i * size_in_bytes(type));
    }
    return buffer;
}

// The elements, the first dimension fastest, whatever the strides are.
inline std::vector<ir::Value> values_of(const AnyBuffer& buffer) {
    std::vector<ir::Value> values;
    std::vector<int64_t> at;
    for (const Dimension& dim : buffer.dims()) at.push_back(dim.min);
    for (int64_t left = buffer.element_count(); left > 0; --left) {
        values.push_back(ir::load_value(buffer.type(), buffer.address_of(at)));
        for (size_t d = 0; d < at.size(); ++d) {
            if (++at[d] <= buffer.dims()[d].max()) break;
            at[d] = buffer.dims()[d].min;
        }
    }
    return values;
}

inline std::vector<double> numbers_of(const AnyBuffer& buffer) {
    std::vector<double> numbers;
    for (const ir::Value& v : values_of(buffer)) numbers.push_back(ir::convert(v, ScalarType::f64).as_f64());
    return numbers;
}

// The one output of a program, by the interpreter.
inline std::vector<double> interpreted(const std::string& items, const Arguments& arguments,
                                       const std::map<std::string, int64_t>& sizes = {}) {
    const Result<Outputs> outputs = interpret(program(items), arguments, sizes);
    EXPECT_TRUE(outputs) << render(outputs.diagnostics());
    return outputs ? numbers_of(outputs->begin()->second) : std::vector<double>{};
}

}  // namespace pantile::test
