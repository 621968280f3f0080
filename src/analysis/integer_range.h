// The values that an integer can have by its operators, types and numbers alone: a clamp between numbers, a
// byte, a coordinate.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "analysis/index.h"
#include "ir/loops.h"

namespace pantile::analysis {

// Whether all values of the range are values of the integer type.
bool fits(const ValueRange& range, ScalarType type);

class IntegerRanges {
  public:
    // In every lane of a vector; nothing when 64 bits can overflow, or nothing is known. Arithmetic that may
    // leave its type wraps, and so has the range of the type.
    std::optional<ValueRange> operator()(const ir::Expr& e);

    // Whether the operator gives what it would give in integers without limits.
    bool is_exact(const ir::Expr& e);

    // A local has this value from here on, until it is declared again.
    void declare(const ir::Declare& n);

  private:
    // In integers without limits; nothing where that is not known.
    std::optional<ValueRange> compute(const ir::Expr& e);
    std::optional<ValueRange> of_variable(const ir::Variable& v, ScalarType type) const;
    std::optional<ValueRange> of_cast(const ir::Cast& n, ScalarType type);
    std::optional<ValueRange> of_unary(const ir::Unary& n);
    std::optional<ValueRange> of_binary(const ir::Binary& n);
    std::optional<ValueRange> of_reduce(const ir::Reduce& n);

    std::map<std::string, ValueRange> locals_;
    // With the nodes themselves, so that no other takes their place in memory.
    std::unordered_map<const ir::Node*, std::pair<ir::Expr, std::optional<ValueRange>>> known_;
};

}  // namespace pantile::analysis
