#include "front/text/token_cursor.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/identifier.h"

namespace pantile::front {
namespace {

struct Remedy {
    std::string_view text;
    std::string_view hint;
};

// What people write who come from other languages.
constexpr std::array kRemedies = std::to_array<Remedy>({
    {"&&", "write 'and'."},
    {"||", "write 'or'."},
    {"!", "write 'not'."},
    {"**", "write 'pow(a, b)'."},
    {"?", "write 'select(condition, a, b)'."},
    {"/*", "a comment begins with '#' and ends with its line."},
    {";", "an item ends with its line; remove the ';'."},
    {"{", "there are no braces: indented lines continue an item."},
    {"}", "there are no braces: indented lines continue an item."},
    {"-=", "write '+=' and the negated value."},
    {"/=", "write '*=' and the reciprocal."},
    {"not", "put it into parentheses: '(not …)'."},
    {"if", "write 'case condition: value', or 'select(condition, a, b)'."},
    {"else", "write 'otherwise: value', or 'select(condition, a, b)'."},
});

// Whether an expression was read to its end when 'wanted' was missing.
bool ends_expression(std::string_view wanted) {
    return wanted.find("after the") != std::string_view::npos ||
           wanted.find("end of the item") != std::string_view::npos ||
           wanted.find("to close") != std::string_view::npos;
}

std::vector<std::string> remedies(const Token& found, std::string_view wanted) {
    if (found.text == "=" && ends_expression(wanted)) return {"'=' defines; to compare, write '=='."};
    for (const Remedy& r : kRemedies) {
        if (r.text == found.text) return {std::string(r.hint)};
    }
    return {};
}

std::string bad_text(const Token& t) {
    const auto first = static_cast<unsigned char>(t.text[0]);
    if (first >= '0' && first <= '9') return fmt::format("{} is not a number.", in_quotes(t.text));
    if (first < 0x20 || first == 0x7f || t.text.size() == 1) {
        if (first >= 0x20 && first < 0x7f)
            return fmt::format("the character '{}' is not allowed here.", t.text);
        return fmt::format("there is a byte 0x{:02x} in the text.", first);
    }
    return fmt::format("the character '{}' is allowed only in a comment.", t.text);
}

std::vector<std::string> bad_hints(const Token& t) {
    const auto first = static_cast<unsigned char>(t.text[0]);
    if (first == '"' || first == '\'') return {"there are no strings in the language."};
    if (first >= 0x80) return {"names and operators are made of ASCII characters."};
    if (first < '0' || first > '9') return {};
    return {"numbers look like '12', '0x1f', '1.5' or '2e-3'; a name begins with a letter."};
}

}  // namespace

TokenCursor::TokenCursor(std::string_view text, Report& report) : report_(report), lexer_(text) {
    ahead_ = {lexer_.next(), lexer_.next()};
    item_indent_ = ahead_[0].indent;
}

bool TokenCursor::next_item() {
    // An item whose first token was refused still stands at that token.
    if (failed_ && at_item_start_) advance();
    failed_ = false;
    last_ended_early_ = ended_early_;
    ended_early_ = false;
    while (ahead_[0].kind != TokenKind::end && !begins_item(ahead_[0])) advance();
    at_item_start_ = true;
    line_ends_.clear();
    return ahead_[0].kind != TokenKind::end;
}

const Token& TokenCursor::peek() {
    const Token& t = ahead_[0];
    if (!failed_ && t.kind == TokenKind::bad && (at_item_start_ || !begins_item(t))) refuse_bad_token(t);
    const bool over = failed_ || t.kind == TokenKind::end || (!at_item_start_ && begins_item(t));
    if (!over) return t;
    end_.kind = TokenKind::end;
    end_.span = {last_.line, last_.column + std::max(last_.length, 1), 1};
    return end_;
}

const Token& TokenCursor::peek_second() {
    if (peek().kind == TokenKind::end || begins_item(ahead_[1])) return end_ = Token{};
    return ahead_[1];
}

Token TokenCursor::take() {
    const Token taken = peek();
    if (taken.kind == TokenKind::end) return taken;
    at_item_start_ = false;
    last_ = taken.span;
    if (line_ends_.empty() || line_ends_.back().line != last_.line)
        line_ends_.push_back(last_);
    else
        line_ends_.back() = last_;
    advance();
    return taken;
}

void TokenCursor::advance() {
    ahead_[0] = ahead_[1];
    ahead_[1] = lexer_.next();
}

bool TokenCursor::accept(std::string_view text) {
    if (!at(text)) return false;
    take();
    return true;
}

bool TokenCursor::expect(std::string_view text, std::string_view purpose) {
    if (accept(text)) return true;
    fail_expected(fmt::format("'{}' {}", text, purpose));
    return false;
}

void TokenCursor::fail(SourceSpan span, std::string message, std::vector<std::string> hints) {
    if (failed_) return;
    failed_ = true;
    report_.error(span, std::move(message), std::move(hints));
}

void TokenCursor::fail_expected(std::string_view wanted) {
    if (failed_) return;
    const Token found = peek();
    if (failed_) return;
    if (found.kind != TokenKind::end) {
        return fail(found.span, fmt::format("expected {}, but found {}.", wanted, in_quotes(found.text)),
                    remedies(found, wanted));
    }
    std::vector<std::string> hints;
    if (ahead_[0].kind != TokenKind::end) hints.push_back("a line that continues an item is indented.");
    ended_early_ = true;
    fail(found.span, fmt::format("expected {}, but the item ends here.", wanted), std::move(hints));
}

void TokenCursor::refuse_bad_token(const Token& t) { fail(t.span, bad_text(t), bad_hints(t)); }

SourceSpan TokenCursor::span_from(const SourceSpan& first) const {
    const auto end = std::find_if(line_ends_.rbegin(), line_ends_.rend(),
                                  [&](const SourceSpan& s) { return s.line == first.line; });
    if (end == line_ends_.rend()) return first;
    return {first.line, first.column, end->column + end->length - first.column};
}

}  // namespace pantile::front
