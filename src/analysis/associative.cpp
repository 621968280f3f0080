#include "analysis/associative.h"

#include <algorithm>

#include "ir/scalar.h"
#include "ir/traverse.h"

namespace pantile::analysis {

using namespace ir;

namespace {

std::optional<Value> identity_for(BinaryOp op, ScalarType type) {
    switch (op) {
        case BinaryOp::mul: return identity_of(ReduceOp::product, type);
        case BinaryOp::min: return identity_of(ReduceOp::minimum, type);
        case BinaryOp::max: return identity_of(ReduceOp::maximum, type);
        case BinaryOp::bit_and: return Value::of_int(type, -1);
        case BinaryOp::bit_or:
        case BinaryOp::bit_xor:
        case BinaryOp::logical_or: return Value::of_int(type, 0);
        case BinaryOp::logical_and: return Value::of_int(type, 1);
        // Of truth values, 'not equal' is the exclusive or, and 'equal' its negation.
        case BinaryOp::ne: return is_bool(type) ? std::optional(Value::of_int(type, 0)) : std::nullopt;
        case BinaryOp::eq: return is_bool(type) ? std::optional(Value::of_int(type, 1)) : std::nullopt;
        case BinaryOp::sub:
        case BinaryOp::div:
        case BinaryOp::mod:
        case BinaryOp::quo:
        case BinaryOp::rem:
        case BinaryOp::pow:
        case BinaryOp::atan2:
        case BinaryOp::shift_left:
        case BinaryOp::shift_right:
        case BinaryOp::lt:
        case BinaryOp::le:
        case BinaryOp::gt:
        case BinaryOp::ge: return std::nullopt;
    }
    return std::nullopt;
}

// Whether an Access is the place that the update stores to.
bool is_own_place(const Access& a, const Stage& stage, const Update& update) {
    return a.producer == stage.name &&
           std::equal(a.args.begin(), a.args.end(), update.args.begin(), update.args.end(),
                      [](const Expr& x, const Expr& y) { return same(x, y); });
}

bool reads(const Expr& e, const Stage& stage) {
    bool found = false;
    for_each_node(e, [&](const Expr& n) {
        const Access* a = as<Access>(n);
        found |= a && a->producer == stage.name;
    });
    return found;
}

// Recognises 'f(args) op e' in every grouping: '(f(args) + a) + b', 'min(a, min(f(args), b))'.
class Recogniser {
  public:
    Recogniser(const Stage& stage, const Update& update) : stage_(stage), update_(update) {}

    // Whether 'e' is the stored place, combined by 'op' with what does not read the stage.
    bool combines(const Expr& e, std::optional<BinaryOp> op) const {
        if (e.type() != stage_.type) return false;
        if (const Access* a = as<Access>(e)) return is_own_place(*a, stage_, update_);
        if (op) {
            const Binary* b = as<Binary>(e);
            return b && b->op == *op && one_combines({b->lhs, b->rhs}, op);
        }
        if (const Sum* sum = as<Sum>(e)) return one_combines(sum->terms, op);
        const Binary* b = as<Binary>(e);
        return b && b->op == BinaryOp::sub && !reads(b->rhs, stage_) && combines(b->lhs, op);
    }

  private:
    bool one_combines(const Exprs& parts, std::optional<BinaryOp> op) const {
        const auto reading = [&](const Expr& part) { return reads(part, stage_); };
        const auto self = std::find_if(parts.begin(), parts.end(), reading);
        return self != parts.end() && std::none_of(self + 1, parts.end(), reading) && combines(*self, op);
    }

    const Stage& stage_;
    const Update& update_;
};

// Every read of the stage by the update is at the place that it stores to.
bool reads_own_place_only(const Stage& stage, const Update& update) {
    Exprs roots = update.args;
    roots.push_back(update.value);
    if (update.domain.where) roots.push_back(*update.domain.where);
    return std::all_of(roots.begin(), roots.end(), [&](const Expr& root) {
        bool own = true;
        for_each_node(root, [&](const Expr& n) {
            const Access* a = as<Access>(n);
            if (a && a->producer == stage.name) own &= is_own_place(*a, stage, update);
        });
        return own;
    });
}

bool is_argument(const Update& update, const ReductionVariable& v) {
    return std::any_of(update.args.begin(), update.args.end(), [&](const Expr& arg) {
        const Variable* a = as<Variable>(arg);
        return a && a->scope == Scope::reduction && a->name == v.name;
    });
}

}  // namespace

Expr Combination::operator()(const Expr& so_far, const Expr& next) const {
    if (op) return make_node(Binary{*op, so_far, next}, so_far.type());
    return make_node(Sum{{so_far, next}}, so_far.type());
}

std::optional<Combination> order_free(const Stage& stage, const Update& update) {
    if (is_float(stage.type)) return std::nullopt;
    const bool args_free = std::none_of(update.args.begin(), update.args.end(),
                                        [&](const Expr& arg) { return reads(arg, stage); });
    if (!args_free || (update.domain.where && reads(*update.domain.where, stage))) return std::nullopt;
    const Recogniser recogniser(stage, update);
    const Binary* b = as<Binary>(update.value);
    const std::optional<Value> identity = b ? identity_for(b->op, stage.type) : std::nullopt;
    if (identity && recogniser.combines(update.value, b->op)) return Combination{b->op, *identity};
    const bool is_sum = as<Sum>(update.value) || (b && b->op == BinaryOp::sub);
    if (is_sum && recogniser.combines(update.value, std::nullopt))
        return Combination{std::nullopt, identity_of(ReduceOp::sum, stage.type)};
    return std::nullopt;
}

bool splits_in_order(const Stage& stage, const Update& update, size_t variable) {
    const std::vector<ReductionVariable>& all = update.domain.variables;
    const auto slower = all.begin() + static_cast<std::ptrdiff_t>(variable) + 1;
    if (slower == all.end()) return true;
    return reads_own_place_only(stage, update) &&
           std::all_of(slower, all.end(), [&](const ReductionVariable& v) { return is_argument(update, v); });
}

}  // namespace pantile::analysis
