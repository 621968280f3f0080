#include "report/text_lines.h"

#include <gtest/gtest.h>

namespace pantile::report {
namespace {

TEST(TextLines, AreBrokenAtSpacesBeforeTheyAreTooLong) {
    std::string text;
    for (int i = 0; i < 40; ++i) text += (i == 0 ? "" : " ") + std::string("word");
    const std::string broken = wrapped(text, 4);
    // 22 words and the spaces between them have 109 columns.
    EXPECT_EQ(broken.find('\n'), 109u);
    EXPECT_EQ(broken.substr(109, 10), "\n    word ");
    EXPECT_EQ(wrapped("short", 4), "short");
    EXPECT_EQ(wrapped("", 4), "");
}

TEST(TextLines, AWordThatIsLongerThanALineStaysWhole) {
    const std::string word(200, 'a');
    EXPECT_EQ(wrapped("x " + word + " y", 2), "x\n  " + word + "\n  y");
}

TEST(TextLines, SpacesThatAlignAreKept) { EXPECT_EQ(wrapped("  a   b", 4), "  a   b"); }

TEST(TextLines, PiecesAreNeverBroken) {
    const std::string piece = std::string(60, 'a') + " -> b,";
    EXPECT_EQ(wrapped(std::vector<std::string>{piece, piece}, 2), piece + "\n  " + piece);
}

TEST(TextLines, ColumnsAreCountedNotBytes) {
    EXPECT_EQ(columns("3×8 µs"), 6u);
    EXPECT_EQ(padded("3×8", 5), "3×8  ");
    EXPECT_EQ(padded("long", 2), "long");
}

TEST(TextLines, WhatTheyAreAboutIsSaidOnce) {
    Lines lines(2);
    lines.add("scratch", "a");
    lines.add("scratch", "b");
    lines.add("arena", "c");
    EXPECT_EQ(lines.take(), "  scratch    a\n             b\n  arena      c\n");
}

}  // namespace
}  // namespace pantile::report
