// Files with pins: read as they are meant, or refused with a message; never more than that.
#include <gtest/gtest.h>

#include "plan/schedule_file.h"
#include "random/random.h"
#include "search/scheduled.h"

namespace pantile::schedule {

using namespace search;
namespace {

const ir::Pipeline kProgram = front::parsed(
    "pipeline p\ninput img: f32(x, y)\na(x, y) = img(x-1, y) + img(x+1, y)\n"
    "output b(x, y) = a(x, y-1) + a(x, y+1)\n");

std::string with_pins(const std::string& pins) { return "{\"pins\": " + pins + "}"; }

std::string problem_of(const std::string& text) {
    const Result<plan::PlannedFile> read = plan::read_schedule_file(text, "p.json", kProgram);
    return read ? "" : render(read.diagnostics());
}

void expect_problem(const std::string& text, const std::string& message) {
    EXPECT_EQ(problem_of(text), "p.json: error: " + message + "\n") << text;
}

TEST(PinsFile, EveryKindIsRead) {
    const Result<plan::PlannedFile> read = plan::read_schedule_file(
        R"({"scheduler": "dp", "pins": {"together": [["a", "b"]], "apart": [["b", "a"], []], "inline": ["a"],
            "never_inline": ["b"], "tile": {"b": {"y": 32}}, "slide": {"b": {"y": 2}}}})",
        "p.json", kProgram);
    ASSERT_TRUE(read) << render(read.diagnostics());
    EXPECT_FALSE(read->plan);
    EXPECT_EQ(read->scheduler, "dp");
    EXPECT_EQ(read->pins.together, (Groups{{"a", "b"}}));
    EXPECT_EQ(read->pins.apart, (Groups{{"b", "a"}, {}}));
    EXPECT_EQ(read->pins.inlined, std::set<std::string>{"a"});
    EXPECT_EQ(read->pins.stored, std::set<std::string>{"b"});
    EXPECT_EQ(read->pins.tiles.at("b"), (std::vector<int64_t>{0, 32}));
    EXPECT_EQ(read->pins.slides.at("b").dim, 1u);
    EXPECT_EQ(read->pins.slides.at("b").rows, 2);
}

TEST(PinsFile, WhoeverFillsInTheRestIsAutoUnlessSaid) {
    const Result<plan::PlannedFile> read = plan::read_schedule_file(with_pins("{}"), "p.json", kProgram);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->scheduler, "auto");
    EXPECT_TRUE(read->pins.empty());
}

TEST(PinsFile, AFileWithGroupsIsAWholeSchedule) {
    for (const std::string scheduler : {"auto", "dp", "greedy", "polymage", "forma", "naive"}) {
        const Schedule whole = scheduled({.pipeline = kProgram, .scheduler = scheduler}).schedule;
        const Result<plan::PlannedFile> read =
            plan::read_schedule_file(to_json(whole, kProgram), "p.json", kProgram);
        ASSERT_TRUE(read) << render(read.diagnostics());
        ASSERT_TRUE(read->plan);
        EXPECT_EQ(to_json(*read->plan->schedule, kProgram), to_json(whole, kProgram));
    }
}

TEST(PinsFile, AKeyThatIsThereTwiceIsRefused) {
    EXPECT_EQ(
        problem_of(R"({"pins": {"inline": ["a"]}, "pins": {}})").rfind("p.json:1:29: error: 'pins' is", 0),
        0u);
    EXPECT_EQ(problem_of(with_pins(R"({"tile": {"b": {"y": 8}, "b": {"x": 8}}})"))
                  .rfind("p.json:1:35: error: 'b' is given twice.", 0),
              0u);
}

TEST(PinsFile, WrongTypesAreRefused) {
    for (const std::string other : {"[]", "3", "\"a\"", "true", "[[\"a\"]]"})
        expect_problem(with_pins(other), "'pins' is an object.");
    for (const std::string key : {"together", "apart"}) {
        expect_problem(with_pins("{\"" + key + "\": 3}"), "'" + key + "' is a list of lists of stages.");
        for (const std::string other : {"[\"a\"]", "[[3]]", "[[[\"a\"]]]", "[{}]", "[null]"})
            expect_problem(with_pins("{\"" + key + "\": " + other + "}"),
                           "'" + key + "' is made of lists of stages.");
    }
    for (const std::string key : {"inline", "never_inline"}) {
        for (const std::string other : {"\"a\"", "[3]", "{\"a\": 1}", "null", "[[\"a\"]]"})
            expect_problem(with_pins("{\"" + key + "\": " + other + "}"),
                           "'" + key + "' is made of lists of stages.");
    }
    for (const std::string key : {"tile", "slide"}) {
        for (const std::string other : {"[]", "3", "{\"b\": 3}", "{\"b\": [1, 2]}", "null"})
            expect_problem(with_pins("{\"" + key + "\": " + other + "}"),
                           "'" + key + "' gives sizes to stages.");
    }
    expect_problem("{\"pins\": {}, \"scheduler\": 3}", "'scheduler' is a name.");
}

