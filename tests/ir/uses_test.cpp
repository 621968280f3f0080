#include "ir/uses.h"

#include <gtest/gtest.h>

namespace pantile::ir {
namespace {

For loop(const std::string& variable, StatementPtr body) {
    return {Scope::coordinate, variable,          constant_i64(0),
            constant_i64(9),   LoopLevel::serial, std::move(body)};
}

TEST(Uses, NamesInsideOfALoopAreItsOwnThoseOfInnerLoopsAndAllLocals) {
    const Expr outer = variable(Scope::local, "outer", ScalarType::i64);
    const StatementPtr inner =
        statement(loop("x", block({statement(Declare{"t", outer}), statement(Assign{"sum", outer})})));
    const StatementPtr choice = statement(If{constant(Value::of_bool(true)), inner, nullptr});
    EXPECT_EQ(names_inside(loop("y", block({statement(Declare{"u", outer}), choice}))),
              (std::set<std::string>{"sum", "t", "u", "x", "y"}));
}

TEST(Uses, BuffersAreReadInIndicesToo) {
    const Expr at = make_node(Load{"table", {constant_i64(1)}}, ScalarType::i64);
    EXPECT_EQ(buffers_read(make_node(Load{"img", {at}}, ScalarType::f32)),
              (std::set<std::string>{"img", "table"}));
}

}  // namespace
}  // namespace pantile::ir
