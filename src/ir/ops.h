// The operators of expressions, as data: how each is spelled and which types it takes.
#pragma once

#include <optional>
#include <string_view>

#include "pantile/type.h"

namespace pantile::ir {

enum class UnaryOp {
    neg,
    bit_not,
    logical_not,
    abs,
    floor,
    ceil,
    round,
    trunc,
    sqrt,
    exp,
    log,
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    sinh,
    cosh,
    tanh,
    is_nan,
};

// Addition is the n-ary node Sum; see expr.h.
enum class BinaryOp {
    sub,
    mul,
    div,
    mod,
    quo,
    rem,
    min,
    max,
    pow,
    atan2,
    bit_and,
    bit_or,
    bit_xor,
    shift_left,
    shift_right,
    eq,
    ne,
    lt,
    le,
    gt,
    ge,
    logical_and,
    logical_or,
};

enum class ReduceOp { sum, product, minimum, maximum };

// The types that an operator takes; 'number' is any integer or float.
enum class Domain { number, integer, floating, boolean, any };

bool contains(Domain domain, ScalarType type);
std::string_view describe(Domain domain);  // "a number", "a float", …

enum class Notation { prefix, infix, call };

// How tightly an infix operator binds; a larger number binds tighter. The .pan grammar has the same levels.
enum class Precedence {
    lowest,
    logical_or,
    logical_and,
    comparison,
    bit_or,
    bit_xor,
    bit_and,
    shift,
    sum,
    product,
    prefix,
    atom
};

struct UnaryFacts {
    std::string_view spelling;
    Notation notation;
    Domain domain;
};

struct BinaryFacts {
    std::string_view spelling;
    Notation notation;
    Domain domain;
    Precedence precedence;
};

const UnaryFacts& facts(UnaryOp op);
const BinaryFacts& facts(BinaryOp op);
std::string_view spelling(ReduceOp op);

// Operators that are written as a call, by their name: 'sqrt', 'min', 'sum'.
std::optional<UnaryOp> unary_call(std::string_view name);
std::optional<BinaryOp> binary_call(std::string_view name);
std::optional<ReduceOp> reduce_call(std::string_view name);

bool is_comparison(BinaryOp op);
ScalarType result_type(UnaryOp op, ScalarType operand);
ScalarType result_type(BinaryOp op, ScalarType operand);

}  // namespace pantile::ir
