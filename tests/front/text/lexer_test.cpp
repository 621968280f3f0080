#include "front/text/lexer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pantile::front {
namespace {

std::vector<std::string> words(std::string_view text) {
    Lexer lexer(text);
    std::vector<std::string> found;
    for (Token t = lexer.next(); t.kind != TokenKind::end; t = lexer.next()) found.emplace_back(t.text);
    return found;
}

TokenKind kind_of(std::string_view text) { return Lexer(text).next().kind; }

using Words = std::vector<std::string>;

TEST(Lexer, ARangeIsNoRealNumber) {
    EXPECT_EQ(words("0..3"), (Words{"0", "..", "3"}));
    EXPECT_EQ(words("0.5..1.5"), (Words{"0.5", "..", "1.5"}));
    EXPECT_EQ(words("img.x.min..img.x.max"),
              (Words{"img", ".", "x", ".", "min", "..", "img", ".", "x", ".", "max"}));
}

TEST(Lexer, NumbersHaveFractionsExponentsAndHexadecimalDigits) {
    EXPECT_EQ(kind_of("12"), TokenKind::integer);
    EXPECT_EQ(kind_of("0x1F"), TokenKind::integer);
    EXPECT_EQ(kind_of("1.5"), TokenKind::real);
    EXPECT_EQ(kind_of(".5"), TokenKind::real);
    EXPECT_EQ(kind_of("2e-3"), TokenKind::real);
    EXPECT_EQ(kind_of("1e+20"), TokenKind::real);
    EXPECT_EQ(kind_of("12ab"), TokenKind::bad);
    EXPECT_EQ(kind_of("1_000"), TokenKind::bad);
    EXPECT_EQ(kind_of("1e"), TokenKind::bad);
}

TEST(Lexer, CommentsEndWithTheirLine) { EXPECT_EQ(words("a # b */ c\nd // e\nf"), (Words{"a", "d", "f"})); }

TEST(Lexer, LongerSymbolsWin) {
    EXPECT_EQ(words("a<<b<=c<d"), (Words{"a", "<<", "b", "<=", "c", "<", "d"}));
    EXPECT_EQ(words("a+=b"), (Words{"a", "+=", "b"}));
}

TEST(Lexer, TabsReachToMultiplesOfEightInTheIndentAndAreOneColumnWide) {
    Lexer lexer("a\n  \tb");
    lexer.next();
    const Token b = lexer.next();
    EXPECT_EQ(b.indent, 8);
    EXPECT_EQ(b.span, (SourceSpan{2, 4, 1}));
    EXPECT_TRUE(b.begins_line);
}

TEST(Lexer, ACharacterOfSeveralBytesIsOneBadToken) {
    const Token t = Lexer("\xc3\xb6x").next();
    EXPECT_EQ(t.kind, TokenKind::bad);
    EXPECT_EQ(t.text, "\xc3\xb6");
    EXPECT_EQ(Lexer(std::string_view("\0", 1)).next().kind, TokenKind::bad);
}

TEST(Lexer, LinesMayEndWithCarriageReturnAndNewline) {
    EXPECT_EQ(words("a\r\nb\r\n"), (Words{"a", "b"}));
    EXPECT_EQ(kind_of("\rx"), TokenKind::bad);
}

}  // namespace
}  // namespace pantile::front