TEST(PinsFile, SizesHaveLimits) {
    for (const std::string size :
         {"0", "-1", "1.5", "\"8\"", "1073741825", "18446744073709551615", "1e300", "null"}) {
        expect_problem(with_pins("{\"tile\": {\"b\": {\"x\": " + size + "}}}"),
                       "'tile' of 'b' is a whole number from 1 to 1073741824.");
        expect_problem(with_pins("{\"slide\": {\"b\": {\"x\": " + size + "}}}"),
                       "'slide' of 'b' is a whole number from 1 to 65536.");
    }
    expect_problem(with_pins("{\"slide\": {\"b\": {\"x\": 1, \"y\": 1}}}"),
                   "'b' slides along one dimension.");
}

TEST(PinsFile, NamesThatNobodyKnowsAreRefused) {
    expect_problem(
        with_pins("{\"tiles\": {}}"),
        "'tiles' is not known among pins; there are: together, apart, inline, never_inline, tile, slide.");
    expect_problem("{\"pins\": {}, \"groups\": []}",
                   "'groups' is not known beside 'pins'; there are: scheduler, pipeline_hash.");
    expect_problem(with_pins("{\"tile\": {\"zz\": {\"x\": 1}}}"),
                   "'tile' names 'zz', which is not a stage of 'p'.");
    expect_problem(with_pins("{\"slide\": {\"img\": {\"x\": 1}}}"),
                   "'slide' names 'img', which is not a stage of 'p'.");
    expect_problem(with_pins("{\"tile\": {\"b\": {\"z\": 1}}}"), "'b' has no dimension 'z' for 'tile'.");
    // Strings of others are shown without what would move the terminal.
    expect_problem(
        with_pins("{\"\\u001b[2J\": {}}"),
        "'?[2J' is not known among pins; there are: together, apart, inline, never_inline, tile, slide.");
}

TEST(PinsFile, TheHashOfAnotherPipelineIsRefused) {
    expect_problem("{\"pins\": {}, \"pipeline_hash\": \"00\"}",
                   "the pins were made for another pipeline, or for another version of this one.");
    expect_problem("{\"pins\": {}, \"pipeline_hash\": 7}",
                   "the pins were made for another pipeline, or for another version of this one.");
    EXPECT_EQ(problem_of("{\"pins\": {}, \"pipeline_hash\": \"" + hash_of(kProgram) + "\"}"), "");
}

TEST(PinsFile, TextsThatAreNoObjectAreRefused) {
    for (const std::string text : {"", "[]", "3", "{\"pins\": {}", "pins", "{\"pins\": {}} x"})
        EXPECT_NE(problem_of(text), "") << text;
    for (const char open : {'[', '{'}) {
        std::string deep = "{\"pins\": {\"together\": ";
        for (int i = 0; i < 100000; ++i) deep += open == '[' ? "[" : "{\"a\": ";
        EXPECT_NE(problem_of(deep), "");
        std::string closed = deep + "1";
        for (int i = 0; i < 100000; ++i) closed += open == '[' ? "]" : "}";
        EXPECT_NE(problem_of(closed + "}}"), "");
    }
}

// Bytes that change at random: a message, or pins that a scheduler then keeps or refuses.
TEST(PinsFile, DamagedFilesGiveMessagesAndNothingElse) {
    const std::string right =
        R"({"scheduler": "dp", "pins": {"together": [["a", "b"]], "apart": [["a"], ["b"]], "inline": [],
            "never_inline": ["a"], "tile": {"b": {"x": 64, "y": 32}}, "slide": {"b": {"y": 2}}}})";
    random::Random random(3);
    const std::string bytes = "{}[]\",:0123456789abxy-.eE\\ \n\x01\xff";
    size_t accepted = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string text = right;
        for (int64_t k = random.between(1, 3); k > 0; --k) {
            const size_t at = random.below(text.size());
            if (random.chance(40))
                text.erase(at, 1);
            else
                text[at] = bytes[random.below(bytes.size())];
        }
        const Result<plan::PlannedFile> read = plan::read_schedule_file(text, "p.json", kProgram);
        if (!read) {
            EXPECT_NE(render(read.diagnostics()), "");
            continue;
        }
        ++accepted;
        const Result<ScheduleOutcome> made =
            make_schedule({.pipeline = kProgram, .scheduler = read->scheduler, .pins = read->pins});
        if (made) expect_legal(made->schedule, kProgram);
    }
    EXPECT_GT(accepted, 50u) << "some damage should do no harm";
}

}  // namespace
}  // namespace pantile::schedule
