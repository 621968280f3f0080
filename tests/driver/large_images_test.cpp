// Images of more than 2^31 elements and of 8 GB and more, in memory that is only there where it is touched.
#include <sys/mman.h>

#include "driver/private_cache.h"
#include "long_run.h"

namespace pantile::test {
namespace {

class LargeImages : public PrivateCache {};

// Zeros that take no memory until they are written.
class SparseMemory {
  public:
    explicit SparseMemory(size_t bytes)
        : bytes_(bytes),
          data_(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                       -1, 0)) {}
    SparseMemory(const SparseMemory&) = delete;
    ~SparseMemory() {
        if (is_there()) ::munmap(data_, bytes_);
    }
    bool is_there() const { return data_ != MAP_FAILED; }
    uint8_t* data() const { return static_cast<uint8_t*>(data_); }

  private:
    size_t bytes_;
    void* data_;
};

constexpr int64_t kBillion = 1000000000;

struct Part {
    int64_t x, y, width, height;
};

// Runs a stencil on a part of a byte image of this size and compares with arithmetic.
void expect_part(const Kernel& kernel, int64_t width, int64_t height, const Part& part) {
    const SparseMemory memory(static_cast<size_t>(width) * static_cast<size_t>(height));
    if (!memory.is_there()) GTEST_SKIP() << "there are no addresses for so much.";
    const auto pixel = [](int64_t x, int64_t y) { return static_cast<uint8_t>(x * 7 + y * 13 + 5); };
    for (int64_t y = part.y - 1; y <= part.y + part.height; ++y) {
        for (int64_t x = part.x - 1; x <= part.x + part.width; ++x)
            memory.data()[x + y * width] = pixel(x, y);
    }
    const AnyBuffer img = AnyBuffer::wrap(ScalarType::u8, memory.data(), {{0, width, 1}, {0, height, width}});
    const Buffer<int32_t> found({part.width, part.height});
    const Diagnostics wrong =
        kernel.run_into({{{"img", img}}}, {{"out", found.any().with_mins({part.x, part.y})}});
    ASSERT_TRUE(wrong.empty()) << render(wrong);
    for (int64_t y = 0; y < part.height; ++y) {
        for (int64_t x = 0; x < part.width; ++x) {
            const int64_t u = part.x + x, v = part.y + y;
            const int32_t expected = pixel(u - 1, v) + 3 * pixel(u + 1, v + 1) + 5 * pixel(u, v - 1);
            ASSERT_EQ(found.data()[x + y * part.width], expected) << u << ", " << v;
        }
    }
}

const char* const kStencil =
    "input img: u8(x, y)\n"
    "a(x, y) = i32(img(x-1, y)) + 3*i32(img(x+1, y+1))\n"
    "output out(x, y) = a(x, y) + 5*i32(img(x, y-1))\nestimate x = 900\nestimate y = 50\n";

TEST_F(LargeImages, TheFarCornerOfNineBillionPixelsIsRight) {
    for (const char* scheduler : {"naive", "auto"}) {
        const Kernel kernel = compiled(program(kStencil), {.schedule = scheduler});
        const int64_t longest = int64_t{1} << 29;  // coordinates of this pipeline go so far
        expect_part(kernel, longest, 17, {longest - 100, 13, 99, 2});
        expect_part(kernel, 90000, 100000, {89000, 99990, 900, 8});
        expect_part(kernel, 17, longest, {8, longest - 60, 8, 58});
    }
}

// Elements of 8 bytes: offsets in bytes pass 2^35.
TEST_F(LargeImages, WideElementsLieWhereTheyShould) {
    const Kernel kernel =
        compiled(program("input img: f64(x, y)\noutput out(x, y) = img(x, y) + img(x+1, y)\n"));
    const int64_t width = 2 * kBillion / 4, height = 9;
    const SparseMemory memory(static_cast<size_t>(width * height * 8));
    if (!memory.is_there()) GTEST_SKIP() << "there are no addresses for so much.";
    double* const pixels = reinterpret_cast<double*>(memory.data());
    for (int64_t x = width - 9; x < width; ++x) pixels[x + (height - 1) * width] = static_cast<double>(x);
    const AnyBuffer img = AnyBuffer::wrap(ScalarType::f64, pixels, {{0, width, 1}, {0, height, width}});
    const Buffer<double> found({8, 1});
    const Diagnostics wrong =
        kernel.run_into({{{"img", img}}}, {{"out", found.any().with_mins({width - 9, height - 1})}});
    ASSERT_TRUE(wrong.empty()) << render(wrong);
    for (int64_t x = 0; x < 8; ++x) EXPECT_EQ(found.data()[x], 2 * static_cast<double>(width - 9 + x) + 1);
}

TEST_F(LargeImages, AllOfEightGigabytesAreReadInTheLongRun) {
    if (!is_long_run()) GTEST_SKIP() << "PANTILE_LONG=1 asks for this.";
    const Kernel kernel = compiled(
        program("input img: u8(x, y)\noutput out(x, y) = sum(u32(img(4096*x + i, y)) for i in 0..4095)\n"));
    const int64_t width = 4096 * 2048, height = 1025;
    const SparseMemory memory(static_cast<size_t>(width * height));
    ASSERT_TRUE(memory.is_there());
    memory.data()[0] = 7;
    memory.data()[width * height - 1] = 9;
    const AnyBuffer img = AnyBuffer::wrap(ScalarType::u8, memory.data(), {{0, width, 1}, {0, height, width}});
    const Buffer<uint32_t> found({2048, height});
    const Diagnostics wrong = kernel.run_into({{{"img", img}}}, {{"out", found.any()}});
    ASSERT_TRUE(wrong.empty()) << render(wrong);
    EXPECT_EQ(found(0, 0), 7u);
    EXPECT_EQ(found(2047, height - 1), 9u);
    uint64_t sum = 0;
    for (int64_t i = 0; i < 2048 * height; ++i) sum += found.data()[i];
    EXPECT_EQ(sum, 16u);
}

TEST_F(LargeImages, ABoxBeyondTheLimitOfCoordinatesIsRefused) {
    const Kernel kernel = compiled(program(kStencil));
    uint8_t byte = 0;
    for (const int64_t extent : {int64_t{1} << 32, int64_t{1} << 62, INT64_MAX}) {
        const AnyBuffer img = AnyBuffer::wrap(ScalarType::u8, &byte, {{0, extent, 1}, {0, 3, 0}});
        const Buffer<int32_t> found({1, 1});
        EXPECT_FALSE(
            kernel.run_into({{{"img", img}}}, {{"out", found.any().with_mins({extent - 2, 1})}}).empty());
        EXPECT_FALSE(kernel.run({{{"img", img}}, {}, 1}));
        EXPECT_FALSE(kernel.run({}, {{"x", extent}, {"y", extent}}));
    }
}

}  // namespace
}  // namespace pantile::test
