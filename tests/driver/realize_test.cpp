// Func::realize: C++ programs compiled and run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver/private_cache.h"
#include "pantile/pantile.h"

namespace pantile::test {
namespace {

using testing::ElementsAre;

class Realize : public PrivateCache {};

TEST_F(Realize, ItGivesTheSameAsTheInterpreter) {
    ImageParam img(Float(32), 2, "img");
    Param<float> gain("gain", 0.7f);
    Var x("x"), y("y");
    Func wide = BoundaryConditions::repeat_edge(img), blur("blur"), out("out");
    RDom r(-1, 3, -1, 3);
    blur(x, y) = sum(r, wide(x + r.x, y + r.y)) / 9.0f;
    out(x, y) = select(blur(x, y) > 5, blur(x, y) * gain, wide(x, y) - 1);
    img.set(counting(ScalarType::f32, {7, 5}));
    const Pipeline pipeline = Pipeline::build({out}).value();
    const Bindings bindings = pipeline.bindings();
    const Outputs expected =
        interpret(pipeline, {bindings.images, bindings.params}, {{"x", 7}, {"y", 5}}).value();
    EXPECT_TRUE(identical(out.realize({7, 5}), expected.at("out")));
}

TEST_F(Realize, ValuesSetAfterTheFirstRunAreUsedInTheNext) {
    ImageParam img(Int(32), 1, "img");
    Param<int32_t> k("k", 1);
    Var x("x");
    Func f("f");
    f(x) = img(x) * k;
    img.set(image<int32_t>({3}, {1, 2, 3}));
    EXPECT_THAT(numbers_of(f.realize({3})), ElementsAre(1, 2, 3));
    k.set(5);
    img.set(image<int32_t>({3}, {4, 5, 6}));
    EXPECT_THAT(numbers_of(f.realize({3})), ElementsAre(20, 25, 30));
}

TEST_F(Realize, BindingsFollowWhatIsSetAfterBuild) {
    ImageParam img(Int(32), 1, "img");
    Param<int32_t> k("k");
    Var x("x");
    Func f("f");
    f(x) = img(x) * k;
    const Pipeline pipeline = Pipeline::build({f}).value();
    EXPECT_TRUE(pipeline.bindings().images.empty());
    img.set(image<int32_t>({3}, {1, 2, 3}));
    k.set(7);
    const Bindings bindings = pipeline.bindings();
    const Outputs out = compiled(pipeline).run({bindings.images, bindings.params}).value();
    EXPECT_THAT(numbers_of(out.at("f")), ElementsAre(7, 14, 21));
}

TEST_F(Realize, AResultConvertsToABufferOfItsTypeOnly) {
    Var x("x");
    Func f("f");
    f(x) = x * x;
    const Buffer<int32_t> squares = f.realize({4});
    EXPECT_EQ(squares(3), 9);
    EXPECT_THROW((Buffer<float>(f.realize({4}))), Error);
}

TEST_F(Realize, WhatIsWrongIsThrownWithItsDiagnostics) {
    ImageParam img(Float(32), 1, "img");
    Var x("x");
    Func f("f");
    f(x) = img(x + 1);
    const auto why = [&](const std::vector<int64_t>& extents) {
        try {
            f.realize(extents);
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    EXPECT_NE(why({4}).find("the input 'img' is missing."), std::string::npos);
    img.set(counting(ScalarType::f32, {4}));
    EXPECT_NE(why({4}).find("'f' reads 'img' at x + 1, outside its extent."), std::string::npos);
    EXPECT_NE(why({4, 4}).find("'f' has 1 dimensions, but realize was given 2 extents."), std::string::npos);
    EXPECT_NE(why({0}).find("below 1"), std::string::npos);
    EXPECT_EQ(why({3}), "");
}

TEST_F(Realize, ABufferUsedDirectlyIsAnInput) {
    Var x("x");
    Func table(image<uint8_t>({4}, {9, 8, 7, 6}), "table"), f("f");
    f(x) = table(3 - x);
    EXPECT_THAT(numbers_of(f.realize({4})), ElementsAre(6, 7, 8, 9));
}

}  // namespace
}  // namespace pantile::test
