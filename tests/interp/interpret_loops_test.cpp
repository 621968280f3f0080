#include "interp/interpret_loops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "driver/compile.h"
#include "front/text/parse.h"
#include "ir/print_loops.h"
#include "ir/verify_loops.h"
#include "pantile/compile.h"

namespace pantile::interp {
namespace {

constexpr const char* kBlur = R"(pipeline blur
input img: f32(x, y)
bx(x, y) = (img(x-1, y) + img(x, y) + img(x+1, y)) / 3
output by(x, y) = sum(bx(x, y+j) for j in -1..1)
)";

ir::Pipeline parsed(const char* text) { return front::parse_pipeline({"test.pan", text, {}}).value(); }

AnyBuffer numbered(std::vector<Dimension> dims) {
    const AnyBuffer b = AnyBuffer::allocate(ScalarType::f32, std::move(dims)).value();
    for (int64_t i = 0; i < b.element_count(); ++i)
        reinterpret_cast<float*>(b.data())[i] = static_cast<float>((i * 37) % 101);
    return b;
}

TEST(InterpretLoops, ComputesWhatThePipelineMeans) {
    const ir::Pipeline pipeline = parsed(kBlur);
    const ir::Loops loops = driver::compile_to_c(pipeline, {.schedule = "naive"}).value().loops;
    const AnyBuffer img = numbered({{0, 12, 0}, {0, 9, 0}});
    const AnyBuffer out = AnyBuffer::allocate(ScalarType::f32, {{1, 10, 0}, {1, 7, 0}}).value();
    ASSERT_EQ(interpret_loops({loops, {{"img", img}}, {{"by", out}}, {}}), std::nullopt);
    const Pipeline program(std::make_shared<const ir::Pipeline>(pipeline));
    const Outputs expected = pantile::interpret(program, {{{"img", img}}, {}, 0}).value();
    ASSERT_EQ(expected.at("by").dims(), out.dims());
    EXPECT_EQ(std::memcmp(expected.at("by").data(), out.data(), 10 * 7 * sizeof(float)), 0);
}

TEST(InterpretLoops, StopsAtTheCheckThatFails) {
    const ir::Loops loops = driver::compile_to_c(parsed(kBlur), {.schedule = "naive"}).value().loops;
    const AnyBuffer img = numbered({{0, 12, 0}, {0, 9, 0}});
    const AnyBuffer out = AnyBuffer::allocate(ScalarType::f32, {{0, 12, 0}, {1, 7, 0}}).value();
    EXPECT_EQ(interpret_loops({loops, {{"img", img}}, {{"by", out}}, {}}), "img_too_small");
}

TEST(InterpretLoops, CatchesAnElementOutsideOfItsBuffer) {
    ir::Loops loops = driver::compile_to_c(parsed(kBlur), {.schedule = "naive"}).value().loops;
    for (ir::NamedBound& b : loops.bounds) {
        if (b.name == "bx.x.max") b.value = ir::constant_i64(3);
    }
    const AnyBuffer img = numbered({{0, 12, 0}, {0, 9, 0}});
    const AnyBuffer out = AnyBuffer::allocate(ScalarType::f32, {{1, 10, 0}, {1, 7, 0}}).value();
    EXPECT_THROW(interpret_loops({loops, {{"img", img}}, {{"by", out}}, {}}), std::logic_error);
}

TEST(VerifyLoops, RefusesABufferThatIsReleasedTooEarly) {
    ir::Loops loops = driver::compile_to_c(parsed(kBlur), {.schedule = "naive"}).value().loops;
    EXPECT_EQ(ir::violation_of(loops), std::nullopt);
    std::vector<ir::Step>& steps = loops.program.steps;
    const auto release = std::find_if(steps.begin(), steps.end(), [](const ir::Step& s) {
        return std::holds_alternative<ir::Release>(s.kind);
    });
    ASSERT_NE(release, steps.end());
    std::rotate(steps.begin() + 2, release, release + 1);
    EXPECT_EQ(ir::violation_of(loops), "the buffer 'bx' is not there");
}

// One step that computes 'body', on an image of floats.
ir::Loops loops_with(ir::StatementPtr body) {
    ir::Loops loops;
    const auto bound = [](const char* name) { return ir::variable(ir::Scope::local, name, ScalarType::i64); };
    loops.buffers = {
        {"f", ScalarType::f32, ir::MemorySpace::caller, {"x"}, "f", {bound("f.min")}, {bound("f.max")}}};
    loops.program.steps = {ir::Compute{"s", {}, std::move(body)}};
    return loops;
}

TEST(VerifyLoops, RefusesVectorsOfDifferentLengths) {
    const ir::Expr zero = ir::constant_i64(0);
    const ir::Expr number = ir::constant(ir::Value::of_f32(1));
    const ir::Expr four = ir::lanes_from(zero, 4), two = ir::lanes_from(zero, 2);
    const auto stored = [&](const ir::Expr& index, const ir::Expr& value) {
        return ir::violation_of(loops_with(ir::statement(ir::Store{"f", {index}, value})));
    };
    const auto as_float = [](const ir::Expr& e) { return ir::make_node(ir::Cast{e}, ScalarType::f32); };
    EXPECT_EQ(stored(four, number), std::nullopt);
    EXPECT_EQ(stored(four, as_float(four)), std::nullopt);
    EXPECT_EQ(stored(four, as_float(two)), "a value has other lanes than its place");
    EXPECT_EQ(stored(zero, as_float(two)), "a value has other lanes than its place");
    EXPECT_EQ(stored(four, as_float(ir::make_node(ir::Sum{{four, two}}, ScalarType::i64))),
              "an expression mixes vectors of different lengths");
    EXPECT_EQ(stored(ir::lanes_from(four, 4), number), "lanes do not count up from a scalar");
    EXPECT_EQ(stored(ir::lanes_from(zero, 1), number), "lanes do not count up from a scalar");
}

TEST(VerifyLoops, RefusesAVectorThatDecidesWhereToGo) {
    const ir::Expr four = ir::lanes_from(ir::constant_i64(0), 4);
    const ir::StatementPtr nothing = ir::block({});
    const ir::Expr condition = ir::make_node(ir::Binary{ir::BinaryOp::lt, four, four}, ScalarType::boolean);
    EXPECT_EQ(ir::violation_of(loops_with(ir::statement(ir::If{condition, nothing, nullptr}))),
              "a value has other lanes than its place");
    const ir::For loop = {ir::Scope::local, "i", ir::constant_i64(0), four, ir::LoopLevel::serial, nothing};
    EXPECT_EQ(ir::violation_of(loops_with(ir::statement(loop))), "a value has other lanes than its place");
}

TEST(VerifyLoops, RefusesALocalWithOtherLanesThanItWasDeclaredWith) {
    const ir::Expr number = ir::constant(ir::Value::of_f32(1));
    const auto used = [&](int declared, int lanes) {
        const ir::Expr local = ir::vector_local("t", ScalarType::f32, lanes);
        return ir::violation_of(loops_with(
            ir::block({ir::statement(ir::Declare{"t", number, false, declared}),
                       ir::statement(ir::Store{"f", {ir::lanes_from(ir::constant_i64(0), 4)}, local})})));
    };
    EXPECT_EQ(used(4, 4), std::nullopt);
    EXPECT_EQ(used(1, 1), std::nullopt);
    EXPECT_EQ(used(1, 4), "'t' is used with the wrong number of lanes");
    EXPECT_EQ(used(4, 1), "'t' is used with the wrong number of lanes");
}

TEST(PrintLoops, ShowsBoundsChecksAndLoops) {
    const std::string text = ir::to_text(
        driver::compile_to_c(parsed(kBlur), {.schedule = "naive", .target = "x86-64-v2"}).value().loops);
    EXPECT_NE(text.find("bound bx.x.min = by.x.out_min\n"), std::string::npos) << text;
    EXPECT_NE(
        text.find("check img.x.need_min >= img.x.min and img.x.need_max <= img.x.max else img_too_small\n"),
        std::string::npos)
        << text;
    EXPECT_NE(
        text.find("compute bx\n  for y in bx.y.min..bx.y.max thread\n    let x.last_start = bx.x.max + -3\n"
                  "    if bx.x.min <= x.last_start\n"
                  "      for x.part in i64(0)..min(bx.x.max + 1 - bx.x.min & 3, 1)\n"),
        std::string::npos)
        << text;
}

}  // namespace
}  // namespace pantile::interp
