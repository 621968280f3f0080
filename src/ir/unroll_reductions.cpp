#include "ir/unroll_reductions.h"

#include <unordered_map>

#include "ir/build.h"
#include "ir/scalar.h"
#include "ir/traverse.h"

namespace pantile::ir {

namespace {

constexpr int64_t kMostPoints = 64;
constexpr size_t kMostNodes = 1024;

// The body at every point, in order, unless that is too long. Its length counts once the point is a number:
// what depends on nothing else, like the height of a disc at a column, is a number, too.
std::optional<Exprs> short_terms(const Reduce& r, int64_t points) {
    Exprs terms;
    size_t nodes = 0;
    for (int64_t p = 0; p < points; ++p) {
        std::unordered_map<std::string, Expr> at;
        int64_t rest = p;
        for (const ReductionVariable& v : r.domain.variables) {
            const int64_t first = *constant_int(v.min), extent = *constant_int(v.max) - first + 1;
            at.insert_or_assign(v.name, constant_i32(first + rest % extent));
            rest /= extent;
        }
        terms.push_back(fold_constants(substitute(r.body, Scope::reduction, at)));
        nodes += post_order(terms.back()).size();
        if (nodes > kMostNodes) return std::nullopt;
    }
    return terms;
}

// A sum of floats starts from -0.0 and a product from 1, which change nothing; the float minimum and maximum
// keep their start, since it decides what becomes of NaN.
Expr combined(ReduceOp op, ScalarType type, const Exprs& terms) {
    const bool starts = is_float(type) && (op == ReduceOp::minimum || op == ReduceOp::maximum);
    Exprs all = terms;
    if (starts) all.insert(all.begin(), constant(identity_of(op, type)));
    if (all.size() == 1) return all[0];
    if (op == ReduceOp::sum) return make_node(Sum{all}, type);
    const BinaryOp step = op == ReduceOp::product   ? BinaryOp::mul
                          : op == ReduceOp::minimum ? BinaryOp::min
                                                    : BinaryOp::max;
    Expr total = all[0];
    for (size_t i = 1; i < all.size(); ++i) total = make_node(Binary{step, total, all[i]}, type);
    return total;
}

}  // namespace

std::optional<int64_t> few_points(const ReductionDomain& domain) {
    int64_t points = 1;
    for (const ReductionVariable& v : domain.variables) {
        const auto min = constant_int(v.min), max = constant_int(v.max);
        if (!min || !max || *max < *min || *max - *min >= kMostPoints) return std::nullopt;
        points *= *max - *min + 1;
        if (points > kMostPoints) return std::nullopt;
    }
    return domain.where ? std::nullopt : std::optional(points);
}

Expr unroll_reductions(const Expr& e) {
    return transform(e, [](const Expr& node) {
        const Reduce* r = as<Reduce>(node);
        const std::optional<int64_t> points = r ? few_points(r->domain) : std::nullopt;
        const std::optional<Exprs> terms = points ? short_terms(*r, *points) : std::nullopt;
        return terms ? combined(r->op, node.type(), *terms) : node;
    });
}

}  // namespace pantile::ir
