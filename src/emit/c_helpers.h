// The small C functions that emitted code uses where C itself has no operator with our meaning: floor
// division, wrapping signed arithmetic, saturating conversions, min and max with a defined answer for NaN.
#pragma once

#include <set>
#include <string>

#include "ir/ops.h"
#include "pantile/type.h"

namespace pantile::emit {

std::string c_type(ScalarType type);         // of a value: 'int32_t', 'bool'
std::string c_memory_type(ScalarType type);  // of an element: a bool is a byte

// How functions like exp and pow are called. A compiler may evaluate them by itself, or replace one by
// another, and then rounds differently from libm; it cannot through a pointer that it does not know.
enum class Libm { direct, through_pointers };

// Collects which helpers a file needs, and writes their definitions in a fixed order.
class CHelpers {
  public:
    explicit CHelpers(Libm libm = Libm::direct) : libm_(libm) {}

    // Each returns the name to call.
    std::string binary(ir::BinaryOp op, ScalarType type);
    std::string unary(ir::UnaryOp op, ScalarType type);
    std::string convert(ScalarType from_float, ScalarType to_integer);
    // Passes an index through that comes from a truth value; see CExprs::element.
    std::string truth();

    std::string definitions() const;

  private:
    std::string use(std::string name, std::string definition);
    std::string libm(const std::string& function, ScalarType type, size_t arguments);

    Libm libm_;
    std::set<std::pair<std::string, std::string>> used_;
};

}  // namespace pantile::emit
