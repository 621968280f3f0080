#include <gmock/gmock.h>

#include "interp/images.h"
#include "tools/command/tool.h"

namespace pantile::tool {
namespace {

using test::counting;
using test::numbers_of;
using testing::ElementsAre;
using testing::HasSubstr;

class Run : public Tool {};

TEST_F(Run, SizesSettingsAndThreadsAreUsed) {
    const std::string file =
        program("param k: i32 = 1\nparam b: bool = false\noutput f(x, y) = select(b, x*k, y)\n");
    const Ran ran = run({"run", file, "--size", "x=3,y=2", "--set", "k=5", "--set", "b=true", "--threads",
                         "2", "--output", "out.npy"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out + ran.err, "");
    EXPECT_THAT(numbers_of(read_image("out.npy")), ElementsAre(0, 5, 10, 0, 5, 10));
}

TEST_F(Run, TheInterpreterGivesTheSameFile) {
    write_image("in.npy", counting(ScalarType::u8, {9, 7}));
    for (const std::string name : {"blur", "harris_view"}) {
        const std::vector<std::string> command = {"run", app(name), "--input", "img=in.npy", "--output"};
        const auto with = [&](std::vector<std::string> more) {
            std::vector<std::string> all = command;
            all.insert(all.end(), more.begin(), more.end());
            return run(all);
        };
        EXPECT_EQ(with({"a.npy"}).code, 0);
        EXPECT_EQ(with({"b.npy", "--interpret"}).code, 0);
        EXPECT_EQ(contents_of(path("a.npy")), contents_of(path("b.npy"))) << name;
        EXPECT_NE(contents_of(path("a.npy")), "");
    }
}

TEST_F(Run, TheInterpreterFollowsNoSchedule) {
    const std::string file = program("output a(x) = x\n");
    for (const auto& [option, value] :
         std::vector<std::pair<std::string, std::string>>{{"--schedule", "auto"},
                                                          {"--cost", "halide"},
                                                          {"--budget", "2"},
                                                          {"--group-limit", "32"},
                                                          {"--machine", "m.json"},
                                                          {"--save-schedule", "s.json"},
                                                          {"--tune-again", ""}}) {
        std::vector<std::string> command = {"run", file, "--interpret", "--size", "x=3", option};
        if (!value.empty()) command.push_back(value);
        const Ran ran = run(command);
        EXPECT_EQ(ran.code, 2) << option;
        EXPECT_EQ(ran.err, "error: '--interpret' follows no schedule, so it goes without '" + option +
                               "'.\nhint: 'pantile --help' shows how commands are written.\n");
    }
}

TEST_F(Run, SeveralOutputsAreNamed) {
    const std::string file = program("output a(x) = x\noutput b(x) = 2*x\n");
    EXPECT_EQ(run({"run", file, "--size", "x=3", "--output", "a=1.npy", "--output", "b=2.npy"}).code, 0);
    EXPECT_THAT(numbers_of(read_image("1.npy")), ElementsAre(0, 1, 2));
    EXPECT_THAT(numbers_of(read_image("2.npy")), ElementsAre(0, 2, 4));
    const Ran unnamed = run({"run", file, "--size", "x=3", "--output", "1.npy"});
    EXPECT_EQ(unnamed.code, 2);
    EXPECT_THAT(unnamed.err, HasSubstr("'p' has several outputs: say which one with --output NAME=FILE."));
    EXPECT_EQ(run({"run", file, "--size", "x=3", "--output", "a=1.npy", "--output", "a=2.npy"}).code, 2);
}

TEST_F(Run, TimeIsPrintedOnOneLine) {
    const std::string file = program("output a(x) = x\n");
    for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{{}, {"--interpret"}}) {
        std::vector<std::string> command = {"run", file, "--size", "x=300", "--time", "5"};
        command.insert(command.end(), more.begin(), more.end());
        const Ran ran = run(command);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_THAT(ran.out,
                    testing::MatchesRegex(
                        "time: minimum [0-9]+\\.[0-9][0-9][0-9] ms, median [0-9]+\\.[0-9][0-9][0-9] ms\n"));
    }
}

TEST_F(Run, ARunWithoutAnOutputFileChecksTheProgram) {
    EXPECT_EQ(run({"run", program("output a(x) = x\n"), "--size", "x=3"}).code, 0);
    EXPECT_EQ(run({"run", program("param k: i32\noutput a(x) = x\n"), "--size", "x=3"}).code, 1);
}

TEST_F(Run, MissingAndUnknownNamesAreExplained) {
    write_image("in.npy", counting(ScalarType::f32, {9, 7}));
    const std::string file =
        program("input img: f32(x, y)\nparam k: f32 = 1 in 0..2\noutput a(x, y) = img(x, y)*k\n");
    const auto err = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"run", file, "--interpret", "--output", "o.npy"});
        const Ran ran = run(more);
        EXPECT_EQ(ran.code, 1);
        EXPECT_FALSE(std::filesystem::exists(path("o.npy")));
        return ran.err;
    };
    EXPECT_THAT(err({}), HasSubstr("error: the input 'img' is missing."));
    EXPECT_THAT(err({"--input", "imgg=in.npy"}), HasSubstr("'p' has no input 'imgg'."));
    EXPECT_THAT(err({"--input", "img=in.npy", "--set", "kk=1"}), HasSubstr("'p' has no parameter 'kk'."));
    EXPECT_THAT(err({"--input", "img=in.npy", "--set", "k=2.5"}),
                HasSubstr("the value of 'k', 2.5, lies outside its range 0.0..2.0."));
    EXPECT_THAT(err({"--input", "img=in.npy", "--set", "k=nan"}), HasSubstr("lies outside its range"));
    EXPECT_THAT(err({"--input", "img=in.npy", "--set", "k=true"}),
                HasSubstr("the value given for 'k' is not of type 'f32'."));
    EXPECT_THAT(err({"--input", "img=in.npy", "--size", "z=1"}),
                HasSubstr("no output of 'p' has a dimension 'z'."));
    EXPECT_THAT(err({"--input", "img=none.npy"}), HasSubstr("none.npy"));
}

