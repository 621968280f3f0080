#include "ir/drop_unused.h"

#include <gtest/gtest.h>

namespace pantile::ir {
namespace {

StatementPtr let(const std::string& name, const Expr& value) { return statement(Declare{name, value}); }
Expr local(const std::string& name) { return variable(Scope::local, name, ScalarType::i64); }

TEST(DropUnused, LocalsThatOnlyUnusedLocalsUseGoToo) {
    const StatementPtr store = statement(Store{"f", {constant_i64(0)}, local("c")});
    const StatementPtr kept = drop_unused(
        block({let("a", constant_i64(1)), let("b", local("a")), let("c", constant_i64(2)), store}), {});
    const Block& all = std::get<Block>(kept->kind);
    ASSERT_EQ(all.statements.size(), 2u);
    EXPECT_EQ(std::get<Declare>(all.statements[0]->kind).name, "c");
    EXPECT_EQ(all.statements[1], store);
}

TEST(DropUnused, ALocalThatChangesGoesWithItsAssignments) {
    const StatementPtr sum = statement(Declare{"t", constant_i64(0), true});
    const StatementPtr next = statement(Assign{"t", local("a")});
    const StatementPtr store = statement(Store{"f", {constant_i64(0)}, constant_i64(2)});
    EXPECT_EQ(drop_unused(block({sum, let("a", constant_i64(1)), next, store}), {}), store);
}

TEST(DropUnused, WhatIsAssignedToALocalFromOutsideStays) {
    const StatementPtr a = let("a", constant_i64(1)), next = statement(Assign{"t", local("a")});
    const StatementPtr kept = drop_unused(block({a, let("b", constant_i64(1)), next}), {});
    EXPECT_EQ(std::get<Block>(kept->kind).statements, (std::vector<StatementPtr>{a, next}));
}

TEST(DropUnused, WhatIsUsedElsewhereStays) {
    const StatementPtr a = let("a", constant_i64(1));
    EXPECT_EQ(drop_unused(block({a, let("b", constant_i64(1))}), {"a"}), a);
}

}  // namespace
}  // namespace pantile::ir
