#include "passes/interior.h"

#include <algorithm>
#include <unordered_map>

#include "ir/build.h"
#include "ir/traverse.h"
#include "passes/assumptions.h"

namespace pantile::passes {

using namespace ir;
using analysis::Linear;
using analysis::Quotient;

namespace {

std::optional<bool> truth(const Expr& e) {
    const Constant* c = as<Constant>(e);
    return c && is_bool(e.type()) ? std::optional(c->value.as_bool()) : std::nullopt;
}

Expr truth_value(bool value) { return constant(Value::of_bool(value)); }

// true and a = a; false and a = false; and so on.
Expr fold_truth(const Expr& e) {
    if (const Unary* n = as<Unary>(e); n && n->op == UnaryOp::logical_not) {
        const auto a = truth(n->operand);
        return a ? truth_value(!*a) : e;
    }
    if (const Select* n = as<Select>(e)) {
        const auto c = truth(n->condition);
        return !c ? e : *c ? n->if_true : n->if_false;
    }
    const Binary* n = as<Binary>(e);
    if (!n || (n->op != BinaryOp::logical_and && n->op != BinaryOp::logical_or)) return e;
    const bool neutral = n->op == BinaryOp::logical_and;
    for (const auto& [known, other] : {std::pair(n->lhs, n->rhs), std::pair(n->rhs, n->lhs)}) {
        if (const auto a = truth(known)) return *a == neutral ? other : known;
    }
    return e;
}

bool is_short(const Expr& e) {
    if (as<Variable>(e)) return true;
    const Sum* sum = as<Sum>(e);
    return sum && sum->terms.size() == 2 &&
           std::all_of(sum->terms.begin(), sum->terms.end(),
                       [](const Expr& t) { return as<Variable>(t) || as<Constant>(t); });
}

class InteriorSearch {
  public:
    InteriorSearch(const For& loop, const TypicalValues& typical)
        : assumptions_(loop, typical), simplify_(rules()) {}

    StatementPtr rewrite(const StatementPtr& s) {
        return match(
            *s,
            [&](const Block& n) {
                std::vector<StatementPtr> all;
                for (const StatementPtr& child : n.statements) all.push_back(rewrite(child));
                return block(std::move(all), n.comment);
            },
            [&](const For& n) {
                const Expr min = simplify_(n.min), max = simplify_(n.max);
                For inner{n.scope, n.variable, min, max, n.level, n.body, n.step};
                assumptions_.enter(inner);
                // Another loop may give the same name other values: what is known of nodes ends with the
                // loop.
                simplify_ = Transform(rules());
                inner.body = rewrite(n.body);
                simplify_ = Transform(rules());
                return statement(std::move(inner));
            },
            [&](const Declare& n) {
                const Expr value = simplify_(n.value);
                if (!n.changes) note_local(n.name, value);
                return statement(Declare{n.name, value, n.changes, n.lanes});
            },
            [&](const Assign& n) {
                return statement(Assign{n.name, simplify_(n.value)});
            },
            [&](const Store& n) {
                return statement(Store{n.buffer, simplified(n.indices), simplify_(n.value)});
            },
            [&](const If& n) { return rewrite_if(n); });
    }

    const Assumptions& assumptions() const { return assumptions_; }

  private:
    Transform::Rule rules() {
        return [this](const Expr& e) { return rule(e); };
    }

    // A branch that is not taken says nothing about the interior.
    StatementPtr rewrite_if(const If& n) {
        const Expr condition = simplify_(n.condition);
        const auto known = truth(condition);
        if (known && *known) return rewrite(n.then);
        if (known) return n.otherwise ? rewrite(n.otherwise) : statement(Block{});
        const StatementPtr then = rewrite(n.then);
        return statement(If{condition, then, n.otherwise ? rewrite(n.otherwise) : nullptr});
    }

    void note_local(const std::string& name, const Expr& value) {
        // A bound that was a clamp may be no more than 'y + j' now.
        if (as<Constant>(value) || (is_bound_name(name) && is_short(value)))
            known_.insert_or_assign(name, value);
        if (is_integer(value.type()) && analysis::quotient_of(value)) forms_.insert_or_assign(name, value);
    }

    Expr rule(const Expr& e) {
        if (const Variable* v = as<Variable>(e); v && v->scope == Scope::local) {
            const auto found = known_.find(v->name);
            return found == known_.end() ? e : found->second;
        }
        if (const Load* n = as<Load>(e))
            return make_node(Load{n->buffer, collected(n->indices)}, e.type(), e.span());
        if (const Binary* n = as<Binary>(e); n && is_integer(n->lhs.type())) return fold_binary(*n, e);
        if (const Unary* n = as<Unary>(e); n && n->op == UnaryOp::abs && is_signed_integer(e.type()))
            return fold_abs(*n, e);
        return fold_truth(e);
    }

    Exprs simplified(const Exprs& indices) {
        Exprs all;
        for (const Expr& index : indices) all.push_back(simplify_(index));
        return collected(all);
    }

    // What is left of a boundary condition, as 'x - min + min', cancels.
    static Exprs collected(const Exprs& indices) {
        Exprs all;
        for (const Expr& index : indices) {
            const auto q = as<Sum>(index) ? analysis::quotient_of(index) : std::nullopt;
            const Expr shorter = q && q->divisor == 1 ? analysis::to_expr(q->numerator) : index;
            all.push_back(TreeSize()(shorter) < TreeSize()(index) ? shorter : index);
        }
        return all;
    }

