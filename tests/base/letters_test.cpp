#include "base/letters.h"

#include <gtest/gtest.h>

#include <cctype>

namespace pantile {
namespace {

// The process is in the locale 'C' here.
TEST(Letters, AreThoseOfTheLocaleC) {
    for (int code = 0; code < 128; ++code) {
        const char c = static_cast<char>(code);
        EXPECT_EQ(is_letter(c), std::isalpha(code) != 0) << code;
        EXPECT_EQ(is_digit(c), std::isdigit(code) != 0) << code;
        EXPECT_EQ(is_printable(c), std::isprint(code) != 0) << code;
        EXPECT_EQ(to_capital(c), static_cast<char>(std::toupper(code))) << code;
        EXPECT_EQ(to_small(c), static_cast<char>(std::tolower(code))) << code;
    }
}

TEST(Letters, EndAtAscii) {
    for (int code = 128; code < 256; ++code) {
        const char c = static_cast<char>(code);
        EXPECT_FALSE(is_letter(c) || is_digit(c) || is_printable(c) || is_name_character(c)) << code;
        EXPECT_EQ(to_capital(c), c);
        EXPECT_EQ(to_small(c), c);
    }
}

}  // namespace
}  // namespace pantile
