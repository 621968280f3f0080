#include <gtest/gtest.h>

#include "front/cpp/built.h"

namespace pantile::test {
namespace {

TEST(Bindings, ValuesSetAfterBuildingAreSeen) {
    ImageParam img(Float(32), 1, "img");
    Param<float> gain("gain", 2.0f);
    Param<bool> on("on");
    Var x;
    Func f("f");
    f(x) = select(on, img(x) * gain, 0);
    const Pipeline pipeline = Pipeline::build({f}).value();
    EXPECT_TRUE(pipeline.bindings().images.empty());
    EXPECT_TRUE(pipeline.bindings().params.empty());

    const Buffer<float> buffer({4});
    img.set(buffer);
    gain.set(3.0f);
    on.set(true);
    const Bindings bindings = pipeline.bindings();
    EXPECT_EQ(bindings.images.at("img").data(), buffer.any().data());
    EXPECT_EQ(bindings.params.at("gain").as<float>(), 3.0f);
    EXPECT_TRUE(bindings.params.at("on").is_bool());
    EXPECT_EQ(img.get().data(), buffer.any().data());
}

TEST(Bindings, AreNamedAsInThePipeline) {
    ImageParam a(Buffer<uint8_t>({3}), "img"), b(Buffer<uint8_t>({5}), "img");
    Var x;
    Func f("f");
    f(x) = a(x) + b(x);
    const Bindings bindings = Pipeline::build({f}).value().bindings();
    EXPECT_EQ(bindings.images.at("img").dim(0).extent, 3);
    EXPECT_EQ(bindings.images.at("img_1").dim(0).extent, 5);
}

TEST(Bindings, AParamHasItsDefaultUntilItIsSet) {
    Param<uint64_t> large("large", ~uint64_t{0});
    Param<int8_t> small("small", int8_t{-3}, int8_t{-5}, int8_t{5});
    Param<double> none("none");
    EXPECT_EQ(large.get(), ~uint64_t{0});
    EXPECT_EQ(small.get(), -3);
    EXPECT_EQ(none.get(), 0.0);
    small.set(4);
    EXPECT_EQ(small.get(), 4);
    Var x;
    Func f("f");
    f(x) = large + small;
    EXPECT_EQ(text_of({f}),
              "pipeline f\n\nparam large: u64 = 18446744073709551615\nparam small: i8 = -3 in -5..5\n\n"
              "output f(x) = i64(large) + i64(small)\n");
}

TEST(Bindings, ScalarValuesKeepTheirKind) {
    EXPECT_TRUE(ScalarValue(true).is_bool());
    EXPECT_TRUE(ScalarValue(1.5f).is_float());
    EXPECT_TRUE(ScalarValue(uint8_t{7}).is_integer());
    EXPECT_EQ(ScalarValue(-1).as<int64_t>(), -1);
    EXPECT_EQ(ScalarValue(1.5).as<int>(), 1);
}

TEST(Bindings, ARealizationBecomesABufferOfItsType) {
    const Buffer<float> buffer({4});
    const Realization realization(buffer);
    const Buffer<float> same = realization;
    EXPECT_EQ(same.data(), buffer.data());
    EXPECT_THROW(Buffer<int>{realization}, Error);
}

}  // namespace
}  // namespace pantile::test
