#include "ir/drop_unused.h"

#include <map>

#include "ir/traverse.h"

namespace pantile::ir {

namespace {

StatementPtr nothing() { return statement(Block{}); }

bool is_nothing(const Statement& s) {
    const Block* block = std::get_if<Block>(&s.kind);
    return block && block->statements.empty();
}

}  // namespace

StatementPtr drop_unused(const StatementPtr& s, const std::set<std::string>& kept) {
    std::multimap<std::string, Expr> values;
    std::vector<Expr> needed;
    std::set<std::string> declared, assigned;
    for_each_statement(*s, [&](const Statement& n) {
        if (const Declare* d = std::get_if<Declare>(&n.kind)) {
            declared.insert(d->name);
            return void(values.emplace(d->name, d->value));
        }
        if (const Assign* a = std::get_if<Assign>(&n.kind)) {
            assigned.insert(a->name);
            return void(values.emplace(a->name, a->value));
        }
        for_each_expr(n, [&](const Expr& e) { needed.push_back(e); });
    });
    std::set<std::string> used;
    const auto use = [&](const std::string& name) {
        if (!used.insert(name).second) return;
        for (auto [v, end] = values.equal_range(name); v != end; ++v) needed.push_back(v->second);
    };
    for (const std::string& name : kept) use(name);
    // A local from outside may be used there.
    for (const std::string& name : assigned) {
        if (!declared.count(name)) use(name);
    }
    while (!needed.empty()) {
        const Expr e = needed.back();
        needed.pop_back();
        for_each_node(e, [&](const Expr& n) {
            const Variable* v = as<Variable>(n);
            if (v && v->scope == Scope::local) use(v->name);
        });
    }
    // What is left of a loop or a condition without statements goes too.
    return map_statements(s, [&](const StatementPtr& n) {
        return match(
            *n,
            [&](const Block& b) {
                std::vector<StatementPtr> left;
                for (const StatementPtr& child : b.statements) {
                    if (!is_nothing(*child)) left.push_back(child);
                }
                return block(std::move(left), b.comment);
            },
            [&](const For& f) { return is_nothing(*f.body) ? nothing() : n; },
            [&](const Declare& d) { return used.count(d.name) ? n : nothing(); },
            [&](const Assign& a) { return used.count(a.name) ? n : nothing(); },
            [&](const Store&) { return n; },
            [&](const If& c) {
                const bool is_empty = is_nothing(*c.then) && (!c.otherwise || is_nothing(*c.otherwise));
                return is_empty ? nothing() : n;
            });
    });
}

}  // namespace pantile::ir
