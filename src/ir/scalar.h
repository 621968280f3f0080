// The meaning of every operator on scalars: the one place where it is defined. docs/language.md says it in
// words. The interpreter and constant folding call these functions; the emitters must agree with them.
#pragma once

#include "ir/ops.h"
#include "ir/value.h"

namespace pantile::ir {

// Operands have the same type, one that the operator's domain contains.
Value apply(UnaryOp op, const Value& a);
Value apply(BinaryOp op, const Value& a, const Value& b);
Value add(const Value& a, const Value& b);

// Integers wrap; float to integer truncates and saturates (NaN becomes 0); anything but zero is true.
Value convert(const Value& value, ScalarType to);

// The value that a reduction starts from. For floats the sum starts from -0.0, the identity of IEEE addition.
Value identity_of(ReduceOp op, ScalarType type);
Value combine(ReduceOp op, const Value& so_far, const Value& next);

}  // namespace pantile::ir
