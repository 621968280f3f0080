#include "ir/loops.h"

namespace pantile::ir {

StatementPtr block(std::vector<StatementPtr> statements) {
    if (statements.size() == 1) return statements[0];
    return statement(Block{std::move(statements)});
}

void for_each_statement(const Statement& s, const std::function<void(const Statement&)>& visit) {
    visit(s);
    match(
        s, [&](const Block& n) { for (const StatementPtr& child : n.statements) for_each_statement(*child, visit); },
        [&](const For& n) { for_each_statement(*n.body, visit); }, [](const Declare&) {}, [](const Assign&) {},
        [](const Store&) {},
        [&](const If& n) {
            for_each_statement(*n.then, visit);
            if (n.otherwise) for_each_statement(*n.otherwise, visit);
        });
}

void for_each_expr(const Statement& s, const std::function<void(const Expr&)>& visit) {
    match(
        s, [](const Block&) {}, [&](const For& n) { visit(n.min); visit(n.max); },
        [&](const Declare& n) { visit(n.value); }, [&](const Assign& n) { visit(n.value); },
        [&](const Store& n) {
            for (const Expr& index : n.indices) visit(index);
            visit(n.value);
        },
        [&](const If& n) { visit(n.condition); });
}

}  // namespace pantile::ir
