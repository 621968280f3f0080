#include "passes/drop_unused.h"

#include <set>
#include <string>

#include "ir/traverse.h"

namespace pantile::passes {

using namespace ir;

namespace {

// From the last statement to the first: a use is seen before its declaration.
class Dropping {
  public:
    StatementPtr operator()(const StatementPtr& s) {
        const Declare* local = std::get_if<Declare>(&s->kind);
        if (local && !local->changes && !used_.count(local->name)) return nullptr;
        StatementPtr kept = below(s);
        if (kept) for_each_expr(*kept, [&](const Expr& e) { note(e); });
        return kept;
    }

  private:
    StatementPtr below(const StatementPtr& s) {
        return match(
            *s, [&](const Block& n) { return without_unused(n); },
            [&](const For& n) {
                StatementPtr body = (*this)(n.body);
                return statement(For{n.scope, n.variable, n.min, n.max, n.kind, or_nothing(body), n.step});
            },
            [&](const Declare&) { return s; }, [&](const Assign&) { return s; },
            [&](const Store&) { return s; },
            [&](const If& n) {
                const StatementPtr then = (*this)(n.then);
                const StatementPtr otherwise = n.otherwise ? (*this)(n.otherwise) : nullptr;
                return statement(If{n.condition, or_nothing(then), otherwise});
            });
    }

    StatementPtr without_unused(const Block& n) {
        std::vector<StatementPtr> kept;
        for (auto child = n.statements.rbegin(); child != n.statements.rend(); ++child) {
            if (StatementPtr s = (*this)(*child)) kept.insert(kept.begin(), std::move(s));
        }
        return block(std::move(kept));
    }

    static StatementPtr or_nothing(const StatementPtr& s) { return s ? s : statement(Block{}); }

    void note(const Expr& e) {
        for_each_node(e, [&](const Expr& n) {
            if (const Variable* v = as<Variable>(n); v && v->scope == Scope::local) used_.insert(v->name);
        });
    }

    std::set<std::string> used_;
};

}  // namespace

StatementPtr drop_unused(const StatementPtr& s) {
    const StatementPtr kept = Dropping()(s);
    return kept ? kept : statement(Block{});
}

}  // namespace pantile::passes
