#include "front/text/lexer.h"

#include <array>

namespace pantile::front {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }

// Longer ones first. Those of C that the language lacks are here too, so that a message can name them.
constexpr std::array kSymbols = std::to_array<std::string_view>(
    {"<<", ">>", "<=", ">=", "==", "!=", "..", "+=", "*=", "-=", "/=", "&&", "||", "**",
     "->", "/*", "(",  ")",  "[",  "]",  ",",  ":",  "=",  "<",  ">",  "+",  "-",  "*",
     "/",  "%",  "&",  "|",  "^",  "~",  ".",  "!",  "?",  ";",  "{",  "}"});

}  // namespace

Token Lexer::next() {
    skip_blanks();
    if (pos_ >= text_.size()) return token(TokenKind::end, 0);
    const char c = at(0);
    if (is_letter(c)) {
        size_t length = 1;
        while (is_word(at(length))) ++length;
        return token(TokenKind::name, length);
    }
    if (is_digit(c) || (c == '.' && is_digit(at(1)))) return number();
    if (const size_t length = symbol_length()) return token(TokenKind::symbol, length);
    return token(TokenKind::bad, bad_length());
}

void Lexer::skip_blanks() {
    while (pos_ < text_.size()) {
        const char c = text_[pos_];
        if (c == '#' || (c == '/' && at(1) == '/')) {
            pos_ = std::min(text_.find('\n', pos_), text_.size());
        } else if (c == '\n') {
            new_line();
        } else if (c == ' ' || c == '\t' || (c == '\r' && at(1) == '\n')) {
            if (line_is_empty_) indent_ = c == '\t' ? (indent_ / 8 + 1) * 8 : indent_ + 1;
            ++pos_;
        } else {
            return;
        }
    }
}

void Lexer::new_line() {
    line_start_ = ++pos_;
    ++line_;
    indent_ = 0;
    line_is_empty_ = true;
}

Token Lexer::token(TokenKind kind, size_t length) {
    Token t;
    t.kind = kind;
    t.begins_line = line_is_empty_;
    t.text = text_.substr(pos_, length);
    t.span = {line_, static_cast<int>(pos_ - line_start_) + 1, static_cast<int>(length)};
    t.indent = indent_;
    line_is_empty_ = false;
    pos_ += length;
    return t;
}

size_t Lexer::digits_from(size_t offset) const {
    while (is_digit(at(offset))) ++offset;
    return offset;
}

// '0..3' is a range: a dot belongs to the number only when a digit follows it.
Token Lexer::number() {
    TokenKind kind = TokenKind::integer;
    size_t length = digits_from(0);
    if (at(0) == '0' && (at(1) == 'x' || at(1) == 'X')) {
        length = 2;
        while (is_word(at(length))) ++length;
        return token(TokenKind::integer, length);
    }
    if (at(length) == '.' && is_digit(at(length + 1))) {
        kind = TokenKind::real;
        length = digits_from(length + 1);
    }
    if (at(length) == 'e' || at(length) == 'E') {
        const size_t sign = at(length + 1) == '+' || at(length + 1) == '-' ? 1 : 0;
        if (is_digit(at(length + 1 + sign))) {
            kind = TokenKind::real;
            length = digits_from(length + 1 + sign);
        }
    }
    if (!is_word(at(length))) return token(kind, length);
    while (is_word(at(length))) ++length;
    return token(TokenKind::bad, length);
}

size_t Lexer::symbol_length() const {
    for (const std::string_view symbol : kSymbols) {
        if (text_.substr(pos_, symbol.size()) == symbol) return symbol.size();
    }
    return 0;
}

// A whole UTF-8 character, so that a message does not show half of one.
size_t Lexer::bad_length() const {
    size_t length = 1;
    while (length < 4 && (static_cast<unsigned char>(at(length)) & 0xc0) == 0x80) ++length;
    return (static_cast<unsigned char>(at(0)) & 0x80) ? length : 1;
}

}  // namespace pantile::front
