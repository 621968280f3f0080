// Every operator and conversion of every type, compiled, on all pairs of special values, against ir/scalar.h.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "emit/emit_c.h"
#include "ir/build.h"
#include "ir/print.h"
#include "ir/scalar.h"
#include "long_run.h"
#include "random/batch.h"
#include "random/check.h"
#include "random/child.h"
#include "random/guarded_image.h"
#include "random/values.h"

namespace pantile::random {
namespace {

using namespace ir;

// What an output holds at the point (i, j).
using Meaning = std::function<Value(size_t i, size_t j)>;

constexpr int kUnaryOps = static_cast<int>(UnaryOp::is_nan) + 1;
constexpr int kBinaryOps = static_cast<int>(BinaryOp::logical_or) + 1;

analysis::Interval up_to(size_t count) { return {0, static_cast<int64_t>(count) - 1}; }

// The inputs 'a(i)' and 'b(j)' hold the special values of one type; outputs combine them.
class Table {
  public:
    Table(ScalarType type, const std::string& name) : type_(type), values_(special_values(type)) {
        // Enough for a vector of the most lanes and a part of another.
        for (size_t i = 0; values_.size() < 64 + 3; ++i) values_.push_back(Value(values_[i]));
        trial_.pipeline.name = fmt::format("{}_{}", name, name_of(type));
        const std::string dims[] = {"i", "j"};
        for (size_t k = 0; k < 2; ++k) {
            const std::string input(1, static_cast<char>('a' + k));
            trial_.pipeline.inputs.push_back({input, type, {dims[k]}, {}});
            trial_.sizes.inputs[input] = {up_to(values_.size())};
            const AnyBuffer image =
                AnyBuffer::allocate(type, {{0, static_cast<int64_t>(values_.size()), 0}}).value();
            for (size_t i = 0; i < values_.size(); ++i)
                store_value(values_[i], image.address_of({static_cast<int64_t>(i)}));
            trial_.inputs.emplace(input, image);
        }
    }

    Expr a() const { return access("a", type_, {variable(Scope::coordinate, "i")}); }
    Expr b() const { return access("b", type_, {variable(Scope::coordinate, "j")}); }
    const std::vector<Value>& values() const { return values_; }

    void add_output(std::vector<Case> cases, size_t columns, const Meaning& meaning) {
        const ScalarType type = cases[0].value.type();
        const std::string name = fmt::format("f{}", trial_.pipeline.stages.size());
        trial_.pipeline.stages.push_back({name, type, {"i", "j"}, std::move(cases), {}, {}});
        trial_.pipeline.outputs.push_back(name);
        trial_.sizes.outputs[name] = {up_to(values_.size()), up_to(columns)};
        const AnyBuffer image = AnyBuffer::allocate(type, {{0, static_cast<int64_t>(values_.size()), 0},
                                                           {0, static_cast<int64_t>(columns), 0}})
                                    .value();
        for_each_point(image, [&](const std::vector<int64_t>& at) {
            store_value(meaning(static_cast<size_t>(at[0]), static_cast<size_t>(at[1])),
                        image.address_of(at));
        });
        trial_.expected.emplace(name, image);
    }

    Trial finish() {
        trial_.compilation = driver::compile_to_c(trial_.pipeline, {.schedule = "naive"}).value();
        return std::move(trial_);
    }

