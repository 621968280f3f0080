#include "ir/lane_index.h"

#include <cstdlib>

#include "ir/build.h"
#include "ir/traverse.h"

namespace pantile::ir {
namespace {

// No buffer is longer; products of such numbers do not overflow.
constexpr int64_t kLongestStep = int64_t{1} << 24;

constexpr LaneIndex kUniform = {LaneOrder::uniform};
constexpr LaneIndex kOther = {LaneOrder::other};

LaneIndex linear(int64_t step) {
    return std::llabs(step) > kLongestStep ? kOther : LaneIndex{LaneOrder::linear, step};
}

bool is_plain_linear(const LaneIndex& i) { return i.order == LaneOrder::linear && !i.is_clamped; }

LaneIndex sum_of(const LaneIndex& a, const LaneIndex& b) {
    if (a.order == LaneOrder::uniform) return b;
    if (b.order == LaneOrder::uniform) return a;
    return is_plain_linear(a) && is_plain_linear(b) ? linear(a.step + b.step) : kOther;
}

LaneIndex negated(const LaneIndex& a) {
    if (a.order == LaneOrder::halved) return kOther;
    return {a.order, -a.step, a.is_clamped};
}

LaneIndex scaled(const LaneIndex& a, const Expr& by) {
    const auto factor = constant_int(by);
    if (!is_plain_linear(a) || !factor || std::llabs(*factor) > kLongestStep) return kOther;
    return linear(a.step * *factor);
}

// floor((s * lane + k) / d) is (s / d) * lane + floor(k / d) where d divides s.
LaneIndex divided(const LaneIndex& a, int64_t divisor) {
    if (!is_plain_linear(a) || divisor <= 0) return kOther;
    if (a.step % divisor == 0) return linear(a.step / divisor);
    return a.step == 1 && divisor == 2 ? LaneIndex{LaneOrder::halved} : kOther;
}

LaneIndex clamped(const LaneIndex& a, const LaneIndex& b) {
    const LaneIndex& varying = a.order == LaneOrder::uniform ? b : a;
    const LaneIndex& limit = a.order == LaneOrder::uniform ? a : b;
    if (limit.order != LaneOrder::uniform || varying.order == LaneOrder::other) return kOther;
    return {varying.order, varying.step, true};
}

LaneIndex binary_index(const Binary& n) {
    const LaneIndex a = lane_index(n.lhs), b = lane_index(n.rhs);
    switch (n.op) {
        case BinaryOp::sub: return sum_of(a, negated(b));
        case BinaryOp::mul: return b.order == LaneOrder::uniform ? scaled(a, n.rhs) : scaled(b, n.lhs);
        case BinaryOp::div: return divided(a, constant_int(n.rhs).value_or(0));
        case BinaryOp::shift_right: {
            const int64_t amount = constant_int(n.rhs).value_or(-1);
            return amount < 0 || amount > 20 ? kOther : divided(a, int64_t{1} << amount);
        }
        case BinaryOp::min:
        case BinaryOp::max: return clamped(a, b);
        default: return kOther;
    }
}

// The sum of an index with its constants added up: 'x + 7 - 1' reads 'x + 6'.
Expr joined(const Sum& sum) {
    Exprs terms;
    int64_t total = 0;
    const auto take = [&](const Expr& term) {
        const auto number = constant_int(term);
        if (number && std::llabs(*number) <= kLongestStep && std::llabs(total) <= kLongestStep)
            total += *number;
        else
            terms.push_back(term);
    };
    for (const Expr& term : sum.terms) {
        const Sum* inner = as<Sum>(term);
        for (const Expr& part : inner ? inner->terms : Exprs{term}) take(part);
    }
    if (total != 0 || terms.empty()) terms.push_back(constant_i64(total));
    return terms.size() == 1 ? terms[0] : make_node(Sum{std::move(terms)}, ScalarType::i64);
}

}  // namespace

LaneIndex lane_index(const Expr& e) {
    if (e.lanes() == 1) return kUniform;
    if (as<Lanes>(e)) return linear(1);
    // A coordinate is the same number in every type that reads it.
    if (const Cast* c = as<Cast>(e))
        return as<Lanes>(c->operand) && is_integer(e.type()) ? linear(1) : kOther;
    if (const Unary* u = as<Unary>(e))
        return u->op == UnaryOp::neg ? negated(lane_index(u->operand)) : kOther;
    if (const Binary* b = as<Binary>(e)) return binary_index(*b);
    if (const Sum* s = as<Sum>(e)) {
        LaneIndex total = kUniform;
        for (const Expr& term : s->terms) total = sum_of(total, lane_index(term));
        return total;
    }
    return kOther;
}

Expr at_lane(const Expr& e, int lane) {
    return transform(e, [lane](const Expr& node) {
        if (const Sum* s = as<Sum>(node)) return node.type() == ScalarType::i64 ? joined(*s) : node;
        const Lanes* n = as<Lanes>(node);
        if (!n) return node;
        return lane == 0 ? n->base : add(n->base, constant(Value::of_int(node.type(), lane)));
    });
}

LaneIndex lane_index(Rational scale) {
    if (scale == Rational(1, 2)) return {LaneOrder::halved};
    const bool is_whole = scale.is_known() && scale.denominator() == 1;
    return is_whole ? LaneIndex{LaneOrder::linear, scale.numerator()} : LaneIndex{LaneOrder::other};
}

LoadKind load_kind(const LaneIndex& index) {
    switch (index.order) {
        case LaneOrder::halved: return LoadKind::halved;
        case LaneOrder::linear:
            if (index.step == 1) return LoadKind::dense;
            if (index.step == -1) return LoadKind::reversed;
            return index.step >= 2 && index.step <= 4 ? LoadKind::strided : LoadKind::gather;
        case LaneOrder::uniform:
        case LaneOrder::other: return LoadKind::gather;
    }
    return LoadKind::gather;
}

// As many elements of 32 bits as the largest vectors have.
int64_t largest_table(ScalarType type) { return size_in_bits(type) == 32 ? 16 : 0; }

}  // namespace pantile::ir
