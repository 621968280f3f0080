#include "ir/loops.h"

#include <gtest/gtest.h>

#include "ir/build.h"

namespace pantile::ir {
namespace {

Expr local(const std::string& name) { return variable(Scope::local, name); }

// One statement of each kind, every expression a variable of its own.
StatementPtr one_of_each() {
    const StatementPtr store = statement(Store{"b", {local("e1"), local("e2")}, local("e3")});
    const StatementPtr branch = statement(
        If{variable(Scope::local, "e4", ScalarType::boolean), store, statement(Assign{"t", local("e5")})});
    return statement(For{Scope::coordinate, "x", local("e6"), local("e7"), LoopLevel::serial,
                         block({statement(Declare{"t", local("e8"), true}), branch})});
}

std::vector<std::string> names_in(const StatementPtr& s) {
    std::vector<std::string> names;
    for_each_statement(*s, [&](const Statement& inner) {
        for_each_expr(inner, [&](const Expr& e) { names.push_back(as<Variable>(e)->name); });
    });
    return names;
}

TEST(Loops, EveryExpressionOfEveryStatementIsVisitedOnce) {
    EXPECT_EQ(names_in(one_of_each()),
              (std::vector<std::string>{"e6", "e7", "e8", "e4", "e1", "e2", "e3", "e5"}));
}

TEST(Loops, EveryExpressionIsReplacedAndNothingElseChanges) {
    const StatementPtr mapped = map_exprs(one_of_each(), [](const Expr& e) {
        return variable(Scope::local, "new_" + as<Variable>(e)->name, e.type());
    });
    for (const std::string& name : names_in(mapped)) EXPECT_TRUE(name.starts_with("new_e")) << name;
    const For& loop = std::get<For>(mapped->kind);
    EXPECT_EQ(loop.variable, "x");
    const Block& body = std::get<Block>(loop.body->kind);
    EXPECT_TRUE(std::get<Declare>(body.statements[0]->kind).changes);
    EXPECT_TRUE(std::get<If>(body.statements[1]->kind).otherwise);
}

TEST(Loops, ABlockOfOneStatementIsThatStatement) {
    const StatementPtr s = statement(Assign{"t", local("e")});
    EXPECT_EQ(block({s}), s);
    EXPECT_TRUE(std::holds_alternative<Block>(block({s, s})->kind));
}

}  // namespace
}  // namespace pantile::ir
