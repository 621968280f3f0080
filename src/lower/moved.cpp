#include "lower/moved.h"

#include "ir/scalar.h"
#include "ir/traverse.h"

namespace pantile::lower {

using namespace ir;

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
        } else if (const auto subtracted = b && b->op == BinaryOp::sub ? constant_value(b->rhs) : std::nullopt) {
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

Expr in_one_way(const Expr& e) {
    if (!is_sum(e)) return e;
    Terms terms{{}, Value::of_int(e.type(), 0)};
    terms.add(e);
    if (terms.number.as_uint() != 0 || terms.others.empty())
        terms.others.push_back(constant(terms.number, e.span()));
    return terms.others.size() == 1 ? terms.others[0]
                                    : make_node(Sum{std::move(terms.others)}, e.type(), e.span());
}

}  // namespace

Expr moved(const Expr& e, const std::string& dim, int64_t by) {
    return transform(e, [&](const Expr& n) {
        const Variable* v = as<Variable>(n);
        if (v && v->scope == Scope::coordinate && v->name == dim && by != 0)
            return make_node(Sum{{n, constant(Value::of_int(n.type(), by))}}, n.type(), n.span());
        return in_one_way(n);
    });
}

}  // namespace pantile::lower
