// Texts that no person would write: each gives a diagnostic, soon, and nothing worse.
#include <fmt/format.h>

#include <chrono>

#include "front/text/parsing.h"

namespace pantile::front {
namespace {

std::string repeated(const std::string& part, size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) text += part;
    return text;
}

// The limit is for hangs, not for speed.
void expect_refused(const std::string& text, const std::string& part_of_message) {
    const auto begin = std::chrono::steady_clock::now();
    const Diagnostics found = errors_of(text);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    ASSERT_FALSE(found.empty());
    EXPECT_NE(found[0].message.find(part_of_message), std::string::npos) << found[0].message;
    EXPECT_LT(found[0].message.size(), 400u);
    EXPECT_LT(seconds.count(), 60);
}

TEST(HostileText, TwentyThousandParentheses) {
    expect_refused("pipeline p\noutput f(x) = " + repeated("(", 20000) + "1" + repeated(")", 20000) + "\n",
                   "nested");
    expect_refused("pipeline p\noutput f(x) = " + repeated("abs(", 20000), "nested");
    expect_refused("pipeline p\noutput f(x) = " + repeated("-", 20000) + "1", "nested");
    expect_refused("pipeline p\noutput f(x) = " + repeated("not ", 20000) + "true", "nested");
    expect_refused("pipeline p\noutput f(x) = g" + repeated("()", 20000), "chained calls");
}

TEST(HostileText, NamesOfAMegabyte) {
    expect_refused("pipeline p\n" + std::string(1 << 20, 'a') + "(x) = 1\n", "longer than 63");
    expect_refused("pipeline p\noutput f(x) = " + std::string(1 << 20, 'a') + "\n", "not defined");
    expect_refused("pipeline p\noutput f(x) = 1" + std::string(1 << 20, '0') + "\n", "digits");
}

TEST(HostileText, BytesThatAreNoText) {
    expect_refused(std::string("pipeline p\noutput f(x) = 1\0 + 2\n", 33), "byte 0x00");
    expect_refused(repeated("\xff\xfe", 100000), "byte 0xff");
    expect_refused(repeated("@\n", 300000), "'@'");
    expect_refused("pipeline p\noutput f(x) = \x1b[31m\n", "byte 0x1b");
}

TEST(HostileText, AFileOverTheLimit) { expect_refused(std::string(kLargestFile + 1, ' '), "bytes"); }

TEST(HostileText, UnterminatedThings) {
    for (const char* text :
         {"pipeline", "pipeline p\noutput f(", "pipeline p\noutput f(x) = sum(x for", "pipeline p\ninput",
          "pipeline p\noutput f(x) = g[", "pipeline p\noutput f(x) = case", "pipeline p\nparam k: f32 in 0..",
          "pipeline p\noutput f(x) = img.", "pipeline p\nG[l in", "pipeline p\n/*", "pipeline p\n\"abc"}) {
        EXPECT_FALSE(parse_pipeline({"t.pan", text, {}})) << text;
    }
}

TEST(HostileText, EveryPrefixOfAProgramIsHandled) {
    const std::string text = with_inputs(
        "const L = 2\nparam k: f32 = 0.5 in 0..1\ndefine d(f) = sum(f(x+i, y) for i in -1..1 where i < 2 "
        "with t = i)\n"
        "G[l in 0..L](x, y): f32 = case x < l: repeat_edge(img, 0..3, _)(x, y)\n   otherwise: d(img) * k\n"
        "h(b): u32 = 0\nh(raw(i, j)) min= 1 for i in 0..3, j in 0..img.x.max where i < j with t = i\n"
        "output o(x, y) = G[1] + u8(h(0)) with t = not true\noutput G[0], o\n");
    for (size_t n = 0; n < text.size(); ++n) (void)parse_pipeline({"t.pan", text.substr(0, n), {}});
    for (size_t n = 0; n < text.size(); ++n)
        (void)parse_pipeline({"t.pan", text.substr(0, n) + text.substr(n + 1), {}});
}

TEST(HostileText, DefinitionsThatExplode) {
    std::string text = "pipeline p\ninput img: f32(x)\ndefine a0(f) = f(x) + f(x)\n";
    for (int i = 1; i < 60; ++i) text += fmt::format("define a{0}(f) = a{1}(f) + a{1}(f)\n", i, i - 1);
    expect_refused(text + "output o(x) = a59(img)\n", "expands to more than");
}

TEST(HostileText, ValuesThatAreSharedDoNotExplode) {
    std::string text = "pipeline p\ninput img: f32(x)\ndefine a0(v) = v * v\n";
    for (int i = 1; i < 60; ++i) text += fmt::format("define a{}(v) = a{}(v * v)\n", i, i - 1);
    EXPECT_EQ(parsed(text + "output o(x) = a59(img)\n").stages.size(), 1u);
}

TEST(HostileText, ChainsOfTenThousandStagesInEitherOrder) {
    std::string forward = "pipeline p\ns0(x) = x\n", backward = "pipeline p\noutput s0\n";
    for (int i = 1; i < 10000; ++i) {
        forward += fmt::format("s{}(x) = s{}(x + 1) + 1\n", i, i - 1);
        backward += fmt::format("s{}(x) = s{}(x + 1) + 1\n", i - 1, i);
    }
    EXPECT_EQ(parsed(forward + "output s9999\n").stages.size(), 10000u);
    EXPECT_EQ(parsed(backward + "s9999(x) = x\n").stages.size(), 10000u);
    expect_refused(forward + "output s10000(x) = s9999(x)\n", "at most 10000 stages");
}

TEST(HostileText, FamiliesThatAreTooLarge) {
    expect_refused("pipeline p\noutput G[l in 0..1000000](x) = x\n", "too many members");
    expect_refused("pipeline p\noutput G[l in 0..9223372036854775807](x) = x\n", "too many members");
    expect_refused("pipeline p\noutput G[a in 0..9999, b in 0..9999, c in 0..9999, d in 1..0](x) = x\n",
                   "too large");
    expect_refused("pipeline p\n" + repeated("G[l in 0..9999](x) = 1\n", 20000), "at most");
}

TEST(HostileText, ThousandsOfErrors) {
    std::string text = "pipeline p\n";
    for (int i = 0; i < 9000; ++i) text += fmt::format("s{0}(x) = zzz{0}\n", i);
    expect_refused(text, "not defined");
}

TEST(HostileText, LongSumsAndLongBindings) {
    EXPECT_EQ(parsed("pipeline p\noutput f(x) = x" + repeated("+x", 200000) + "\n").stages.size(), 1u);
    expect_refused("pipeline p\noutput f(x) = x" + repeated("-x", 200000) + "\n", "nested");
    std::string text = "pipeline p\noutput f(x) = t0 with t0 = x";
    for (int i = 1; i < 90000; ++i) text += fmt::format(", t{} = t{} + 1", i, i - 1);
    expect_refused(text + "\n", "expands to more than");
}

}  // namespace
}  // namespace pantile::front
