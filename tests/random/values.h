// Numbers that find mistakes: the limits of types, powers of two and their neighbours, NaN, infinities,
// denormals.
#pragma once

#include <vector>

#include "ir/value.h"
#include "random/random.h"

namespace pantile::random {

// Each once, in a fixed order.
std::vector<ir::Value> special_values(ScalarType type);

// Often a special value, otherwise a small or any number.
ir::Value random_value(Random& random, ScalarType type);

// The same, for many values of one type.
class ValueDraw {
  public:
    explicit ValueDraw(ScalarType type) : type_(type), special_(special_values(type)) {}
    ir::Value operator()(Random& random) const;

  private:
    ScalarType type_;
    std::vector<ir::Value> special_;
};

// An extent: often 1, 2, 3, a prime, or next to a multiple of 8.
int64_t random_extent(Random& random);

}  // namespace pantile::random
