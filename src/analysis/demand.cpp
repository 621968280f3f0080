#include "analysis/demand.h"

#include <algorithm>

#include "analysis/regions.h"
#include "analysis/symbolic.h"
#include "ir/build.h"

namespace pantile::analysis {

using namespace ir;

namespace {

bool same_condition(const std::optional<Expr>& a, const std::optional<Expr>& b) {
    return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

Expr where(const std::optional<Expr>& happens, const Expr& bound, int64_t otherwise) {
    return happens ? select(*happens, bound, constant_i64(otherwise)) : bound;
}

// The operands of nested operators of one kind: of 'max(max(a, b), c)' a, b and c.
void add_operands(const Expr& e, BinaryOp op, Exprs& out) {
    const Binary* b = as<Binary>(e);
    if (!b || b->op != op) {
        out.push_back(e);
        return;
    }
    add_operands(b->lhs, op, out);
    add_operands(b->rhs, op, out);
}

Exprs operands_of(const Expr& e, BinaryOp op) {
    Exprs out;
    add_operands(e, op, out);
    return out;
}

bool is_among(const Expr& e, const Exprs& all) {
    return std::any_of(all.begin(), all.end(), [&](const Expr& other) { return same(e, other); });
}

// 'max(.., lo, ..) <= min(.., hi, ..)' implies 'lo <= hi'.
bool implies(const Expr& known, const Expr& asked) {
    if (same(known, asked)) return true;
    const Binary* k = as<Binary>(known);
    const Binary* a = as<Binary>(asked);
    return k && a && k->op == BinaryOp::le && a->op == BinaryOp::le &&
           is_among(a->lhs, operands_of(k->lhs, BinaryOp::max)) &&
           is_among(a->rhs, operands_of(k->rhs, BinaryOp::min));
}

}  // namespace

void Demand::add(const std::optional<Expr>& happens, const Bounds& bounds) {
    ++count_;
    auto part = std::find_if(parts_.begin(), parts_.end(),
                             [&](const Part& p) { return same_condition(p.happens, happens); });
    if (part == parts_.end()) part = parts_.insert(parts_.end(), {happens, {}, {}});
    part->mins.push_back(bounds.min);
    part->maxs.push_back(bounds.max);
}

Bounds Demand::box() const {
    Exprs mins, maxs;
    for (const Part& part : parts_) {
        mins.push_back(where(part.happens, least(part.mins), kNowhere));
        maxs.push_back(where(part.happens, greatest(part.maxs), -kNowhere));
    }
    return {least(mins), greatest(maxs)};
}

Expr conjunction(const Expr& a, const Expr& b) {
    Exprs kept;
    const auto keep = [&](const Expr& condition) {
        for (const Expr& k : kept) {
            if (implies(k, condition)) return;
        }
        kept.erase(
            std::remove_if(kept.begin(), kept.end(), [&](const Expr& k) { return implies(condition, k); }),
            kept.end());
        kept.push_back(condition);
    };
    for (const Expr& whole : {a, b}) {
        for (const Expr& condition : operands_of(whole, BinaryOp::logical_and)) keep(condition);
    }
    Expr all = kept[0];
    for (size_t i = 1; i < kept.size(); ++i) all = binary(BinaryOp::logical_and, all, kept[i]);
    return all;
}

}  // namespace pantile::analysis
