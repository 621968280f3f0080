#include <cmath>

#include "image_testing.h"

namespace pantile::image {
namespace {

using namespace std::string_literals;

TEST(Pnm, PlainGrayIsReadWithComments) {
    const AnyBuffer image =
        decoded(bytes_of("P2 # a comment\n3\n# another 9 9\n2 255\n0 1 2\n253 254 255\n"));
    EXPECT_EQ(extents_of(image), (std::vector<int64_t>{3, 2}));
    EXPECT_EQ(values_of<uint8_t>(image), (std::vector<uint8_t>{0, 1, 2, 253, 254, 255}));
}

TEST(Pnm, PlainColourBecomesPlanes) {
    const AnyBuffer image = decoded(bytes_of("P3\n2 1\n255\n1 2 3 4 5 6"));
    EXPECT_EQ(extents_of(image), (std::vector<int64_t>{2, 1, 3}));
    EXPECT_EQ(values_of<uint8_t>(image), (std::vector<uint8_t>{1, 4, 2, 5, 3, 6}));
}

TEST(Pnm, RawSamplesOfTwoBytesAreBigEndian) {
    const AnyBuffer image = decoded(bytes_of("P5\n2 1\n65535\n\x01\x02\xff\xfe"s));
    EXPECT_EQ(values_of<uint16_t>(image), (std::vector<uint16_t>{0x0102, 0xfffe}));
}

TEST(Pnm, AnOddMaximumIsScaledToTheFullRangeWithRounding) {
    EXPECT_EQ(values_of<uint8_t>(decoded(bytes_of("P2 4 1 3 0 1 2 3"))),
              (std::vector<uint8_t>{0, 85, 170, 255}));
    EXPECT_EQ(values_of<uint8_t>(decoded(bytes_of("P2 3 1 100 0 33 100"))),
              (std::vector<uint8_t>{0, 84, 255}));
    EXPECT_EQ(values_of<uint16_t>(decoded(bytes_of("P2 3 1 1023 0 512 1023"))),
              (std::vector<uint16_t>{0, 32800, 65535}));
    EXPECT_EQ(values_of<uint16_t>(decoded(bytes_of("P5 1 1 256\n\x01\x00"s))),
              (std::vector<uint16_t>{65535}));
}

TEST(Pnm, InABitmapOneIsBlack) {
    EXPECT_EQ(values_of<uint8_t>(decoded(bytes_of("P1 3 2 010 1 1\n0"))),
              (std::vector<uint8_t>{255, 0, 255, 0, 0, 255}));
    EXPECT_EQ(values_of<uint8_t>(decoded(bytes_of("P4 9 1\n\x80\x80"s))),
              (std::vector<uint8_t>{0, 255, 255, 255, 255, 255, 255, 255, 0}));
}

TEST(Pnm, WrittenFilesAreExact) {
    const Buffer<uint16_t> image({2, 1});
    image(0, 0) = 0x0102;
    image(1, 0) = 0xfffe;
    EXPECT_EQ(encoded("a.pgm", image), bytes_of("P5\n2 1\n65535\n\x01\x02\xff\xfe"s));
}

TEST(Pnm, DamagedHeadersAndSamplesAreRefused) {
    const std::vector<std::string> files = {
        "P5 1 1 255",       "P5 0 1 255\n",     "P5 1 0 255\n",   "P5 -1 1 255\nx",
        "P5 1 1 0\nx",      "P5 1 1 65536\nxx", "P5 x 1 255\nx",  "P5 1",
        "P2 2 1 255 1 256", "P2 2 1 255 1 x",   "P2 2 1 9 1",     "P5 1 1 9\n\xff",
        "P1 2 1 0 2",       "P4 9 1\n\x80",     "P6 1 1 255\nxy", "P5 #"};
    for (const std::string& file : files)
        EXPECT_NE(refusal_of(bytes_of(file)).find("error"), std::string::npos) << file;
}

TEST(Pnm, GiganticClaimsAreRefusedBeforeMemoryIsTaken) {
    for (const char* kind : {"P1", "P2", "P3", "P4", "P5", "P6"}) {
        for (const char* size : {"1000000000 1000000000", "1000000000 2", "46340 46340", "2147483647 1",
                                 "99999999999999999999999 1"}) {
            refusal_of(bytes_of(std::string(kind) + "\n" + size + "\n65535\n1 2 3 4 5 6 7 8"));
        }
    }
}

TEST(Pfm, RowsRunUpwardsInBothByteOrders) {
    const std::string one_little = "\x00\x00\x80\x3f"s, two_little = "\x00\x00\x00\x40"s;
    const std::string one_big = "\x3f\x80\x00\x00"s, two_big = "\x40\x00\x00\x00"s;
    EXPECT_EQ(values_of<float>(decoded(bytes_of("Pf\n1 2\n-1.0\n" + one_little + two_little))),
              (std::vector<float>{2, 1}));
    EXPECT_EQ(values_of<float>(decoded(bytes_of("Pf\n1 2\n1\n" + one_big + two_big))),
              (std::vector<float>{2, 1}));
}

TEST(Pfm, ColourBecomesPlanes) {
    const std::string one = "\x3f\x80\x00\x00"s, two = "\x40\x00\x00\x00"s, three = "\x40\x40\x00\x00"s;
    const AnyBuffer image = decoded(bytes_of("PF\n1 1\n1e0\n" + one + two + three));
    EXPECT_EQ(extents_of(image), (std::vector<int64_t>{1, 1, 3}));
    EXPECT_EQ(values_of<float>(image), (std::vector<float>{1, 2, 3}));
}

TEST(Pfm, DamagedFilesAreRefused) {
    const std::vector<std::string> files = {
        "Pf\n1 1\n0\nabcd",     "Pf\n1 1\nnan\nabcd",          "Pf\n1 1\ninf\nabcd",
        "Pf\n1 1\n-1.0x\nabcd", "Pf\n1 1\n-1.0\nabc",          "Pf\n1 1\n-1.0",
        "Pf\n0 1\n-1.0\nabcd",  "PF\n40000 40000\n-1.0\nabcd", "PF\n1000000000 1000000000\n-1.0\nabcd",
        "Pf\n1 1\n1e999\nabcd"};
    for (const std::string& file : files)
        EXPECT_NE(refusal_of(bytes_of(file)).find("error"), std::string::npos) << file;
}

}  // namespace
}  // namespace pantile::image
