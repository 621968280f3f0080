#include "ir/neighbours.h"

#include <algorithm>
#include <set>

#include "ir/build.h"
#include "ir/print.h"
#include "ir/scalar.h"
#include "ir/traverse.h"
#include "ir/unify.h"
#include "ir/unroll_reductions.h"

namespace pantile::ir {

namespace {

// The terms of a sum of integers, without its number. Integers wrap: any order gives the same.
struct Terms {
    Exprs others;
    Value number;

    void add(const Expr& e) {
        const Binary* b = as<Binary>(e);
        if (const Sum* sum = as<Sum>(e)) {
            for (const Expr& term : sum->terms) add(term);
        } else if (const auto value = constant_value(e)) {
            number = ir::add(number, *value);
        } else if (const auto subtracted =
                       b && b->op == BinaryOp::sub ? constant_value(b->rhs) : std::nullopt) {
            add(b->lhs);
            number = apply(BinaryOp::sub, number, *subtracted);
        } else {
            others.push_back(e);
        }
    }
};

bool is_sum(const Expr& e) {
    const Binary* b = as<Binary>(e);
    return is_integer(e.type()) && (as<Sum>(e) || (b && b->op == BinaryOp::sub && constant_value(b->rhs)));
}

bool have_same_nodes(const Exprs& a, const Exprs& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Expr& x, const Expr& y) { return x.id() == y.id(); });
}

Expr in_one_way(const Expr& e) {
    if (!is_sum(e)) return e;
    Terms terms{{}, Value::of_int(e.type(), 0)};
    terms.add(e);
    if (terms.number.as_uint() != 0 || terms.others.empty())
        terms.others.push_back(constant(terms.number, e.span()));
    if (const Sum* sum = as<Sum>(e); sum && have_same_nodes(sum->terms, terms.others)) return e;
    return terms.others.size() == 1 ? terms.others[0]
                                    : make_node(Sum{std::move(terms.others)}, e.type(), e.span());
}

// Without those that are the same for all points.
size_t count_reads(const Exprs& values) {
    std::set<const Node*> reads;
    for (const Expr& value : values) {
        for_each_node(value, [&](const Expr& e) {
            if (as<Access>(e) && uses_coordinates(e)) reads.insert(e.id());
        });
    }
    return reads.size();
}

bool uses_outside_of_indices(const Expr& root, const std::string& dim) {
    Exprs left = {root};
    std::set<const Node*> seen;
    while (!left.empty()) {
        const Expr e = left.back();
        left.pop_back();
        const Variable* v = as<Variable>(e);
        if (v && v->scope == Scope::coordinate && v->name == dim) return true;
        if (as<Access>(e) || !seen.insert(e.id()).second) continue;
        for_each_child(*e, [&](const Expr& child) { left.push_back(child); });
    }
    return false;
}

// From 'first' on, with the coordinate as a number: what it decides is decided.
Exprs numbered_copies(const Expr& value, const std::string& dim, int64_t first, int64_t count) {
    Unify unify;
    Exprs copies;
    for (int64_t at = first; at < first + count; ++at) {
        const Expr known = substitute(value, Scope::coordinate, {{dim, constant_i32(at)}});
        copies.push_back(unify(moved(fold_constants(known), dim, 0)));
    }
    return copies;
}

Exprs copies_of(const Expr& value, const std::string& dim, int64_t count) {
    Unify unify;
    Exprs copies;
    for (int64_t r = 0; r < count; ++r) copies.push_back(unify(moved(value, dim, r)));
    return copies;
}

// The indices along a dimension at which an expression reads, as text: what the terms of a row have in
// common.
std::string rows_read(const Expr& e, const std::string& dim) {
    std::set<std::string> rows;
    for_each_node(e, [&](const Expr& n) {
        const Access* a = as<Access>(n);
        if (!a) return;
        for (const Expr& arg : a->args) {
            const Exprs nodes = post_order(arg);
            const bool follows = std::any_of(nodes.begin(), nodes.end(), [&](const Expr& v) {
                return as<Variable>(v) && as<Variable>(v)->name == dim;
            });
            if (follows) rows.insert(to_text(arg));
        }
    });
    std::string key;
    for (const std::string& row : rows) key += row + ";";
    return key;
}

