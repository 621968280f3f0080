// The apps reproduce the published results bit for bit: interpreted, and compiled by each compiler on one and
// two threads.
#include <cstring>

#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

const std::string kShared = PANTILE_SOURCE_DIR "/../shared/golden/";

struct Case {
    std::string app;
    std::string in;
    std::string out;
    int64_t frame = 0;  // cells around the result that only the golden file has
};

class Golden : public Tool {
  protected:
    static AnyBuffer load(const std::string& file) {
        const Result<AnyBuffer> array = image::read_image(file);
        EXPECT_TRUE(array) << render(array.diagnostics());
        return array ? *array : AnyBuffer();
    }

    // Compares the elements of 'found' with those of 'expected' inside its frame, as bits.
    static void expect_bits(const AnyBuffer& found, const AnyBuffer& expected, int64_t frame) {
        ASSERT_EQ(found.type(), ScalarType::f32);
        ASSERT_EQ(expected.type(), ScalarType::f32);
        const int64_t width = expected.dim(0).extent - 2 * frame, height = expected.dim(1).extent - 2 * frame;
        const int64_t planes = expected.rank() > 2 ? expected.dim(2).extent : 1;
        ASSERT_EQ(found.dim(0).extent, width);
        ASSERT_EQ(found.dim(1).extent, height);
        ASSERT_EQ(found.element_count(), width * height * planes);
        for (int64_t c = 0; c < planes; ++c) {
            for (int64_t y = 0; y < height; ++y) {
                const std::byte* want =
                    expected.data() + 4 * (frame + (y + frame) * expected.dim(1).stride +
                                           c * expected.dim(0).extent * expected.dim(1).extent);
                const std::byte* have = found.data() + 4 * (width * (y + height * c));
                ASSERT_EQ(std::memcmp(want, have, static_cast<size_t>(4 * width)), 0)
                    << "row " << y << " of plane " << c;
            }
        }
    }

    void expect_reproduced(const Case& c) {
        const AnyBuffer expected = load(c.out);
        std::vector<std::vector<std::string>> ways = {{"--interpret"}};
        for (const std::string& compiler : c_compilers()) {
            for (const char* threads : {"1", "2"})
                ways.push_back({"--compiler", compiler, "--threads", threads});
        }
        EXPECT_GE(ways.size(), 3u);
        for (const std::vector<std::string>& way : ways) {
            std::vector<std::string> command = {"run",         app(c.app), "--input",
                                                "img=" + c.in, "--output", "out.npy"};
            command.insert(command.end(), way.begin(), way.end());
            const Ran ran = run(command);
            ASSERT_EQ(ran.code, 0) << ran.err;
            SCOPED_TRACE(testing::PrintToString(command));
            expect_bits(load(path("out.npy")), expected, c.frame);
        }
    }

    void expect_synthetic(const std::string& name, int64_t frame) {
        const std::string data = PANTILE_SOURCE_DIR "/tests/golden/data/" + name;
        expect_reproduced({name, data + "_synth_in.npy", data + "_synth_out.npy", frame});
    }
    void expect_real(const std::string& name, int64_t frame) {
        if (!std::filesystem::exists(kShared + name))
            GTEST_SKIP() << "there is no folder '" << kShared << name << "'";
        expect_reproduced({name, kShared + name + "/real_in.npy", kShared + name + "/real_out.npy", frame});
    }
};

TEST_F(Golden, BlurOfASyntheticImage) { expect_synthetic("blur", 0); }
TEST_F(Golden, UnsharpOfASyntheticImage) { expect_synthetic("unsharp", 0); }
TEST_F(Golden, HarrisOfASyntheticImage) { expect_synthetic("harris", 2); }
TEST_F(Golden, UnsharpOfAPhotograph) { expect_real("unsharp", 0); }
TEST_F(Golden, HarrisOfAPhotograph) { expect_real("harris", 2); }

}  // namespace
}  // namespace pantile::tool
