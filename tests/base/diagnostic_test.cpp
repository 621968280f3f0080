#include "pantile/diagnostic.h"

#include <gtest/gtest.h>

#include "pantile/result.h"

namespace pantile {
namespace {

TEST(Diagnostic, APlaceIsShownWithItsLineAndCarets) {
    const Diagnostic d{Severity::error, "a.pan", {2, 5, 3}, "what.", "one two three", {"why."}, {"do."}};
    EXPECT_EQ(render(d),
              "a.pan:2:5: error: what.\n"
              "  one two three\n"
              "      ^^^\n"
              "note: why.\n"
              "hint: do.\n");
}

TEST(Diagnostic, WithoutAPlaceOnlyTheMessageIsShown) {
    EXPECT_EQ(render(Diagnostic{.message = "what."}), "error: what.\n");
    EXPECT_EQ(render(Diagnostic{.severity = Severity::warning, .file = "f", .message = "what."}),
              "f: warning: what.\n");
}

TEST(Diagnostic, OfALongLineThePartAroundThePlaceIsShown) {
    Diagnostic d{.span = {1, 5000, 9}, .message = "m.", .source_line = std::string(10000, 'a')};
    const std::string text = render(d);
    EXPECT_LT(text.size(), 500u);
    EXPECT_NE(text.find("^^^^^^^^^\n"), std::string::npos);
}

TEST(Diagnostic, CaretsEndWithTheLine) {
    Diagnostic d{.span = {1, 3, 1000000}, .message = "m.", .source_line = "abcde"};
    EXPECT_EQ(render(d), "1:3: error: m.\n  abcde\n    ^^^\n");
    d.span = {1, 1000, 4};
    EXPECT_EQ(render(d), "1:1000: error: m.\n");
}

TEST(Diagnostic, ControlCharactersDoNotReachTheTerminal) {
    Diagnostic d{.file = "a\x1b]0;x\x07.pan",
                 .span = {1, 1, 1},
                 .message = "m\x1b[2J.",
                 .source_line = "\x1b[31mred\t\x7f"};
    d.notes = {"n\x08"};
    for (const char c : render(d))
        EXPECT_TRUE(c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f));
}

TEST(Diagnostic, WarningsAreNoErrors) {
    EXPECT_FALSE(has_errors({{.severity = Severity::warning}}));
    EXPECT_TRUE(has_errors({{.severity = Severity::warning}, {.message = "m."}}));
    EXPECT_FALSE(has_errors({}));
}

TEST(Result, AValueThatIsNotThereThrowsItsDiagnostics) {
    const Result<int> failed(Diagnostic{.message = "no number."});
    EXPECT_FALSE(failed);
    try {
        failed.value();
        FAIL() << "did not throw";
    } catch (const Error& e) {
        EXPECT_STREQ(e.what(), "error: no number.\n");
        EXPECT_EQ(e.diagnostics().size(), 1u);
    }
    EXPECT_EQ(Result<int>(3).value(), 3);
}

}  // namespace
}  // namespace pantile
