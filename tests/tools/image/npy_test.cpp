#include "image_testing.h"

namespace pantile::image {
namespace {

using namespace std::string_literals;

std::vector<uint8_t> npy(int version, const std::string& dictionary, const std::string& data) {
    const size_t size = dictionary.size();
    std::string file = "\x93NUMPY"s + static_cast<char>(version) + '\0' + static_cast<char>(size & 0xff) +
                       static_cast<char>(size >> 8 & 0xff);
    if (version > 1) file += "\0\0"s;
    return bytes_of(file + dictionary + data);
}

TEST(Npy, BigEndianIsConverted) {
    const std::vector<uint8_t> file =
        npy(1, "{'descr': '>i2', 'fortran_order': False, 'shape': (3,), }\n", "\x01\x02\xff\xfe\x00\x05"s);
    EXPECT_EQ(values_of<int16_t>(decoded(file)), (std::vector<int16_t>{0x0102, -2, 5}));
}

TEST(Npy, AllVersionsAreRead) {
    for (const int version : {1, 2, 3}) {
        const AnyBuffer array =
            decoded(npy(version, "{'descr':'|u1','fortran_order':False,'shape':(2,3)}", "abcdef"));
        EXPECT_EQ(extents_of(array), (std::vector<int64_t>{3, 2}));
        EXPECT_EQ(values_of<uint8_t>(array), bytes_of("abcdef"));
    }
    refusal_of(npy(4, "{'descr':'|u1','fortran_order':False,'shape':(1,)}", "a"));
    refusal_of(npy(0, "{'descr':'|u1','fortran_order':False,'shape':(1,)}", "a"));
}

// a[i][j] with i < 2 and j < 3 lies at i + 2 j.
TEST(Npy, FortranOrderIsTurnedIntoOurs) {
    const AnyBuffer array =
        decoded(npy(1, "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3)}", "adbecf"));
    EXPECT_EQ(extents_of(array), (std::vector<int64_t>{3, 2}));
    EXPECT_EQ(values_of<uint8_t>(array), bytes_of("abcdef"));
    const AnyBuffer cube =
        decoded(npy(1, "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 1, 2)}", "acbd"));
    EXPECT_EQ(values_of<uint8_t>(cube), bytes_of("abcd"));
}

TEST(Npy, KeysComeInAnyOrderAndAScalarHasRankZero) {
    const AnyBuffer scalar =
        decoded(npy(1, "{\"shape\": (), 'fortran_order': False, 'descr': '<f4'}", "\x00\x00\x80\x3f"s));
    EXPECT_EQ(scalar.rank(), 0);
    EXPECT_EQ(values_of<float>(scalar), (std::vector<float>{1}));
    const AnyBuffer python2 =
        decoded(npy(1, "{'shape': (2L,), 'fortran_order': False, 'descr': '=u1'}", "ab"));
    EXPECT_EQ(extents_of(python2), (std::vector<int64_t>{2}));
}

TEST(Npy, ABoolIsZeroOrOneWhateverTheByte) {
    const AnyBuffer array =
        decoded(npy(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}", "\0\1\7"s));
    const std::vector<uint8_t> raw = {static_cast<uint8_t>(array.data()[0]),
                                      static_cast<uint8_t>(array.data()[1]),
                                      static_cast<uint8_t>(array.data()[2])};
    EXPECT_EQ(raw, (std::vector<uint8_t>{0, 1, 1}));
}

TEST(Npy, WrittenFilesAreExact) {
    const Buffer<uint8_t> image({2, 1});
    image(0, 0) = 'a';
    image(1, 0) = 'b';
    const std::string dictionary = "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2), }";
    EXPECT_EQ(encoded("a.npy", image),
              npy(1, dictionary + std::string(117 - dictionary.size(), ' ') + "\n", "ab"));
    const std::vector<uint8_t> row = encoded("a.npy", patterned(ScalarType::f32, {5}));
    EXPECT_NE(std::string(row.begin(), row.end()).find("'<f4', 'fortran_order': False, 'shape': (5,), }"),
              std::string::npos);
}

TEST(Npy, HostileShapesAndHeadersAreRefused) {
    const std::vector<std::string> dictionaries = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (0,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 9223372036854775807)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999999999,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1073741824,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,,1)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1",
        "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1,)}",
        "{'descr': '<f4', 'fortran_order': False}",
        "{'descr': '<f4', 'shape': (1,)}",
        "{'descr': '<f2', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '!f4', 'fortran_order': False, 'shape': (1,)}",
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'x': 1}",
        "{'descr",
        "{",
        "",
        "}",
        "{'descr': }",
        "{:::}",
        "{,}",
        std::string(3000, '{'),
        std::string(3000, '\'')};
    for (const std::string& dictionary : dictionaries) {
        EXPECT_NE(refusal_of(npy(1, dictionary, "abcd")).find("error"), std::string::npos) << dictionary;
    }
}

TEST(Npy, AHeaderThatClaimsGigabytesIsRefused) {
    refusal_of(bytes_of("\x93NUMPY\x02\x00\xff\xff\xff\xff{'descr'"s));
    refusal_of(bytes_of("\x93NUMPY\x03\x00\xff\xff\xff\x7f{'descr'"s));
    refusal_of(bytes_of("\x93NUMPY\x01\x00\xff\xff{'descr'"s));
}

}  // namespace
}  // namespace pantile::image
