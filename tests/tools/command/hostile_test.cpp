// Files and arguments that are meant to hurt: a diagnostic in 512 MB, and never a crash or a hang.
#include <gmock/gmock.h>

#include "interp/images.h"
#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

using test::counting;
using testing::HasSubstr;

class Hostile : public Tool {
  protected:
    // The diagnostic of a command that must fail as the user's mistake.
    std::string refusal(const std::vector<std::string>& command) {
        const Ran ran = run(command, kHostile);
        EXPECT_FALSE(ran.timed_out) << testing::PrintToString(command);
        EXPECT_EQ(ran.code, 1) << ran.err.substr(0, 500);
        EXPECT_NE(ran.err, "");
        EXPECT_LT(ran.err.size(), 100000u);
        return ran.err;
    }
    std::string refused_text(const std::string& text) { return refusal({"check", write("p.pan", text)}); }
    void expect_fine(const std::string& text) {
        const Ran ran = run({"check", write("p.pan", text)}, kHostile);
        EXPECT_EQ(ran.code, 0) << ran.err.substr(0, 500);
    }
};

std::string repeated(const std::string& piece, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += piece;
    return all;
}

TEST_F(Hostile, ANameOfAMegabyteIsRefusedWithoutRepeatingIt) {
    const std::string text = refused_text("pipeline p\noutput " + std::string(1000000, 'a') + "(x) = x\n");
    EXPECT_THAT(text, HasSubstr("longer than 63 characters"));
    EXPECT_LT(text.size(), 1000u);
}

TEST_F(Hostile, DeepNestingIsRefused) {
    EXPECT_THAT(
        refused_text("pipeline p\noutput f(x) = " + repeated("(", 20000) + "x" + repeated(")", 20000) + "\n"),
        HasSubstr("nested more than"));
    EXPECT_THAT(refused_text("pipeline p\noutput f(x) = " + repeated("-", 20000) + "x\n"),
                HasSubstr("nested more than"));
    EXPECT_THAT(refused_text("pipeline p\noutput f(x) = " + repeated("abs(", 20000) + "x\n"),
                HasSubstr("nested more than"));
    EXPECT_NE(refused_text("pipeline p\noutput f(x) = " + repeated("(", 2000000)), "");
}

TEST_F(Hostile, ALongSumIsFine) {
    expect_fine("pipeline p\noutput f(x) = x" + repeated(" + x", 50000) + "\n");
}

TEST_F(Hostile, AFamilyOfAMillionStagesIsRefused) {
    EXPECT_THAT(
        refused_text(
            "pipeline p\nG[0](x) = x\nG[i in 1..1000000](x) = G[i-1](x) + 1\noutput f(x) = G[1000000](x)\n"),
        HasSubstr("at most 10000 stages"));
    EXPECT_NE(refused_text("pipeline p\nG[i in 0..9223372036854775807](x) = x\noutput f(x) = G[1](x)\n"), "");
}

TEST_F(Hostile, DefinesThatDoubleEachOtherEndInADiagnosticOrAreFine) {
    std::string text = "pipeline p\ndefine d0(a) = a + a\n";
    for (int i = 1; i < 40; ++i) text += fmt::format("define d{}(a) = d{}(a) + d{}(a)\n", i, i - 1, i - 1);
    const Ran ran = run({"check", write("p.pan", text + "output f(x) = d39(x)\n")}, kHostile);
    EXPECT_FALSE(ran.timed_out);
    EXPECT_TRUE(ran.code == 0 || ran.code == 1) << ran.code << ran.err;
}

TEST_F(Hostile, TheEndOfACommentInACommentReachesNoEmittedFile) {
    const std::string file =
        write("p.pan", "pipeline p # */ int evil; /*\n# \"*/\"\noutput f(x) = x # */ #error evil\n");
    EXPECT_EQ(run({"emit", file, "-o", "c"}, kHostile).code, 0);
    EXPECT_THAT(contents_of(path("c/p.c")) + contents_of(path("c/p.h")), testing::Not(HasSubstr("evil")));
    EXPECT_NE(refused_text("pipeline p\noutput f(x) = \"*/ int evil; /*\"\n"), "");
}

