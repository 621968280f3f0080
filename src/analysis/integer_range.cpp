#include "analysis/integer_range.h"

#include <algorithm>

#include "analysis/float_range.h"
#include "analysis/regions.h"
#include "base/checked.h"
#include "ir/unroll_reductions.h"

namespace pantile::analysis {

using namespace ir;

namespace {

using Range = std::optional<ValueRange>;

Range of_type(ScalarType type) {
    if (is_bool(type)) return ValueRange{0, 1};
    if (!is_integer(type) || size_in_bits(type) == 64) return std::nullopt;
    return ValueRange{lowest_value(type).as_int(), highest_value(type).as_int()};
}

// What loops run over is an i32 in the language, coordinates and sizes are smaller: checks at entry make that
// exact.
const ValueRange kLoopVariable = {INT32_MIN, INT32_MAX};
const ValueRange kCoordinate = {-kLargestCoordinate, kLargestCoordinate};
const ValueRange kSize = {-kLargestArgument, 2 * kLargestArgument + 1};

Range range_between(std::optional<int64_t> min, std::optional<int64_t> max) {
    return min && max ? Range(ValueRange{*min, *max}) : std::nullopt;
}

Range hull(const Range& a, const Range& b) {
    if (!a || !b) return std::nullopt;
    return ValueRange{std::min(a->min, b->min), std::max(a->max, b->max)};
}

Range sum_of(const Range& a, const Range& b) {
    if (!a || !b) return std::nullopt;
    return range_between(checked_add(a->min, b->min), checked_add(a->max, b->max));
}

Range difference(const Range& a, const Range& b) {
    if (!a || !b) return std::nullopt;
    return range_between(checked_sub(a->min, b->max), checked_sub(a->max, b->min));
}

Range product(const Range& a, const Range& b) {
    if (!a || !b) return std::nullopt;
    int64_t min = INT64_MAX, max = INT64_MIN;
    for (const int64_t x : {a->min, a->max}) {
        for (const int64_t y : {b->min, b->max}) {
            const auto corner = checked_mul(x, y);
            if (!corner) return std::nullopt;
            min = std::min(min, *corner);
            max = std::max(max, *corner);
        }
    }
    return ValueRange{min, max};
}

// The floor of the quotient by a positive number.
Range divided(const Range& a, int64_t divisor) {
    if (!a || divisor <= 0) return std::nullopt;
    return ValueRange{floor_div(a->min, divisor), floor_div(a->max, divisor)};
}

// Of a remainder, or of the lowest bits.
Range cut_off(int64_t highest) { return highest < 0 ? Range() : ValueRange{0, highest}; }

}  // namespace

bool fits(const ValueRange& range, ScalarType type) {
    const Range all = of_type(type);
    return all ? all->min <= range.min && range.max <= all->max : type == ScalarType::i64;
}

Range IntegerRanges::operator()(const Expr& e) {
    if (const auto found = known_.find(e.id()); found != known_.end()) return found->second.second;
    Range range = compute(e);
    if (!range || !fits(*range, e.type())) range = of_type(e.type());
    known_.insert_or_assign(e.id(), std::pair(e, range));
    return range;
}

bool IntegerRanges::is_exact(const Expr& e) {
    const Range range = compute(e);
    return range && fits(*range, e.type());
}

void IntegerRanges::declare(const Declare& n) {
    locals_.erase(n.name);
    known_.clear();
    if (n.changes || !is_integer(n.value.type())) return;
    if (const Range range = (*this)(n.value)) locals_[n.name] = *range;
}

Range IntegerRanges::compute(const Expr& e) {
    if (const auto number = constant_int(e)) return ValueRange{*number, *number};
    if (const Variable* v = as<Variable>(e)) return of_variable(*v, e.type());
    if (as<Lanes>(e)) return kLoopVariable;
    if (const Cast* c = as<Cast>(e)) return of_cast(*c, e.type());
    if (const Select* s = as<Select>(e)) return hull((*this)(s->if_true), (*this)(s->if_false));
    if (const Unary* u = as<Unary>(e); u && is_integer(e.type())) return of_unary(*u);
    if (const Reduce* r = as<Reduce>(e); r && is_integer(e.type())) return of_reduce(*r);
    if (const Binary* b = as<Binary>(e); b && is_integer(e.type())) return of_binary(*b);
    if (const Sum* s = as<Sum>(e); s && is_integer(e.type())) {
        Range total = ValueRange{0, 0};
        for (const Expr& term : s->terms) total = sum_of(total, (*this)(term));
        return total;
    }
    return std::nullopt;
}

Range IntegerRanges::of_variable(const Variable& v, ScalarType type) const {
    if (v.scope == Scope::parameter) return of_type(type);
    if (v.scope == Scope::coordinate) return kCoordinate;
    if (v.scope == Scope::dimension) return kSize;
    if (v.scope != Scope::local) return kLoopVariable;
    const auto local = locals_.find(v.name);
    return local == locals_.end() ? of_type(type) : local->second;
}

Range IntegerRanges::of_cast(const Cast& n, ScalarType type) {
    if (is_float(n.operand.type())) return is_integer(type) ? truncated_range(n.operand, type) : std::nullopt;
    return (*this)(n.operand);
}

Range IntegerRanges::of_unary(const Unary& n) {
    const Range a = (*this)(n.operand), negated = difference(ValueRange{0, 0}, a);
    if (n.op == UnaryOp::neg) return negated;
    if (n.op != UnaryOp::abs || !negated) return std::nullopt;
    return ValueRange{std::max({a->min, negated->min, int64_t{0}}), std::max(a->max, negated->max)};
}

// Over a few points; none are skipped.
Range IntegerRanges::of_reduce(const Reduce& n) {
    const auto points = few_points(n.domain);
    if (!points || n.op == ReduceOp::product) return std::nullopt;
    const Range body = (*this)(n.body);
    return n.op == ReduceOp::sum ? product(body, ValueRange{*points, *points}) : body;
}

Range IntegerRanges::of_binary(const Binary& n) {
    const Range a = (*this)(n.lhs), b = (*this)(n.rhs);
    const auto number = constant_int(n.rhs);
    switch (n.op) {
        case BinaryOp::sub: return difference(a, b);
        case BinaryOp::mul: return product(a, b);
        case BinaryOp::min:
            if (!a || !b) return std::nullopt;
            return ValueRange{std::min(a->min, b->min), std::min(a->max, b->max)};
        case BinaryOp::max:
            if (!a || !b) return std::nullopt;
            return ValueRange{std::max(a->min, b->min), std::max(a->max, b->max)};
        case BinaryOp::div: return divided(a, number.value_or(0));
        case BinaryOp::mod: return number && *number > 0 ? cut_off(*number - 1) : std::nullopt;
        case BinaryOp::bit_and: return cut_off(number.value_or(-1));
        case BinaryOp::shift_right: {
            const int64_t amount = number.value_or(-1);
            return amount < 0 || amount >= std::min(size_in_bits(n.lhs.type()), 63)
                       ? std::nullopt
                       : divided(a, int64_t{1} << amount);
        }
        default: return std::nullopt;
    }
}

}  // namespace pantile::analysis
