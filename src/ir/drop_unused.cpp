#include "ir/drop_unused.h"

#include <map>

#include "ir/traverse.h"

namespace pantile::ir {

StatementPtr drop_unused(const StatementPtr& s, const std::set<std::string>& kept) {
    std::multimap<std::string, Expr> values;
    std::vector<Expr> needed;
    for_each_statement(*s, [&](const Statement& n) {
        if (const Declare* d = std::get_if<Declare>(&n.kind)) return void(values.emplace(d->name, d->value));
        if (const Assign* a = std::get_if<Assign>(&n.kind)) return void(values.emplace(a->name, a->value));
        for_each_expr(n, [&](const Expr& e) { needed.push_back(e); });
    });
    std::set<std::string> used;
    const auto use = [&](const std::string& name) {
        if (!used.insert(name).second) return;
        for (auto [v, end] = values.equal_range(name); v != end; ++v) needed.push_back(v->second);
    };
    for (const std::string& name : kept) use(name);
    while (!needed.empty()) {
        const Expr e = needed.back();
        needed.pop_back();
        for_each_node(e, [&](const Expr& n) {
            const Variable* v = as<Variable>(n);
            if (v && v->scope == Scope::local) use(v->name);
        });
    }
    return map_statements(s, [&](const StatementPtr& n) {
        const Block* block = std::get_if<Block>(&n->kind);
        if (!block) return n;
        std::vector<StatementPtr> left;
        for (const StatementPtr& child : block->statements) {
            const Declare* d = std::get_if<Declare>(&child->kind);
            const Assign* a = std::get_if<Assign>(&child->kind);
            if ((!d || used.count(d->name)) && (!a || used.count(a->name))) left.push_back(child);
        }
        return ir::block(std::move(left), block->comment);
    });
}

}  // namespace pantile::ir
