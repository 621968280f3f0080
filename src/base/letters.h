// Letters and digits of ASCII, whatever the locale of the process is: in a Turkish one std::toupper('i') is
// no 'I', and what is emitted would depend on who calls us.
#pragma once

#include <string>

namespace pantile {

inline constexpr bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
inline constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
inline constexpr bool is_letter(char c) { return is_small_letter(c) || is_capital(c); }
inline constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline constexpr bool is_printable(char c) { return c >= ' ' && c <= '~'; }
// What a name is made of.
inline constexpr bool is_name_character(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

inline constexpr char to_small(char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; }
inline constexpr char to_capital(char c) { return is_small_letter(c) ? static_cast<char>(c - 'a' + 'A') : c; }

inline std::string in_capitals(std::string text) {
    for (char& c : text) c = to_capital(c);
    return text;
}

}  // namespace pantile
