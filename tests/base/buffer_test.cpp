#include "pantile/buffer.h"

#include <gtest/gtest.h>

namespace pantile {
namespace {

TEST(Buffer, NewStorageIsDenseZeroAndAligned) {
    const AnyBuffer b = AnyBuffer::allocate(ScalarType::i16, {{3, 5, 99}, {-2, 4, 0}}).value();
    EXPECT_EQ(b.dim(0), (Dimension{3, 5, 1}));
    EXPECT_EQ(b.dim(1), (Dimension{-2, 4, 5}));
    EXPECT_EQ(b.element_count(), 20);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(b.data()) % 64, 0u);
    for (int i = 0; i < 40; ++i) EXPECT_EQ(b.data()[i], std::byte{0});
}

TEST(Buffer, SizesThatMakeNoSenseAreRefusedWithTheReason) {
    const auto why = [](std::vector<Dimension> dims) {
        const Result<AnyBuffer> b = AnyBuffer::allocate(ScalarType::f64, std::move(dims));
        return b ? "" : b.diagnostics()[0].message;
    };
    EXPECT_EQ(why({{0, 0, 1}}), "a buffer's extent is 0, below 1.");
    EXPECT_EQ(why({{0, -3, 1}}), "a buffer's extent is -3, below 1.");
    EXPECT_EQ(why(std::vector<Dimension>(9, {0, 1, 1})), "a buffer has at most 8 dimensions.");
    EXPECT_EQ(why({{0, INT64_MAX, 1}}), "a buffer of that size does not fit in the address space.");
    EXPECT_EQ(why({{0, int64_t{1} << 40, 1}, {0, int64_t{1} << 40, 1}}),
              "a buffer of that size does not fit in the address space.");
    EXPECT_EQ(why({{0, int64_t{1} << 58, 1}}),
              "not enough memory for a buffer of 2305843009213693952 bytes.");
}

TEST(Buffer, ABufferWithoutDimensionsHoldsOneElement) {
    const AnyBuffer b = AnyBuffer::allocate(ScalarType::f32, {}).value();
    EXPECT_EQ(b.element_count(), 1);
    EXPECT_EQ(b.address_of({}), b.data());
}

TEST(Buffer, CoordinatesCountFromTheFirstOneAlongTheStrides) {
    int32_t data[100] = {};
    const AnyBuffer b = AnyBuffer::wrap(ScalarType::i32, data + 50, {{10, 4, 2}, {-1, 3, -10}});
    EXPECT_EQ(b.address_of({10, -1}), reinterpret_cast<std::byte*>(data + 50));
    EXPECT_EQ(b.address_of({13, 1}), reinterpret_cast<std::byte*>(data + 50 + 6 - 20));
    const AnyBuffer moved = b.with_mins({0, 0});
    EXPECT_EQ(moved.address_of({3, 2}), b.address_of({13, 1}));
}

TEST(Buffer, CopiesShareTheStorageAndKeepItAlive) {
    Buffer<uint8_t> outer;
    {
        const Buffer<uint8_t> inner({4, 4});
        inner(2, 1) = 7;
        outer = inner;
    }
    EXPECT_EQ(outer(2, 1), 7);
    EXPECT_EQ(outer.width(), 4);
    EXPECT_EQ(outer.channels(), 1);
}

TEST(Buffer, AViewOfAnotherTypeIsRefused) {
    const Buffer<float> b({2});
    EXPECT_THROW(Buffer<int32_t>(b.any()), Error);
    EXPECT_THROW(Buffer<float>({0}), Error);
}

}  // namespace
}  // namespace pantile
