// How many instructions of which kind a computation takes.
#pragma once

#include <functional>

#include "ir/expr.h"

namespace pantile::cost {

// For one point of a definition. Everything that does not change along the innermost dimension is computed
// once for a row, and does not count.
struct OperationCounts {
    double simple = 0;     // add, multiply, compare, select, convert: one instruction for a vector
    double slow = 0;       // divisions and square roots
    double calls = 0;      // exp, pow, …: a call of the C library for each element
    double f32_calls = 0;  // of these, the ones of f32: fast math computes them with vectors
    double dense = 0;      // loads of neighbouring elements
    double strided = 0;    // loads of every 2nd to 4th element, or of elements in pairs: loads and shuffles
    double gathered = 0;   // loads of elements that lie anywhere
    double broadcast = 0;  // loads of one element for all lanes
    double stores = 0;
    double rows = 0;  // of inputs that are read: each has an address of its own

    OperationCounts& add(const OperationCounts& other, double times);
};

// Adds what the operator at the top of 'e' takes; its operands count for themselves. 'varies' tells what
// changes along the innermost loop.
void count_operator(const ir::Expr& e, double times, const std::function<bool(const ir::Expr&)>& varies,
                    OperationCounts& counts);

bool is_division(ir::BinaryOp op);

}  // namespace pantile::cost
