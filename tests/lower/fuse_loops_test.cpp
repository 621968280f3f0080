#include "lower/fuse_loops.h"

#include <gtest/gtest.h>

#include "ir/print_loops.h"

namespace pantile::lower {
namespace {

using namespace ir;

Expr end(const std::string& name) { return variable(Scope::local, name, ScalarType::i64); }
Expr at(const std::string& name) { return variable(Scope::coordinate, name, ScalarType::i64); }
Expr load(const std::string& buffer, Exprs indices) {
    return make_node(Load{buffer, std::move(indices)}, ScalarType::f32);
}
StatementPtr store(const std::string& buffer, Exprs indices, const Expr& value) {
    return statement(Store{buffer, std::move(indices), value});
}
StatementPtr loop(const std::string& variable, const std::string& bounds, StatementPtr body,
                  LoopLevel level = LoopLevel::serial, int64_t step = 1) {
    return statement(For{Scope::coordinate, variable, end(bounds + ".lo"), end(bounds + ".hi"), level,
                         std::move(body), step});
}
// 'buffer(i) = in(i)'.
StatementPtr copy(const std::string& buffer, const std::string& i) {
    return store(buffer, {at(i)}, load("in", {at(i)}));
}

std::string text_of(const StatementPtr& s) {
    Loops loops;
    loops.name = "p";
    loops.program.steps = {Compute{"fused", {}, s}};
    const std::string text = to_text(loops), head = "compute fused\n";
    return text.substr(text.find(head) + head.size());
}

std::string fused(const std::vector<StatementPtr>& nests) { return text_of(fuse_loops(nests)); }

TEST(FuseLoops, EqualLoopsBecomeOneWithTheBodiesInOrder) {
    EXPECT_EQ(fused({loop("y", "y", loop("x", "x", copy("a", "x"), LoopLevel::vector)),
                     loop("y", "y", loop("x", "x", copy("b", "x"), LoopLevel::vector)),
                     loop("y", "y", loop("x", "x", copy("c", "x"), LoopLevel::vector))}),
              "  for y in y.lo..y.hi\n"
              "    for x in x.lo..x.hi vector\n"
              "      let a_value = in(x)\n"
              "      let b_value = in(x)\n"
              "      let c_value = in(x)\n"
              "      a(x) = a_value\n"
              "      b(x) = b_value\n"
              "      c(x) = c_value\n");
}

TEST(FuseLoops, VariablesTakeTheNameOfTheFirst) {
    EXPECT_EQ(fused({loop("x", "x", copy("a", "x")), loop("i", "x", copy("b", "i"))}),
              "  for x in x.lo..x.hi\n"
              "    let a_value = in(x)\n"
              "    let b_value = in(x)\n"
              "    a(x) = a_value\n"
              "    b(x) = b_value\n");
}

TEST(FuseLoops, NestsStayApartFromTheLoopOnWhereTheyDiffer) {
    EXPECT_EQ(fused({loop("y", "y", loop("x", "x", copy("a", "x"))),
                     loop("y", "y", loop("x", "z", copy("b", "x")))}),
              "  for y in y.lo..y.hi\n"
              "    for x in x.lo..x.hi\n"
              "      a(x) = in(x)\n"
              "    for x in z.lo..z.hi\n"
              "      b(x) = in(x)\n");
    EXPECT_EQ(fused({loop("x", "x", copy("a", "x")), loop("x", "x", copy("b", "x"), LoopLevel::vector)}),
              "  for x in x.lo..x.hi\n"
              "    a(x) = in(x)\n"
              "  for x in x.lo..x.hi vector\n"
              "    b(x) = in(x)\n");
    EXPECT_EQ(fused({loop("x", "x", copy("a", "x")), loop("x", "x", copy("b", "x"), LoopLevel::serial, 2)}),
              "  for x in x.lo..x.hi\n"
              "    a(x) = in(x)\n"
              "  for x in x.lo..x.hi by 2\n"
              "    b(x) = in(x)\n");
}

TEST(FuseLoops, LocalsOfTheLaterOnesGetNamesOfTheirOwn) {
    const Expr t = variable(Scope::local, "t1", ScalarType::f32);
    const auto summed = [&](const std::string& buffer) {
        return loop("x", "x",
                    statement(Block{{statement(Declare{"t1", load("in", {at("x")}), true}),
                                     statement(Assign{"t1", t}), store(buffer, {at("x")}, t)}}));
    };
    EXPECT_EQ(fused({summed("a"), summed("b")}),
              "  for x in x.lo..x.hi\n"
              "    var t1 = in(x)\n"
              "    t1 = t1\n"
              "    a(x) = t1\n"
              "    var t1_1 = in(x)\n"
              "    t1_1 = t1_1\n"
              "    b(x) = t1_1\n");
}

// a(x, y) and b(y, x): the outer loops are over y and x, the inner ones over x and y.
TEST(FuseLoops, AValueThatIsComputedAfterAStoreStaysBehindIt) {
    const Expr t = variable(Scope::local, "t", ScalarType::f32);
    const StatementPtr late =
        block({copy("a", "x"), statement(Declare{"t", load("a", {at("x")})}), store("b", {at("x")}, t)});
    EXPECT_EQ(fused({loop("x", "x", late), loop("x", "x", copy("c", "x"))}),
              "  for x in x.lo..x.hi\n"
              "    a(x) = in(x)\n"
              "    let t = a(x)\n"
              "    b(x) = t\n"
              "    c(x) = in(x)\n");
}

TEST(FuseLoops, VariablesOfTheSameNamesInAnotherOrderStayApart) {
    EXPECT_EQ(
        fused({loop("y", "outer",
                    loop("x", "inner", store("a", {at("x"), at("y")}, load("in", {at("x"), at("y")})))),
               loop("x", "outer",
                    loop("y", "inner", store("b", {at("y"), at("x")}, load("in", {at("y"), at("x")}))))}),
        "  for y in outer.lo..outer.hi\n"
        "    for x in inner.lo..inner.hi\n"
        "      let a_value = in(x, y)\n"
        "      let b_value = in(x, y)\n"
        "      a(x, y) = a_value\n"
        "      b(x, y) = b_value\n");
}

}  // namespace
}  // namespace pantile::lower
