#include "ir/traverse.h"

#include <gtest/gtest.h>

#include "ir/build.h"
#include "ir/print.h"
#include "ir/sharing.h"

namespace pantile::ir {
namespace {

Expr x() { return variable(Scope::coordinate, "x"); }
Expr reduction(const std::string& name) { return variable(Scope::reduction, name); }

Expr squared(Expr e, int times) {
    for (int i = 0; i < times; ++i) e = binary(BinaryOp::mul, e, e);
    return e;
}

ReductionDomain over(const std::string& name) {
    return {{{name, constant_i32(0), constant_i32(3), nullptr}}, std::nullopt};
}

TEST(Traverse, SquaringSixtyTimesIsSixtyOneNodes) { EXPECT_EQ(post_order(squared(x(), 60)).size(), 61u); }

TEST(Traverse, ChildrenComeBeforeTheirParents) {
    const Expr e = select(binary(BinaryOp::lt, x(), literal(int64_t{3})), squared(x(), 5),
                          add(x(), literal(int64_t{1})));
    std::set<const Node*> seen;
    for (const Expr& node : post_order(e)) {
        for_each_child(*node, [&](const Expr& child) { EXPECT_TRUE(seen.count(child.id())); });
        EXPECT_TRUE(seen.insert(node.id()).second);
    }
    EXPECT_EQ(post_order(e).back().id(), e.id());
}

TEST(Traverse, ATransformVisitsASharedNodeOnce) {
    int visits = 0;
    const Expr e = transform(squared(x(), 60), [&](const Expr& node) {
        ++visits;
        return node;
    });
    EXPECT_EQ(visits, 61);
    EXPECT_EQ(post_order(e).size(), 61u);
}

TEST(Traverse, ATransformThatChangesALeafKeepsTheSharing) {
    const Expr e = transform(squared(x(), 60),
                             [](const Expr& node) { return as<Variable>(node) ? reduction("r") : node; });
    EXPECT_EQ(post_order(e).size(), 61u);
    EXPECT_TRUE(same(e, squared(reduction("r"), 60)));
}

TEST(Traverse, ATransformThatChangesNothingReturnsTheSameNode) {
    const Expr e = squared(x(), 10);
    EXPECT_EQ(transform(e, [](const Expr& node) { return node; }).id(), e.id());
}

TEST(Traverse, EveryKindOfNodeHasItsChildrenReplaced) {
    ReductionDomain domain = over("i");
    domain.where = binary(BinaryOp::lt, reduction("i"), x());
    const Exprs all = {unary(UnaryOp::neg, x()),
                       binary(BinaryOp::sub, x(), reduction("i")),
                       add(x(), reduction("i")),
                       select(binary(BinaryOp::lt, x(), reduction("i")), x(), reduction("i")),
                       cast(ScalarType::u8, x()),
                       access("f", ScalarType::u8, {x(), reduction("i")}),
                       reduce(ReduceOp::sum, domain, x()),
                       make_node(Load{"b", {x(), x()}}, ScalarType::u8)};
    for (const Expr& e : all) {
        const Expr replaced = substitute(e, Scope::coordinate, {{"x", constant_i32(7)}});
        for (const Expr& node : post_order(replaced)) {
            const Variable* v = as<Variable>(node);
            EXPECT_FALSE(v && v->name == "x") << to_text(e);
        }
        EXPECT_EQ(replaced->kind.index(), e->kind.index());
    }
}

TEST(Traverse, SubstitutionLeavesOtherScopesAlone) {
    const Expr e = add(x(), reduction("x"));
    EXPECT_EQ(to_text(substitute(e, Scope::reduction, {{"x", constant_i32(5)}})), "x + 5");
}

TEST(Traverse, TheTreeSizeCountsEveryUseAndStopsAtABillion) {
    TreeSize size;
    EXPECT_EQ(size(squared(x(), 3)), 15u);
    EXPECT_GE(size(squared(x(), 60)), 1000000000u);
    EXPECT_LT(size(squared(x(), 60)), 4000000000u);
}

TEST(Traverse, SamenessIgnoresPlacesAndSeesTypesNamesAndConstants) {
    EXPECT_TRUE(same(squared(x(), 60), squared(x(), 60)));
    EXPECT_TRUE(same(at({3, 4, 5}, x()), x()));
    EXPECT_FALSE(same(x(), reduction("x")));
    EXPECT_FALSE(same(x(), variable(Scope::coordinate, "y")));
    EXPECT_FALSE(same(x(), variable(Scope::coordinate, "x", ScalarType::i64)));
    EXPECT_FALSE(same(constant_i32(1), constant_i64(1)));
    EXPECT_FALSE(same(constant(Value::of_f32(0)), constant(Value::of_f32(-0.0f))));
    EXPECT_FALSE(same(access("f", ScalarType::u8, {x()}), access("g", ScalarType::u8, {x()})));
    EXPECT_FALSE(same(add(x(), x()), binary(BinaryOp::sub, x(), x())));
    EXPECT_FALSE(same(reduce(ReduceOp::sum, over("i"), x()), reduce(ReduceOp::maximum, over("i"), x())));
}

TEST(Sharing, OnlyNodesUsedTwiceThatAreMoreThanANameAreShared) {
    FreeReductionNames free;
    const Expr twice = binary(BinaryOp::mul, x(), x());
    EXPECT_EQ(shared_nodes({add(twice, unary(UnaryOp::neg, twice))}, {}, free).size(), 1u);
    const Expr name = x();
    EXPECT_TRUE(shared_nodes({add(name, unary(UnaryOp::neg, name))}, {}, free).empty());
    EXPECT_EQ(shared_nodes({twice, twice}, {}, free).size(), 1u);
}

TEST(Sharing, ANodeThatNeedsAReductionVariableIsSharedOnlyWhereItHasAValue) {
    FreeReductionNames free;
    const Expr inside = binary(BinaryOp::mul, reduction("i"), x());
    const Expr body = add(inside, unary(UnaryOp::neg, inside));
    EXPECT_TRUE(shared_nodes({body}, {}, free).empty());
    EXPECT_EQ(shared_nodes({body}, {"i"}, free).size(), 1u);
    EXPECT_EQ(free(body), std::set<std::string>{"i"});
    EXPECT_TRUE(free(reduce(ReduceOp::sum, over("i"), body)).empty());
}

TEST(Sharing, SharedNodesComeInTheOrderTheyCanBeComputed) {
    FreeReductionNames free;
    const Exprs shared = shared_nodes({squared(x(), 5)}, {}, free);
    ASSERT_EQ(shared.size(), 4u);
    for (size_t i = 1; i < shared.size(); ++i) EXPECT_EQ(as<Binary>(shared[i])->lhs.id(), shared[i - 1].id());
}

}  // namespace
}  // namespace pantile::ir