  private:
    ScalarType type_;
    std::vector<Value> values_;
    Trial trial_;
};

bool takes(BinaryOp op, ScalarType type) { return contains(facts(op).domain, type); }

// Operators that are rewritten or written differently when an operand is a number.
bool may_notice_constants(BinaryOp op) {
    return op < BinaryOp::pow || op == BinaryOp::shift_left || op == BinaryOp::shift_right;
}

Trial operators_of(ScalarType type) {
    Table table(type, "operators");
    const std::vector<Value>& v = table.values();
    for (int i = 0; i < kBinaryOps; ++i) {
        const auto op = static_cast<BinaryOp>(i);
        if (!takes(op, type)) continue;
        table.add_output({{std::nullopt, binary(op, table.a(), table.b())}}, v.size(),
                         [&](size_t x, size_t y) { return apply(op, v[x], v[y]); });
    }
    if (!is_bool(type)) {
        table.add_output({{std::nullopt, add(table.a(), table.b())}}, v.size(),
                         [&](size_t x, size_t y) { return ir::add(v[x], v[y]); });
    }
    for (int i = 0; i < kUnaryOps; ++i) {
        const auto op = static_cast<UnaryOp>(i);
        if (!contains(facts(op).domain, type)) continue;
        table.add_output({{std::nullopt, unary(op, table.a())}}, 1,
                         [&](size_t x, size_t) { return apply(op, v[x]); });
    }
    for (const ScalarType to : kAllScalarTypes) {
        table.add_output({{std::nullopt, cast(to, table.a())}}, 1,
                         [&](size_t x, size_t) { return convert(v[x], to); });
    }
    return table.finish();
}

std::vector<Value> some_constants(ScalarType type) {
    std::vector<Value> constants = {lowest_value(type)};
    for (const int64_t v : {0, -1, 3, 8}) constants.push_back(Value::of_int(type, v));
    return constants;
}

enum class Side { left, right };

// The same with a number on one side: case j has the j-th one.
Trial operators_with_constants(ScalarType type, Side side) {
    Table table(type, side == Side::left ? "left" : "right");
    const std::vector<Value>& v = table.values();
    const std::vector<Value> c = some_constants(type);
    for (int i = 0; i < kBinaryOps; ++i) {
        const auto op = static_cast<BinaryOp>(i);
        if (!takes(op, type) || !may_notice_constants(op)) continue;
        std::vector<Case> cases;
        for (size_t k = 0; k < c.size(); ++k) {
            const Expr here =
                binary(BinaryOp::eq, variable(Scope::coordinate, "j"), constant_i32(static_cast<int64_t>(k)));
            const Expr number = constant(c[k]);
            cases.push_back(
                {here, side == Side::left ? binary(op, number, table.a()) : binary(op, table.a(), number)});
        }
        table.add_output(std::move(cases), c.size(), [&](size_t x, size_t y) {
            return side == Side::left ? apply(op, c[y], v[x]) : apply(op, v[x], c[y]);
        });
    }
    return table.finish();
}

void check_all(const std::vector<Trial>& trials, runtime::CompilerKind compiler, Optimisation optimisation) {
    std::vector<NamedSource> sources;
    for (const Trial& trial : trials)
        sources.push_back({trial.pipeline.name, emit::single_file(trial.compilation.files)});
    const std::vector<Built> built = build_batch(sources, {compiler, optimisation, Threads::none});
    for (size_t i = 0; i < trials.size(); ++i) {
        ASSERT_TRUE(built[i].object) << built[i].messages;
        const std::string wrong =
            in_child_process([&] { return check_compiled(trials[i], *built[i].object); });
        EXPECT_EQ(wrong, "") << ir::to_text(trials[i].pipeline);
    }
}

std::vector<Trial> all_operators() {
    std::vector<Trial> trials;
    for (const ScalarType type : kAllScalarTypes) trials.push_back(operators_of(type));
    return trials;
}

std::vector<Trial> all_with_constants() {
    std::vector<Trial> trials;
    for (const ScalarType type : kAllScalarTypes) {
        if (is_bool(type)) continue;
        for (const Side side : {Side::left, Side::right})
            trials.push_back(operators_with_constants(type, side));
    }
    return trials;
}

TEST(ScalarSemantics, GccComputesEveryOperatorAsTheInterpreterDoes) {
    check_all(all_operators(), runtime::CompilerKind::gcc, Optimisation::full);
}
TEST(ScalarSemantics, ClangComputesEveryOperatorAsTheInterpreterDoes) {
    check_all(all_operators(), runtime::CompilerKind::clang, Optimisation::full);
}
// Numbers change what is emitted; that compilers optimise what they get is seen above.
void check_constants(runtime::CompilerKind compiler) {
    check_all(all_with_constants(), compiler, test::is_long_run() ? Optimisation::full : Optimisation::quick);
}
TEST(ScalarSemantics, GccComputesEveryOperatorWithAConstant) { check_constants(runtime::CompilerKind::gcc); }
TEST(ScalarSemantics, ClangComputesEveryOperatorWithAConstant) {
    check_constants(runtime::CompilerKind::clang);
}

}  // namespace
}  // namespace pantile::random
