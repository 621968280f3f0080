#include "pantile/type.h"

#include <gtest/gtest.h>

namespace pantile {
namespace {

TEST(Type, EveryTypeIsFoundByItsName) {
    for (const ScalarType t : kAllScalarTypes) EXPECT_EQ(scalar_type_from_name(name_of(t)), t);
    EXPECT_EQ(scalar_type_from_name("int"), std::nullopt);
    EXPECT_EQ(scalar_type_from_name(""), std::nullopt);
}

TEST(Type, EveryTypeIsABoolAnIntegerOrAFloat) {
    for (const ScalarType t : kAllScalarTypes) {
        EXPECT_EQ(is_bool(t) + is_signed_integer(t) + is_unsigned_integer(t) + is_float(t), 1) << name_of(t);
        EXPECT_EQ(is_integer(t), is_signed_integer(t) || is_unsigned_integer(t));
    }
}

TEST(Type, WidthsAreThoseOfTheNames) {
    EXPECT_EQ(size_in_bits(ScalarType::boolean), 1);
    EXPECT_EQ(size_in_bytes(ScalarType::boolean), 1);
    for (const int bits : {8, 16, 32, 64}) {
        EXPECT_EQ(size_in_bits(UInt(bits)), bits);
        EXPECT_EQ(size_in_bits(Int(bits)), bits);
        EXPECT_TRUE(is_signed_integer(Int(bits)));
        EXPECT_TRUE(is_unsigned_integer(UInt(bits)));
    }
    EXPECT_EQ(size_in_bytes(Float(32)), 4);
    EXPECT_EQ(size_in_bytes(Float(64)), 8);
}

TEST(Type, TypesOfTheLanguageAreTypesOfCpp) {
    EXPECT_EQ(type_of<bool>(), ScalarType::boolean);
    EXPECT_EQ(type_of<int8_t>(), ScalarType::i8);
    EXPECT_EQ(type_of<uint64_t>(), ScalarType::u64);
    EXPECT_EQ(type_of<double>(), ScalarType::f64);
}

}  // namespace
}  // namespace pantile