    std::optional<Quotient> form_of(const Expr& e) {
        return analysis::quotient_of(forms_.empty() ? e : substitute(e, Scope::local, forms_));
    }

    // A number that is at least zero exactly where a >= b.
    std::optional<Linear> difference(const Expr& a, const Expr& b) {
        const auto u = form_of(a), v = form_of(b);
        if (!u || !v) return std::nullopt;
        if (v->divisor == 1) return analysis::plus_multiple(u->numerator, v->numerator, -u->divisor);
        if (u->divisor != 1) return std::nullopt;
        // u >= floor(v / c) where c u + c - 1 >= v.
        auto scaled = analysis::plus_multiple({{}, v->divisor - 1}, u->numerator, v->divisor);
        return scaled ? analysis::plus_multiple(*scaled, v->numerator, -1) : std::nullopt;
    }

    std::optional<bool> at_least(const Expr& a, const Expr& b, Restrict what) {
        const auto d = difference(a, b);
        return d ? assumptions_.decide(*d, what) : std::nullopt;
    }

    std::optional<bool> compare(BinaryOp op, const Expr& a, const Expr& b) {
        const auto inverted = [](std::optional<bool> answer) {
            return answer ? std::optional(!*answer) : std::nullopt;
        };
        switch (op) {
            case BinaryOp::ge: return at_least(a, b, Restrict::columns_and_rows);
            case BinaryOp::le: return at_least(b, a, Restrict::columns_and_rows);
            case BinaryOp::lt: return inverted(at_least(a, b, Restrict::columns_and_rows));
            case BinaryOp::gt: return inverted(at_least(b, a, Restrict::columns_and_rows));
            case BinaryOp::eq: return differ(a, b) ? std::optional(false) : std::nullopt;
            case BinaryOp::ne: return differ(a, b) ? std::optional(true) : std::nullopt;
            default: return std::nullopt;
        }
    }

    // Two numbers differ on both sides of a point: the interior takes the larger one.
    bool differ(const Expr& a, const Expr& b) {
        const auto above = difference(a, b), below = difference(b, a);
        if (!above || !below) return false;
        // With b >= a + 1 and a >= b + 1 negated: -(a - b) - 1 >= 0.
        for (const Linear& strict : {analysis::complement(*below), analysis::complement(*above)}) {
            if (!assumptions_.holds_mostly(strict)) continue;
            assumptions_.take(strict);
            return true;
        }
        return false;
    }

    Expr fold_binary(const Binary& n, const Expr& e) {
        if (is_comparison(n.op)) {
            const auto answer = compare(n.op, n.lhs, n.rhs);
            return answer ? truth_value(*answer) : e;
        }
        if (n.op == BinaryOp::mod) return fold_mod(n, e);
        if (n.op != BinaryOp::min && n.op != BinaryOp::max) return e;
        // Where both are equal, what varies is as good as the limit, and makes the interior larger.
        const bool swap = assumptions_.is_fixed(n.lhs);
        const Expr& index = swap ? n.rhs : n.lhs;
        const Expr& limit = swap ? n.lhs : n.rhs;
        const auto unclamped = n.op == BinaryOp::max ? at_least(index, limit, Restrict::columns)
                                                     : at_least(limit, index, Restrict::columns);
        return !unclamped ? e : *unclamped ? index : limit;
    }

    // a mod n is a where 0 <= a <= n - 1.
    Expr fold_mod(const Binary& n, const Expr& e) {
        const auto above = difference(n.lhs, constant_i64(0));
        const auto divisor = form_of(n.rhs);
        const auto a = form_of(n.lhs);
        if (!above || !divisor || !a || divisor->divisor != 1) return e;
        auto room = analysis::plus_multiple({{}, -1}, divisor->numerator, a->divisor);
        const auto below = room ? analysis::plus_multiple(*room, a->numerator, -1) : std::nullopt;
        if (!below || !assumptions_.holds_mostly(*above) || !assumptions_.holds_mostly(*below)) return e;
        assumptions_.take(*above);
        assumptions_.take(*below);
        return n.lhs;
    }

    Expr fold_abs(const Unary& n, const Expr& e) {
        const auto answer = at_least(n.operand, constant_i64(0), Restrict::columns);
        return !answer ? e : *answer ? n.operand : unary(UnaryOp::neg, n.operand);
    }

    Assumptions assumptions_;
    Transform simplify_;
    std::unordered_map<std::string, Expr> known_;  // locals that are constant here
    std::unordered_map<std::string, Expr> forms_;  // what locals are, for comparisons alone
};

}  // namespace

std::optional<Interior> find_interior(const For& loop, const TypicalValues& typical) {
    InteriorSearch search(loop, typical);
    StatementPtr body = search.rewrite(loop.body);
    const Assumptions& a = search.assumptions();
    if (a.lowest().empty() && a.highest().empty() && a.rows().empty()) return std::nullopt;
    return Interior{a.lowest(), a.highest(), a.rows(), std::move(body)};
}

}  // namespace pantile::passes
