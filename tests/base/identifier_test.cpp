#include "base/identifier.h"

#include <gtest/gtest.h>

#include <cctype>

namespace pantile {
namespace {

TEST(Identifier, PlainNamesAreFine) {
    for (const std::string& name :
         {std::string("x"), std::string("Blur3"), std::string("a_b_c"), std::string(63, 'a')}) {
        EXPECT_EQ(why_not_a_name(name), std::nullopt) << name;
    }
}

TEST(Identifier, WhatIsNotPlainlyHarmlessIsRefusedWithTheReason) {
    EXPECT_EQ(why_not_a_name(""), "it is empty");
    EXPECT_EQ(why_not_a_name(std::string(64, 'a')), "it is longer than 63 characters");
    EXPECT_EQ(why_not_a_name("1x"), "it does not begin with a letter");
    EXPECT_EQ(why_not_a_name("_x"), "it does not begin with a letter");
    EXPECT_EQ(why_not_a_name("a__b"), "it contains '__', which C reserves");
    EXPECT_EQ(why_not_a_name("pantile_x"), "names that begin with 'pantile' are reserved");
    EXPECT_EQ(why_not_a_name("PANTILE_X"), "names that begin with 'pantile' are reserved");
    EXPECT_EQ(why_not_a_name("while"), "it is a reserved word");
    EXPECT_EQ(why_not_a_name("blockIdx"), "it is a reserved word");
    EXPECT_EQ(why_not_a_name("memcpy"), "it is a C library function");
    EXPECT_EQ(why_not_a_name("clamp"), "it is a function of the language");
}

TEST(Identifier, NoCharacterOfShellsPathsOrCommentsIsAllowed) {
    for (int code = 0; code < 256; ++code) {
        const char c = static_cast<char>(code);
        if (std::isalnum(code) || c == '_') continue;
        EXPECT_TRUE(why_not_a_name(std::string("a") + c + "b")) << code;
        EXPECT_TRUE(why_not_a_name(std::string("a") + c)) << code;
    }
}

TEST(Identifier, AQuotedNameIsShortAndPrintable) {
    EXPECT_EQ(in_quotes("blur"), "'blur'");
    EXPECT_EQ(in_quotes("a\x1b[31m\n"), "'a?[31m?'");
    EXPECT_EQ(in_quotes(std::string(1000000, 'a')), "'" + std::string(40, 'a') + "…'");
}

}  // namespace
}  // namespace pantile