// Sums of floats with the terms of each row together, in the order of their first ones.
Expr sums_by_rows(const Expr& e, const std::string& dim) {
    return transform(e, [&](const Expr& n) {
        const Sum* sum = as<Sum>(n);
        if (!sum || !is_float(n.type()) || sum->terms.size() < 4) return n;
        std::vector<std::pair<std::string, Exprs>> rows;
        for (const Expr& term : sum->terms) {
            const std::string key = rows_read(term, dim);
            const auto known =
                std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.first == key; });
            if (known == rows.end())
                rows.push_back({key, {term}});
            else
                known->second.push_back(term);
        }
        if (rows.size() < 2 || rows.size() == sum->terms.size()) return n;
        Exprs sums;
        for (const auto& [key, terms] : rows)
            sums.push_back(terms.size() == 1 ? terms[0] : make_node(Sum{terms}, n.type(), n.span()));
        return make_node(Sum{std::move(sums)}, n.type(), n.span());
    });
}

size_t count_operations(const Exprs& roots) {
    std::set<const Node*> seen;
    size_t all = 0;
    for (const Expr& root : roots) {
        for_each_node(root, [&](const Expr& e) {
            if (!seen.insert(e.id()).second) return;
            const Sum* sum = as<Sum>(e);
            all += sum ? sum->terms.size() - 1 : as<Unary>(e) || as<Binary>(e) || as<Select>(e) ? 1 : 0;
        });
    }
    return all;
}

bool reads_stage(const Expr& e, const Stage& stage) {
    const Access* a = as<Access>(e);
    return a && a->producer == stage.name;
}

}  // namespace

bool uses_coordinates(const Expr& e) {
    const Exprs nodes = post_order(e);
    return std::any_of(nodes.begin(), nodes.end(), [](const Expr& n) {
        const Variable* v = as<Variable>(n);
        return v && v->scope == Scope::coordinate;
    });
}

Expr moved(const Expr& e, const std::string& dim, int64_t by) {
    return transform(e, [&](const Expr& n) {
        const Variable* v = as<Variable>(n);
        if (v && v->scope == Scope::coordinate && v->name == dim && by != 0)
            return make_node(Sum{{n, constant(Value::of_int(n.type(), by))}}, n.type(), n.span());
        return in_one_way(n);
    });
}

bool is_whole_range(const Pipeline& pipeline, const Stage& stage, const PointBlock& block) {
    const CoordinateRange* const range = stage.range_of(block.dim);
    // An update may store outside of the range; then the box is larger.
    const bool stays_inside = std::all_of(stage.updates.begin(), stage.updates.end(), [&](const Update& u) {
        return is_pure_argument(stage, u, block.dim);
    });
    return range && range->max - range->min == block.count - 1 && stays_inside &&
           std::none_of(pipeline.stages.begin(), pipeline.stages.end(),
                        [&](const Stage& other) { return reads_from(other, stage.name); });
}

Exprs values_of_neighbours(const Pipeline& pipeline, const Stage& stage, const PointBlock& block, Math math) {
    const std::string& name = stage.dims[block.dim];
    const Expr value = unroll_reductions(stage.cases[0].value);
    if (is_whole_range(pipeline, stage, block))
        return numbered_copies(value, name, stage.range_of(block.dim)->min, block.count);
    const Expr first = moved(value, name, 0);
    Exprs values = copies_of(first, name, block.count);
    if (math == Math::strict) return values;
    const Exprs regrouped = copies_of(sums_by_rows(first, name), name, block.count);
    return count_operations(regrouped) < count_operations(values) ? regrouped : values;
}

bool share_reads(const Pipeline& pipeline, const Stage& stage, const PointBlock& block) {
    if (has_cases(stage)) return false;
    const bool is_whole = is_whole_range(pipeline, stage, block);
    // Where the coordinate itself decides, single points know the answer for a whole row.
    if (!is_whole && uses_outside_of_indices(stage.cases[0].value, stage.dims[block.dim])) return false;
    const PointBlock tried = is_whole ? block : PointBlock{block.dim, 2};
    const Exprs points = values_of_neighbours(pipeline, stage, tried, Math::strict);
    size_t one_by_one = 0;
    for (const Expr& point : points) one_by_one += count_reads({point});
    return count_reads(points) < one_by_one;
}

bool adds_in_place(const Stage& stage, const Update& update) {
    if (stage.dims.empty() || update.domain.where || update.domain.variables.empty()) return false;
    bool possible = true;
    for (size_t d = 0; d < stage.dims.size(); ++d) possible &= is_pure_argument(stage, update, d);
    for_each_node(update.value, [&](const Expr& e) {
        if (!reads_stage(e, stage)) return;
        const Exprs& args = as<Access>(e)->args;
        for (size_t d = 0; d < args.size(); ++d) possible &= same(args[d], update.args[d]);
    });
    return possible;
}

Expr with_held(const Stage& stage, const Update& update, const Expr& held) {
    return transform(update.value, [&](const Expr& e) { return reads_stage(e, stage) ? held : e; });
}

}  // namespace pantile::ir
