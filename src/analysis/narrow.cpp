#include <set>

#include "analysis/collect_accesses.h"
#include "analysis/demand.h"
#include "analysis/symbolic.h"
#include "ir/build.h"
#include "ir/traverse.h"

namespace pantile::analysis {

using namespace ir;

namespace {

bool is_fixed(const Expr& e) {
    bool fixed = true;
    for_each_node(e, [&](const Expr& n) {
        const Variable* v = as<Variable>(n);
        if (as<Access>(n) || as<Reduce>(n) || as<Load>(n)) fixed = false;
        if (v && (v->scope == Scope::coordinate || v->scope == Scope::reduction)) fixed = false;
    });
    return fixed;
}

BinaryOp mirrored(BinaryOp op) {
    switch (op) {
        case BinaryOp::lt: return BinaryOp::gt;
        case BinaryOp::le: return BinaryOp::ge;
        case BinaryOp::gt: return BinaryOp::lt;
        case BinaryOp::ge: return BinaryOp::le;
        default: return op;
    }
}

class Narrowing {
  public:
    Narrowing(const Pipeline& pipeline, NarrowedBox box) : analyse_(pipeline, none_), box_(std::move(box)) {}

    void conjunct(const Expr& e) {
        const Binary* b = as<Binary>(e);
        if (!b || !seen_.insert(e.id()).second) return;
        if (b->op == BinaryOp::logical_and) {
            conjunct(b->lhs);
            conjunct(b->rhs);
            return;
        }
        if (!is_comparison(b->op) || b->op == BinaryOp::ne) return;
        if (as<Variable>(b->lhs) && is_fixed(b->rhs))
            limit(*as<Variable>(b->lhs), b->op, b->rhs);
        else if (as<Variable>(b->rhs) && is_fixed(b->lhs))
            limit(*as<Variable>(b->rhs), mirrored(b->op), b->lhs);
    }

    NarrowedBox result() {
        for (const std::string& name : narrowed_) {
            const Bounds& bounds = box_.environment.at(name);
            const Expr filled = binary(BinaryOp::le, bounds.min, bounds.max);
            box_.not_empty = box_.not_empty ? conjunction(*box_.not_empty, filled) : filled;
        }
        box_.conditions = analyse_.conditions();
        return std::move(box_);
    }

  private:
    void limit(const Variable& v, BinaryOp op, const Expr& by) {
        const auto found = box_.environment.find(v.name);
        const Index index = analyse_(by, {});
        if (v.scope != Scope::coordinate || found == box_.environment.end() || !index.min || !index.max)
            return;
        Bounds& bounds = found->second;
        if (op == BinaryOp::ge || op == BinaryOp::eq) bounds.min = larger(bounds.min, *index.min);
        if (op == BinaryOp::gt) bounds.min = larger(bounds.min, plus(*index.min, 1));
        if (op == BinaryOp::le || op == BinaryOp::eq) bounds.max = smaller(bounds.max, *index.max);
        if (op == BinaryOp::lt) bounds.max = smaller(bounds.max, plus(*index.max, -1));
        narrowed_.insert(v.name);
    }

    ValueRanges none_;
    IndexAnalysis analyse_;
    NarrowedBox box_;
    std::set<std::string> narrowed_;
    std::set<const Node*> seen_;
};

}  // namespace

NarrowedBox narrow(const Pipeline& pipeline, const Expr& condition, Environment box) {
    Narrowing narrowing(pipeline, {std::move(box), std::nullopt, {}});
    narrowing.conjunct(condition);
    return narrowing.result();
}

}  // namespace pantile::analysis
