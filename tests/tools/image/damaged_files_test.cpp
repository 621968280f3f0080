// Files cut off and files with changed bits: an image or a diagnostic, in little time and memory, and nothing
// on stderr.
#include <sys/resource.h>

#include <random>

#include "growth.h"
#include "image_testing.h"

namespace pantile::image {
namespace {

// A hang, not slowness, of a test that takes less than a second.
constexpr double kHangSeconds = 60;
constexpr long kMostKilobytes = 512 * 1024;

// What a damaged header announces is neither allocated nor filled.
class DamagedFiles : public testing::Test {
  protected:
    void TearDown() override {
        EXPECT_LT(test::processor_seconds() - begin_, kHangSeconds);
#if !defined(__SANITIZE_ADDRESS__)
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        EXPECT_LT(usage.ru_maxrss, kMostKilobytes);
#endif
    }

  private:
    const double begin_ = test::processor_seconds();
};

struct Sample {
    std::string name;
    std::vector<uint8_t> file;
};

std::vector<Sample> samples() {
    std::vector<Sample> all;
    const AnyBuffer colour = patterned(ScalarType::u8, {19, 11, 3});
    const AnyBuffer wide = patterned(ScalarType::u16, {9, 5, 4});
    const AnyBuffer real = patterned(ScalarType::f32, {7, 6, 3});
    for (const char* name : {"a.png", "a.jpg", "a.tif", "a.ppm", "a.npy"})
        all.push_back({name, encoded(name, colour)});
    for (const char* name : {"b.png", "b.tif", "b.npy"}) all.push_back({name, encoded(name, wide)});
    for (const char* name : {"c.tif", "c.pfm", "c.npy"}) all.push_back({name, encoded(name, real)});
    all.push_back({"d.jpg", encoded("d.jpg", patterned(ScalarType::u8, {33, 18}))});
    all.push_back({"e.pgm", bytes_of("P2 # plain\n4 3 255\n1 2 3 4\n11 12 13 14\n101 102 103 104\n")});
    return all;
}

TEST_F(DamagedFiles, NoFormatAcceptsAFileThatIsCutOff) {
    for (const Sample& sample : samples()) {
        SCOPED_TRACE(sample.name);
        // A plain number stays a number when it loses digits at the very end.
        const size_t tail = sample.name == "e.pgm" ? 3 : 0;
        for (size_t length = 0; length + tail < sample.file.size(); ++length) {
            const Result<AnyBuffer> image = decode_image({sample.file.data(), length}, sample.name);
            ASSERT_FALSE(image) << "cut to " << length << " of " << sample.file.size();
            ASSERT_FALSE(image.diagnostics().empty());
            ASSERT_EQ(image.diagnostics()[0].file, sample.name);
        }
    }
}

TEST_F(DamagedFiles, ChangedBitsGiveAPictureOrADiagnosticAndPrintNothing) {
    testing::internal::CaptureStderr();
    testing::internal::CaptureStdout();
    for (const Sample& sample : samples()) {
        for (size_t bit = 0; bit < 8 * std::min<size_t>(sample.file.size(), 1200); ++bit) {
            std::vector<uint8_t> file = sample.file;
            file[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
            const Result<AnyBuffer> image = decode_image(file, sample.name);
            EXPECT_NE(static_cast<bool>(image), has_errors(image.diagnostics()));
        }
    }
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(DamagedFiles, HeavyRandomDamageGivesAPictureOrADiagnostic) {
    std::mt19937 random(1);
    for (const Sample& sample : samples()) {
        for (int round = 0; round < 300; ++round) {
            std::vector<uint8_t> file = sample.file;
            for (int i = 0; i < 8; ++i)
                file[random() % file.size()] = static_cast<uint8_t>(random() % 3 == 0 ? 255 : random());
            const Result<AnyBuffer> image = decode_image(file, sample.name);
            EXPECT_NE(static_cast<bool>(image), has_errors(image.diagnostics()));
        }
    }
}

TEST_F(DamagedFiles, RandomBytesAfterEveryMagicGiveAPictureOrADiagnostic) {
    std::mt19937 random(2);
    for (const Sample& sample : samples()) {
        for (int round = 0; round < 200; ++round) {
            std::vector<uint8_t> file(
                sample.file.begin(),
                sample.file.begin() + std::min<std::ptrdiff_t>(8 + round % 24, std::ssize(sample.file)));
            for (int i = 0; i < 300; ++i) file.push_back(static_cast<uint8_t>(random()));
            const Result<AnyBuffer> image = decode_image(file, sample.name);
            EXPECT_NE(static_cast<bool>(image), has_errors(image.diagnostics()));
        }
    }
}

}  // namespace
}  // namespace pantile::image
