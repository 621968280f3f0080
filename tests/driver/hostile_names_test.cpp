// Each hostile name in each place that takes one: refused with a diagnostic, or the pipeline means what it
// says, interpreted and compiled.
#include <fmt/format.h>

#include <map>

#include "driver/private_cache.h"
#include "front/hostile_names.h"
#include "long_run.h"
#include "pantile/pantile.h"

namespace pantile::test {
namespace {

class HostileNames : public PrivateCache {
  protected:
    const std::vector<std::string> names_ = front::hostile_names();
};

// What is compiled and run: a fifth of the names in continuous integration, all in the long run.
std::vector<std::string> some_of(const std::vector<std::string>& names) {
    std::vector<std::string> some;
    for (size_t i = 0; i < names.size(); i += amount(5, 1)) some.push_back(names[i]);
    return some;
}

// The program with the name in this place, or the messages that refuse it.
Result<Pipeline> program_with(const std::string& name, const std::string& pattern) {
    std::string text = pattern;
    for (size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at + name.size()))
        text.replace(at, 1, name);
    Result<Pipeline> parsed = parse_pan(text, "hostile.pan");
    EXPECT_TRUE(parsed || !render(parsed.diagnostics()).empty());
    return parsed;
}

// The names that a program may have in this place; the others are refused.
std::vector<std::string> allowed(const std::vector<std::string>& names, const std::string& pattern) {
    std::vector<std::string> fine;
    for (const std::string& name : names) {
        const Result<Pipeline> parsed = program_with(name, pattern);
        if (!parsed) continue;
        // A text that says something else with these characters in it, such as 'a+b', has no such name.
        const Result<EmittedC> emitted = emit_c(*parsed, {.schedule = "naive"});
        EXPECT_TRUE(emitted || !emitted.diagnostics().empty());
        const bool is_name = parsed->text().find(name) != std::string::npos &&
                             name.find_first_not_of(
                                 "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789_") == std::string::npos;
        if (is_name && !name.empty()) fine.push_back(name);
    }
    EXPECT_GT(fine.size(), 30u);
    EXPECT_LT(fine.size(), names.size() - 100);
    return fine;
}

void expect_right(const std::string& items, const Arguments& arguments,
                  const std::map<std::string, int64_t>& sizes = {}) {
    const Result<Pipeline> pipeline = parse_pan("pipeline q\n" + items, "q.pan");
    ASSERT_TRUE(pipeline) << render(pipeline.diagnostics());
    const Outputs expected = interpret(*pipeline, arguments, sizes).value();
    const char* const scheduler = is_long_run() ? "forma" : "naive";
    const Outputs found =
        compiled(*pipeline, {.schedule = scheduler, .compiler = "gcc"}).run(arguments, sizes).value();
    for (const auto& [name, image] : expected) EXPECT_TRUE(identical(found.at(name), image)) << name;
}

TEST_F(HostileNames, ThereAreThreeHundred) { EXPECT_GE(names_.size(), 300u); }

TEST_F(HostileNames, OfStagesAreRefusedOrRight) {
    std::string items = "input img: i32(x)\n", last = "img";
    for (const std::string& name : some_of(allowed(names_, "pipeline q\n@(k) = k\noutput o(k) = @(k)\n"))) {
        if (name == "img" || name == "x" || name == "last_of_all") continue;
        items += fmt::format("{}(x) = {}(x) + {}(x+1) % 3\n", name, last, last);
        last = name;
    }
    expect_right(items + fmt::format("output last_of_all(x) = {}(x)\n", last),
                 {{{"img", counting(ScalarType::i32, {400})}}, {}, 2});
}

TEST_F(HostileNames, OfInputsAndParametersAreRefusedOrRight) {
    const auto inputs = some_of(allowed(names_, "pipeline q\ninput @: i32(k)\noutput o(k) = @(k)\n"));
    const auto params = some_of(allowed(names_, "pipeline q\nparam @: i32 = 3\noutput o(k) = @ + k\n"));
    std::string items, sum = "0";
    Arguments arguments{{}, {}, 2};
    // By turns, so that no name is used twice.
    for (size_t i = 0; i < inputs.size(); i += 2) {
        if (inputs[i] == "x" || inputs[i] == "o_of_all") continue;
        items += fmt::format("input {}: i32(x)\n", inputs[i]);
        sum += fmt::format(" + {}(x)*{}", inputs[i], i % 7);
        arguments.inputs.emplace(inputs[i], counting(ScalarType::i32, {40}));
    }
    for (size_t i = 1; i < params.size(); i += 2) {
        if (params[i] == "x" || arguments.inputs.count(params[i])) continue;
        items += fmt::format("param {}: i32 = {}\n", params[i], i);
        sum += fmt::format(" - {}", params[i]);
    }
    expect_right(items + "output o_of_all(x) = " + sum + "\n", arguments);
}

TEST_F(HostileNames, OfCoordinatesAndReductionVariablesAreRefusedOrRight) {
    const auto dims = some_of(allowed(names_, "pipeline q\noutput o(@) = @\n"));
    allowed(names_, "pipeline q\noutput o(k) = sum(@ for @ in 0..3) + k\n");
    for (const std::string& name : names_) {
        (void)program_with(name, "pipeline q\nconst @ = 3\noutput o(k) = @ + k\n");
        (void)program_with(name, "pipeline q\ndefine @(w) = w\noutput o(k) = @(k)\n");
    }
    std::string items, sum = "0";
    for (size_t i = 0; i < dims.size(); ++i) {
        items +=
            fmt::format("stage{0}({1}) = {1}*{1} + sum({1} + red for red in 0..{2})\n", i, dims[i], i % 5);
        sum += fmt::format(" + stage{}(coordinate)", i);
    }
    expect_right(items + "output o_of_all(coordinate) = " + sum + "\n", {{}, {}, 2}, {{"coordinate", 9}});
}

TEST_F(HostileNames, OfPipelinesAreRefusedOrCompile) {
    size_t tried = 0;
    for (const std::string& name : allowed(names_, "pipeline @\noutput o(k) = k\n")) {
        // Each costs a run of the compiler.
        if (++tried % 12 != 0) continue;
        const Pipeline pipeline = parse_pan("pipeline " + name + "\noutput o(k) = k\n").value();
        const Outputs found = compiled(pipeline, {.compiler = "gcc"}).run({}, {{"k", 3}}).value();
        EXPECT_EQ(numbers_of(found.at("o")), (std::vector<double>{0, 1, 2})) << name;
    }
}

TEST_F(HostileNames, OfFuncsVarsAndParamsAreRefusedOrBuilt) {
    for (const std::string& name : names_) {
        ImageParam img(Int(32), 1, "img");
        Var named(name), x("x");
        Func f(name), g("g");
        Param<int> p(name);
        f(named) = img(named) + 1;
        g(x) = f(x) * p;
        const Result<Pipeline> built = Pipeline::build({g});
        EXPECT_TRUE(built || !render(built.diagnostics()).empty());
        EXPECT_TRUE(!built || emit_c(*built, {.schedule = "naive"}));
    }
}

// Whatever is asked for by name: sizes, arguments, schedulers, compilers, machines.
TEST_F(HostileNames, OfArgumentsAndOptionsAreRefused) {
    const Pipeline pipeline = program("input img: i32(x)\nparam k: i32 = 1\noutput out(x) = img(x) + k\n");
    const AnyBuffer img = counting(ScalarType::i32, {5});
    for (size_t i = 0; i < names_.size(); i += amount(7, 1)) {
        const std::string& name = names_[i];
        // Names of what there is: an input, a scheduler, a cost model.
        if (name == "img" || name == "x" || name == "k" || name == "auto" || name == "pantile") continue;
        EXPECT_FALSE(interpret(pipeline, {{{"img", img}}, {}, 1}, {{name, 3}})) << name;
        EXPECT_FALSE(interpret(pipeline, {{{"img", img}, {name, img}}, {}, 1})) << name;
        EXPECT_FALSE(interpret(pipeline, {{{"img", img}}, {{name, 3}}, 1})) << name;
        EXPECT_FALSE(emit_c(pipeline, {.schedule = name})) << name;
        EXPECT_FALSE(emit_c(pipeline, {.target = name})) << name;
        EXPECT_FALSE(
            emit_c(pipeline, {.schedule = "dp", .scheduling = {.cost_model = name.empty() ? "?" : name}}));
    }
}

}  // namespace
}  // namespace pantile::test
