#include "ir/interleave.h"

#include <gtest/gtest.h>

namespace pantile::ir {
namespace {

Expr i64(const std::string& name) { return variable(Scope::local, name, ScalarType::i64); }

// let t = k, then a loop up to 'max' that stores it
StatementPtr sample(int64_t k, int64_t max) {
    const StatementPtr store = statement(Store{"f", {i64("i")}, i64("t")});
    return statement(Block{
        {statement(Declare{"t", constant_i64(k)}),
         statement(For{Scope::local, "i", constant_i64(0), constant_i64(max), LoopLevel::serial, store})}});
}

std::vector<std::string> kinds_of(const StatementPtr& s) {
    std::vector<std::string> out;
    for_each_statement(*s, [&](const Statement& n) {
        out.push_back(match(
            n, [](const Block&) { return std::string("block"); },
            [](const For& f) { return "for " + f.variable; },
            [](const Declare& d) { return "let " + d.name; }, [](const Assign& a) { return a.name + " ="; },
            [](const Store& f) { return "store " + as<Variable>(f.value)->name; },
            [](const If&) { return std::string("if"); }));
    });
    return out;
}

TEST(Interleave, CopiesShareLoopsOverEqualBounds) {
    const StatementPtr both = interleave({sample(1, 9), with_own_locals(sample(2, 9), "b")});
    EXPECT_EQ(kinds_of(both), (std::vector<std::string>{"block", "let t", "let t_b", "for i", "block",
                                                        "store t", "store t_b"}));
}

TEST(Interleave, LoopsOverOtherBoundsStayApart) {
    const StatementPtr both = interleave({sample(1, 9), with_own_locals(sample(2, 8), "b")});
    EXPECT_EQ(kinds_of(both), (std::vector<std::string>{"block", "let t", "let t_b", "for i", "store t",
                                                        "for i", "store t_b"}));
}

}  // namespace
}  // namespace pantile::ir
