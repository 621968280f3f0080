// Cuts a .pan text into tokens, one at a time. It reports nothing: what is no word of the language becomes a
// token of kind 'bad', and the parser says so where it meets it.
#pragma once

#include "front/text/token.h"

namespace pantile::front {

class Lexer {
  public:
    // The text must outlive the tokens.
    explicit Lexer(std::string_view text) : text_(text) {}
    Token next();

  private:
    char at(size_t ahead) const { return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0'; }
    void skip_blanks();
    void new_line();
    Token token(TokenKind kind, size_t length);
    Token number();
    size_t digits_from(size_t offset) const;
    size_t symbol_length() const;
    size_t bad_length() const;

    std::string_view text_;
    size_t pos_ = 0;
    size_t line_start_ = 0;
    int line_ = 1;
    int indent_ = 0;
    bool line_is_empty_ = true;
};

}  // namespace pantile::front
