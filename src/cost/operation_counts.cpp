#include "cost/operation_counts.h"

#include <algorithm>

namespace pantile::cost {

using namespace ir;

namespace {

// An integer division by a number that is known costs a multiplication and a few corrections.
constexpr double kDivisionByConstant = 4;
// One by an unknown number is done lane by lane.
constexpr double kIntegerDivision = 8;

bool is_call(UnaryOp op) {
    switch (op) {
        case UnaryOp::neg:
        case UnaryOp::bit_not:
        case UnaryOp::logical_not:
        case UnaryOp::abs:
        case UnaryOp::floor:
        case UnaryOp::ceil:
        case UnaryOp::round:
        case UnaryOp::trunc:
        case UnaryOp::sqrt:
        case UnaryOp::is_nan: return false;
        default: return true;
    }
}

void count_call(ScalarType type, double times, OperationCounts& counts) {
    counts.calls += times;
    if (type == ScalarType::f32) counts.f32_calls += times;
}

void count_binary(const Binary& n, double times, OperationCounts& counts) {
    if (n.op == BinaryOp::pow || n.op == BinaryOp::atan2) {
        count_call(n.lhs.type(), times, counts);
    } else if (!is_division(n.op)) {
        counts.simple += times;
    } else if (is_float(n.lhs.type())) {
        // A division by a number stays one in strict math.
        counts.slow += times;
    } else if (const auto divisor = constant_int(n.rhs)) {
        const bool is_shift = *divisor > 0 && (*divisor & (*divisor - 1)) == 0;
        counts.simple += times * (is_shift ? 1 : kDivisionByConstant);
    } else {
        counts.slow += times * kIntegerDivision;
    }
}

void count_cast(ScalarType from, ScalarType to, double times, OperationCounts& counts) {
    const bool same_bits = size_in_bytes(from) == size_in_bytes(to) && is_float(from) == is_float(to);
    if (!same_bits) counts.simple += times;
    if (is_float(from) && !is_float(to)) counts.simple += 3 * times;  // it saturates
}

// Products that are added at once: an addition and a multiplication take one instruction together, or the
// units of one run beside those of the other.
double fused_products(const Sum& n, const std::function<bool(const Expr&)>& varies) {
    return static_cast<double>(std::count_if(n.terms.begin(), n.terms.end(), [&](const Expr& term) {
        const Binary* b = as<Binary>(term);
        return b && b->op == BinaryOp::mul && varies(term);
    }));
}

}  // namespace

bool is_division(BinaryOp op) {
    return op == BinaryOp::div || op == BinaryOp::mod || op == BinaryOp::quo || op == BinaryOp::rem;
}

void count_operator(const Expr& e, double times, const std::function<bool(const Expr&)>& varies,
                    OperationCounts& counts) {
    match(
        e, [](const Constant&) {}, [](const Variable&) {}, [](const Access&) {},
        [&](const Unary& n) {
            if (is_call(n.op))
                count_call(e.type(), times, counts);
            else
                (n.op == UnaryOp::sqrt ? counts.slow : counts.simple) += times;
        },
        [&](const Binary& n) { count_binary(n, times, counts); },
        [&](const Sum& n) {
            double additions = static_cast<double>(n.terms.size() - 1);
            if (is_float(e.type())) additions -= fused_products(n, varies);
            counts.simple += times * std::max(additions, 0.0);
        },
        [&](const Select&) { counts.simple += times; },
        [&](const Cast& n) { count_cast(n.operand.type(), e.type(), times, counts); }, [](const Reduce&) {},
        [](const Load&) {}, [](const Lanes&) {}, [](const Invalid&) {});
}

OperationCounts& OperationCounts::add(const OperationCounts& o, double times) {
    simple += times * o.simple;
    slow += times * o.slow;
    calls += times * o.calls;
    f32_calls += times * o.f32_calls;
    dense += times * o.dense;
    strided += times * o.strided;
    gathered += times * o.gathered;
    broadcast += times * o.broadcast;
    stores += times * o.stores;
    rows += times * o.rows;
    return *this;
}

}  // namespace pantile::cost