TEST_F(Hostile, BinaryAndEmptyFilesAreRefused) {
    std::string garbage;
    uint32_t state = 7;
    for (int i = 0; i < 300000; ++i)
        garbage += static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
    refused_text(garbage);
    refused_text("pipeline p\n" + garbage);
    refused_text("");
    refused_text(std::string("pipeline p\noutput f(x) = x\0\n", 29));
    refused_text("pipeline p\noutput f(x) = x \x1b]0;owned\x07\n");
    EXPECT_THAT(refused_text("# " + std::string(5 << 20, 'x')), HasSubstr("the most is"));
}

TEST_F(Hostile, FoldersDevicesAndMissingFilesAreNoPrograms) {
    EXPECT_THAT(refusal({"check", path("")}), HasSubstr("it is a directory"));
    EXPECT_THAT(refusal({"check", path("none.pan")}), HasSubstr("there is no such file"));
    refusal({"check", "/dev/zero"});
    refusal({"check", "/dev/null"});
    refusal({"check", ""});
    refusal({"check", std::string(5000, 'a')});
}

TEST_F(Hostile, FoldersDevicesAndMissingFilesAreNoImages) {
    const std::string file = program("input img: u8(x, y)\noutput f(x, y) = img(x, y)\n");
    for (const std::string bad : {"/dev/zero", "/dev/null", "/", "none.png"}) {
        EXPECT_THAT(refusal({"run", file, "--interpret", "--input", "img=" + bad}), HasSubstr(bad));
    }
}

TEST_F(Hostile, DamagedImagesAreRefused) {
    const std::string file = program("input img: u8(x, y)\noutput f(x, y) = img(x, y)\n");
    for (const std::string extension : {"png", "jpg", "tif", "pgm", "npy"}) {
        const std::string whole =
            contents_of(write_image("whole." + extension, counting(ScalarType::u8, {64, 48})));
        for (const size_t keep :
             {size_t{0}, size_t{3}, whole.size() / 4, whole.size() / 2, whole.size() - 20}) {
            write("cut." + extension, whole.substr(0, keep));
            const Ran ran = run({"run", file, "--interpret", "--input", "img=cut." + extension}, kHostile);
            EXPECT_FALSE(ran.timed_out);
            EXPECT_EQ(ran.code, 1) << extension << " cut to " << keep << " of " << whole.size() << "\n"
                                   << ran.err;
        }
    }
}

TEST_F(Hostile, AnImageThatClaimsToBeHugeIsRefused) {
    const std::string file = program("input img: u8(x, y)\noutput f(x, y) = img(x, y)\n");
    write("huge.pgm", "P5 2000000000 2000000000 255\nabc");
    refusal({"run", file, "--interpret", "--input", "img=huge.pgm"});
    write("huge.ppm", "P6 99999999999999999999 1 255\nabc");
    refusal({"run", file, "--interpret", "--input", "img=huge.ppm"});
}

TEST_F(Hostile, OutputsThatCannotBeWrittenAreReported) {
    const std::string file = program("output f(x, y) = u8(x)\n");
    const auto to = [&](const std::string& output) {
        return refusal({"run", file, "--interpret", "--size", "x=3,y=2", "--output", output});
    };
    EXPECT_THAT(to("no/such/folder/out.png"), HasSubstr("no/such/folder/out.png"));
    to("/proc/out.png");
    to("out.xyz");
    to("out");
    std::filesystem::create_directory(path("folder.png"));
    to("folder.png");
    refusal({"emit", file, "-o", "/proc/here"});
    refusal({"emit", file, "-o", "p.pan"});
}

TEST_F(Hostile, SizesThatNoMachineHasAreRefusedBeforeAnythingIsAllocated) {
    const std::string file = program("output f(x, y) = x + y\n");
    for (const std::string size : {"x=0,y=1", "x=-1,y=1", "x=1073741824,y=1073741824",
                                   "x=9223372036854775807,y=1", "x=10000000,y=10000000"}) {
        refusal({"run", file, "--interpret", "--size", size, "--output", "o.npy"});
        EXPECT_FALSE(std::filesystem::exists(path("o.npy"))) << size;
    }
}

TEST_F(Hostile, NamesOnTheCommandLineAreShownHarmlessly) {
    const std::string file = program("output f(x) = x\n");
    for (const std::string& text :
         {refusal({"run", file, "--interpret", "--size", "x\x1b[2J=1"}),
          refusal({"run", file, "--interpret", "--set", "\x1b[2J=1"}), refusal({"check", "\x1b[2J.pan"})}) {
        EXPECT_THAT(text, testing::Not(HasSubstr("\x1b")));
    }
}

}  // namespace
}  // namespace pantile::tool
