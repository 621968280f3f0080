// Walks over the tokens, item by item. An item begins in the column of the first token of the file, or left
// of it; lines that are indented deeper continue the item before. After an error the rest of the item is
// passed over: the cursor then stands at the item's end, so that whoever parses simply finishes, and one
// mistake gives one diagnostic.
#pragma once

#include <array>
#include <vector>

#include "front/text/lexer.h"
#include "front/text/report.h"

namespace pantile::front {

class TokenCursor {
  public:
    TokenCursor(std::string_view text, Report& report);

    // Goes to the first token of the next item; false at the end of the file.
    bool next_item();

    // The next token of this item, or one of kind 'end'.
    const Token& peek();
    const Token& peek_second();
    Token take();

    bool at(std::string_view text) { return peek().text == text && peek().kind != TokenKind::end; }
    bool second_is(std::string_view text) { return peek_second().text == text; }
    bool accept(std::string_view text);
    // Takes 'text', or fails with "expected 'text' PURPOSE".
    bool expect(std::string_view text, std::string_view purpose);
    bool at_end() { return peek().kind == TokenKind::end; }

    void fail(SourceSpan span, std::string message, std::vector<std::string> hints = {});
    // "expected WANTED, but found …", with a hint for words of other languages.
    void fail_expected(std::string_view wanted);
    bool failed() const { return failed_; }
    // Whether the item before this one broke off: then this one may be its unindented rest.
    bool follows_broken_item() const { return last_ended_early_; }
    void drop_item() { failed_ = true; }

    int last_line() const { return last_.line; }
    // From the beginning of 'first' to the end of the last token taken, as far as that is one line.
    SourceSpan span_from(const SourceSpan& first) const;

  private:
    bool begins_item(const Token& t) const { return t.begins_line && t.indent <= item_indent_; }
    void advance();
    void refuse_bad_token(const Token& t);

    Report& report_;
    Lexer lexer_;
    std::array<Token, 2> ahead_;
    Token end_;
    int item_indent_ = 0;
    bool at_item_start_ = true;
    bool failed_ = false;
    bool ended_early_ = false;
    bool last_ended_early_ = false;
    SourceSpan last_;
    std::vector<SourceSpan> line_ends_;  // the last token taken on each line of this item
};

}  // namespace pantile::front