TEST_F(Run, AnUnknownScheduleIsRefusedWithTheKnownOnes) {
    const Ran ran = run({"run", program("output a(x) = x\n"), "--size", "x=3", "--schedule", "best"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, HasSubstr("there is no scheduler 'best'."));
    EXPECT_THAT(ran.err, HasSubstr("naive"));
}

TEST_F(Run, WithoutASizeTheOutputIsTheLargestThatTheInputsAllow) {
    write_image("in.npy", counting(ScalarType::i32, {10, 6}));
    const auto shape = [&](const std::string& items) {
        const Ran ran = run({"run", program("input img: i32(x, y)\n" + items), "--input", "img=in.npy",
                             "--output", "o.npy", "--interpret"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        std::vector<int64_t> extents;
        const AnyBuffer out = read_image("o.npy");
        for (const Dimension& dim : out.dims()) extents.push_back(dim.extent);
        return extents;
    };
    EXPECT_THAT(shape("output f(x, y) = img(x-1, y) + img(x+2, y+1)\n"), ElementsAre(7, 5));
    EXPECT_THAT(shape("output f(x, y) = img(2*x, 2*y) + img(2*x+1, 2*y+1)\n"), ElementsAre(5, 3));
    EXPECT_THAT(shape("output f(x, y) = img(x/2, y/3)\n"), ElementsAre(20, 18));
    EXPECT_THAT(shape("define wide(f) = f(x-5, y+9)\noutput f(x, y) = wide(mirror_image(img))\n"),
                ElementsAre(10, 6));
    EXPECT_THAT(shape("output f(y) = sum(img(i, y) for i in 0..img.x.max)\n"), ElementsAre(6));
    EXPECT_THAT(shape("output f(x, y) = sum(img(x+i, y+j) for i in -2..2, j in -1..1)\n"), ElementsAre(6, 4));
    EXPECT_THAT(shape("output f(x, y) = img(img.x.max - x, y)\n"), ElementsAre(10, 6));
}

}  // namespace
}  // namespace pantile::tool
