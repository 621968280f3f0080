// What is said about arguments that do not fit the program, to the letter.
#include "driver/arguments.h"

#include <gtest/gtest.h>

#include <cmath>

#include "interp/images.h"

namespace pantile::driver {
namespace {

const char* const kItems =
    "input img: f32(x, y)\n"
    "param k: f32 = 0.5 in 0..1\n"
    "param n: u8\n"
    "param flag: bool = true\n"
    "output out(x, y) = select(flag, img(x, y)*k, f32(n))\n";

std::string problems(const Arguments& arguments) {
    const Result<BoundArguments> bound = bind_arguments(test::program(kItems).ir(), arguments);
    return bound ? "" : render(bound.diagnostics());
}

Arguments right() { return {{{"img", test::counting(ScalarType::f32, {4, 3})}}, {{"n", 3}}}; }

TEST(Arguments, WhatFitsIsBoundWithDefaultsFilledIn) {
    const Result<BoundArguments> bound = bind_arguments(test::program(kItems).ir(), right());
    ASSERT_TRUE(bound) << render(bound.diagnostics());
    EXPECT_EQ(bound->sizes.params.at("k"), ir::Value::of_f32(0.5f));
    EXPECT_EQ(bound->sizes.params.at("n"), ir::Value::of_int(ScalarType::u8, 3));
    EXPECT_EQ(bound->sizes.inputs.at("img"), (analysis::Box{{0, 3}, {0, 2}}));
}

TEST(Arguments, AMissingInputIsAskedFor) {
    Arguments arguments = right();
    arguments.inputs.clear();
    EXPECT_EQ(problems(arguments),
              "test.pan:2:7: error: the input 'img' is missing.\n"
              "  input img: f32(x, y)\n"
              "        ^^^\n"
              "hint: give it an image of type 'f32' with 2 dimensions.\n");
    arguments.inputs["img"] = AnyBuffer();
    EXPECT_NE(problems(arguments).find("is missing"), std::string::npos);
}

TEST(Arguments, AnImageOfAnotherTypeOrRankIsRefused) {
    Arguments arguments = right();
    arguments.inputs["img"] = test::counting(ScalarType::u8, {4, 3});
    EXPECT_NE(problems(arguments).find("the input 'img' is 'f32', but the image given holds 'u8'.\n"),
              std::string::npos);
    arguments.inputs["img"] = test::counting(ScalarType::f32, {4, 3, 2});
    EXPECT_NE(
        problems(arguments).find("the input 'img' has 2 dimensions (x, y), but the image given has 3.\n"),
        std::string::npos);
}

TEST(Arguments, NamesThatTheProgramDoesNotHaveAreRefusedWithThoseItHas) {
    Arguments arguments = right();
    arguments.inputs["photo"] = arguments.inputs["img"];
    arguments.params["gain"] = 2;
    EXPECT_EQ(problems(arguments),
              "test.pan: error: 'p' has no input 'photo'.\n"
              "hint: its inputs are: 'img'.\n"
              "test.pan: error: 'p' has no parameter 'gain'.\n"
              "hint: its parameters are: 'k', 'n', 'flag'.\n");
}

TEST(Arguments, ExtentsAndCoordinatesMustMakeSense) {
    float pixel = 0;
    const auto with = [&](Dimension x) {
        Arguments arguments = right();
        arguments.inputs["img"] = AnyBuffer::wrap(ScalarType::f32, &pixel, {x, {0, 1, 1}});
        return problems(arguments);
    };
    EXPECT_NE(with({0, 0, 1}).find("the image for 'img' has 0 elements in dimension 'x', starting at 0.\n"),
              std::string::npos);
    for (const Dimension& bad : {Dimension{0, -5, 1}, Dimension{INT64_MAX, 1, 1}, Dimension{INT64_MIN, 1, 1},
                                 Dimension{0, INT64_MAX, 1}, Dimension{analysis::kLargestArgument, 2, 1},
                                 Dimension{-analysis::kLargestArgument - 1, 1, 1}}) {
        EXPECT_NE(with(bad), "") << bad.min << ", " << bad.extent;
    }
    EXPECT_EQ(with({analysis::kLargestArgument, 1, 1}), "");
}

TEST(Arguments, AParameterWithoutADefaultNeedsAValue) {
    Arguments arguments = right();
    arguments.params.clear();
    EXPECT_NE(problems(arguments).find("the parameter 'n' has no default and no value was given.\n"),
              std::string::npos);
    EXPECT_NE(problems(arguments).find("hint: give one: '--set n=…'.\n"), std::string::npos);
}

TEST(Arguments, AValueMustBeOneOfTheTypeAndLieInTheRange) {
    const auto with = [&](const std::string& name, ScalarValue value) {
        Arguments arguments = right();
        arguments.params[name] = value;
        return problems(arguments);
    };
    EXPECT_NE(with("k", 1.5).find("the value of 'k', 1.5, lies outside its range 0.0..1.0.\n"),
              std::string::npos);
    EXPECT_NE(with("k", std::nan("")).find("lies outside its range"), std::string::npos);
    EXPECT_NE(with("k", INFINITY).find("lies outside its range"), std::string::npos);
    EXPECT_EQ(with("k", 1), "");
    for (const ScalarValue& bad :
         {ScalarValue(256), ScalarValue(-1), ScalarValue(1.0), ScalarValue(true), ScalarValue(UINT64_MAX)}) {
        EXPECT_NE(with("n", bad).find("the value given for 'n' is not of type 'u8'.\n"), std::string::npos);
    }
    EXPECT_NE(with("flag", 0.5).find("is not of type 'bool'"), std::string::npos);
    EXPECT_EQ(with("flag", 0), "");
}

TEST(Arguments, TheWholeRangeOfU64IsAllowedAndNothingElseHoldsIt) {
    const Pipeline program = test::program("param n: u64\nparam m: i64\noutput out(x) = x\n");
    EXPECT_TRUE(bind_arguments(program.ir(), {{}, {{"n", UINT64_MAX}, {"m", INT64_MIN}}}));
    EXPECT_FALSE(bind_arguments(program.ir(), {{}, {{"n", 1}, {"m", UINT64_MAX}}}));
    EXPECT_FALSE(bind_arguments(program.ir(), {{}, {{"n", -1}, {"m", 1}}}));
}

std::string size_problems(const std::map<std::string, int64_t>& sizes) {
    const Pipeline program = test::program(kItems);
    const Result<Outputs> outputs = interpret(program, right(), sizes);
    return outputs ? "" : render(outputs.diagnostics());
}

TEST(Arguments, SizesNameDimensionsAndArePositive) {
    EXPECT_EQ(size_problems({{"z", 3}}), "error: no output of 'p' has a dimension 'z'.\n");
    const std::string limit = std::to_string(analysis::kLargestArgument);
    EXPECT_EQ(size_problems({{"x", 0}}), "error: the size 'x' = 0 is not between 1 and " + limit + ".\n");
    EXPECT_EQ(size_problems({{"x", -3}, {"y", INT64_MAX}}),
              "error: the size 'x' = -3 is not between 1 and " + limit + ".\n" +
                  "error: the size 'y' = 9223372036854775807 is not between 1 and " + limit + ".\n");
}

TEST(Arguments, BuffersForOutputsMustFitThem) {
    const Pipeline program = test::program("output a(x) = x\noutput b(x) = 2*x\n");
    BoundArguments bound;
    const Outputs outputs = {{"b", test::counting(ScalarType::u8, {3, 3})}};
    EXPECT_EQ(render(take_output_boxes(program.ir(), outputs, bound)),
              "error: the buffer for the output 'a' is missing.\n"
              "error: the output 'b' is 'i32' with 1 dimensions, but its buffer is 'u8' with 2.\n");
}

}  // namespace
}  // namespace pantile::driver
