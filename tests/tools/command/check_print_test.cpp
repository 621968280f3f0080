#include <gmock/gmock.h>

#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

using testing::HasSubstr;

class CheckAndPrint : public Tool {};

TEST_F(CheckAndPrint, ARightProgramGivesNoOutput) {
    for (const std::string name : {"blur", "unsharp", "harris", "harris_view"}) {
        const Ran ran = run({"check", app(name)});
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(ran.out + ran.err, "") << name;
    }
}

TEST_F(CheckAndPrint, AWrongProgramGivesItsDiagnosticsOnStandardError) {
    const Ran ran = run({"check", program("input img: f32(x, y)\noutput f(x, y) = imgg(x, y)\n")});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("p.pan:3:18: error: "));
    EXPECT_THAT(ran.err, HasSubstr("\n  output f(x, y) = imgg(x, y)\n                   ^^^^"));
}

TEST_F(CheckAndPrint, AnIndexWithoutBoundsIsAnErrorOfTheProgram) {
    const Ran ran = run({"check", program("input img: i32(x)\noutput f(x) = img(img(x))\n")});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, HasSubstr("'f' reads 'img' at 'img(x)', whose range is not known."));
}

TEST_F(CheckAndPrint, PrintingAPrintedProgramChangesNothing) {
    for (const std::string name : {"blur", "unsharp", "harris", "harris_view"}) {
        const Ran once = run({"print", app(name)});
        EXPECT_EQ(once.code, 0);
        EXPECT_THAT(once.out, HasSubstr("pipeline " + name + "\n"));
        const Ran twice = run({"print", write("again.pan", once.out)});
        EXPECT_EQ(twice.out, once.out);
    }
}

TEST_F(CheckAndPrint, AWrongProgramIsNotPrinted) {
    const Ran ran = run({"print", program("output f(x) = \n")});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err, "");
}

TEST_F(CheckAndPrint, ADefineReplacesAConst) {
    const std::string file = program("const N = 3\noutput f(x) = x + N\n");
    EXPECT_THAT(run({"print", file}).out, HasSubstr("x + 3"));
    EXPECT_THAT(run({"print", file, "--define", "N=7"}).out, HasSubstr("x + 7"));
    const Ran unknown = run({"print", file, "--define", "M=7"});
    EXPECT_EQ(unknown.code, 1);
    EXPECT_THAT(unknown.err, HasSubstr("'M'"));
}

TEST_F(CheckAndPrint, WrongCommandLinesExitWithTwo) {
    const std::string file = program("const N = 3\noutput f(x) = x + N\n");
    const std::vector<std::vector<std::string>> wrong = {
        {},
        {"frobnicate"},
        {"check"},
        {"check", file, "--fast"},
        {"print", file, file},
        {"print", file, "--define", "N"},
        {"print", file, "--define", "N=x"},
        {"print", file, "--define", "=3"},
        {"print", file, "--define", "N=1,N=2"},
        {"print", file, "--define", "N=99999999999999999999"},
        {"emit", file},
        {"run", file, "--math", "loose"},
        {"run", file, "--threads", "-1"},
        {"run", file, "--threads", "two"},
        {"run", file, "--time", "0"},
        {"run", file, "--target", "z80"},
        {"run", file, "--size", "x"},
        {"run", file, "--size", "x=1.5"},
        {"run", file, "--size", "x=1,x=2"},
        {"run", file, "--set", "k"},
        {"run", file, "--set", "k=abc"},
        {"run", file, "--input", "img"},
        {"run", file, "--input", "=a.png"},
        {"photo"},
        {"photo", "a.png", "--size", "x=0"},
        {"photo", "a.png", "--size", "z=3"}};
    for (const std::vector<std::string>& arguments : wrong) {
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.code, 2) << testing::PrintToString(arguments) << ran.err;
        EXPECT_NE(ran.err, "") << testing::PrintToString(arguments);
    }
}

TEST_F(CheckAndPrint, HelpAndVersionAreNoErrors) {
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"--help"}, {"run", "--help"}, {"--version"}}) {
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.code, 0);
        EXPECT_NE(ran.out, "");
        EXPECT_EQ(ran.err, "");
    }
    EXPECT_THAT(run({"--version"}).out, testing::MatchesRegex("pantile [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

}  // namespace
}  // namespace pantile::tool
