#include "base/json_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace pantile {
namespace {

std::string refusal(const std::string& text) {
    const Result<nlohmann::json> read =
        read_json(text, "t.json", {.what = "test file", .most_bytes = 2048, .most_depth = 4});
    return read ? "accepted" : render(read.diagnostics());
}

TEST(JsonText, ReadsAnObject) {
    const Result<nlohmann::json> read =
        read_json(R"({"a": {"a": [1, {"a": 2}, {"a": 3}]}, "b": "a"})", "t.json", {"test file", 2048, 4});
    ASSERT_TRUE(read) << render(read.diagnostics());
    EXPECT_EQ((*read)["a"]["a"][2]["a"], 3);
}

TEST(JsonText, AKeyThatIsThereTwiceIsRefusedWithBothPlaces) {
    EXPECT_EQ(refusal("{\n  \"a\": 1,\n  \"b\": {\"a\": 2},\n  \"a\": 3\n}\n"),
              "t.json:4:3: error: 'a' is given twice.\n"
              "    \"a\": 3\n"
              "    ^^^\n"
              "note: it is also in line 2; only one of them could count.\n"
              "hint: keep one of the two.\n");
    EXPECT_EQ(refusal(R"({"b": [{}, {"x": 1, "x": 1}]})"),
              "t.json:1:21: error: 'x' is given twice.\n"
              "  {\"b\": [{}, {\"x\": 1, \"x\": 1}]}\n"
              "                      ^^^\n"
              "note: it is also in line 1; only one of them could count.\n"
              "hint: keep one of the two.\n");
}

TEST(JsonText, KeysAreTheSameByTheirMeaningNotByTheirSpelling) {
    EXPECT_NE(refusal(R"({"a\"b": 1, "a\u0022b": 2})").find("t.json:1:13: error: 'a\"b' is given twice."),
              std::string::npos);
    EXPECT_NE(refusal(R"({"": 1, "": 2})").find("t.json:1:9: error: '' is given twice."), std::string::npos);
    EXPECT_NE(refusal(R"({"a\\": 1, "a\\": 2})").find("t.json:1:12: error:"), std::string::npos);
    EXPECT_EQ(refusal(R"({"a": 1, "A": 2, "a ": 3})"), "accepted");
}

TEST(JsonText, RefusesWhatIsTooLargeTooDeepOrNoObject) {
    EXPECT_EQ(refusal(std::string(3000, ' ')), "t.json: error: the test file is larger than 2 KiB.\n");
    EXPECT_EQ(refusal(R"({"a": [[[[[1]]]]]})"), "t.json: error: the test file is nested too deeply.\n");
    EXPECT_EQ(refusal(std::string(2000, '[')), "t.json: error: the test file is nested too deeply.\n");
    for (const std::string text : {"", "[]", "7", "{\"a\": 1", "{} {}", "{\"a\": 1, \"b\"}"})
        EXPECT_EQ(refusal(text), "t.json: error: the test file is not a JSON object.\n") << text;
}

TEST(JsonText, TheLargestSizeIsAllowed) {
    std::string text = R"({"a": 1})";
    text.resize(2048, ' ');
    EXPECT_EQ(refusal(text), "accepted");
    EXPECT_EQ(refusal(text + ' '), "t.json: error: the test file is larger than 2 KiB.\n");
}

}  // namespace
}  // namespace pantile
