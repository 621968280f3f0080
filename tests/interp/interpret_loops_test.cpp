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
    const ir::Loops loops = driver::compile_to_c(pipeline, {}).value().loops;
    const AnyBuffer img = numbered({{0, 12, 0}, {0, 9, 0}});
    const AnyBuffer out = AnyBuffer::allocate(ScalarType::f32, {{1, 10, 0}, {1, 7, 0}}).value();
    ASSERT_EQ(interpret_loops({loops, {{"img", img}}, {{"by", out}}, {}}), std::nullopt);
    const Pipeline program(std::make_shared<const ir::Pipeline>(pipeline));
    const Outputs expected = pantile::interpret(program, {{{"img", img}}, {}, 0}).value();
    ASSERT_EQ(expected.at("by").dims(), out.dims());
    EXPECT_EQ(std::memcmp(expected.at("by").data(), out.data(), 10 * 7 * sizeof(float)), 0);
}

TEST(InterpretLoops, StopsAtTheCheckThatFails) {
    const ir::Loops loops = driver::compile_to_c(parsed(kBlur), {}).value().loops;
    const AnyBuffer img = numbered({{0, 12, 0}, {0, 9, 0}});
    const AnyBuffer out = AnyBuffer::allocate(ScalarType::f32, {{0, 12, 0}, {1, 7, 0}}).value();
    EXPECT_EQ(interpret_loops({loops, {{"img", img}}, {{"by", out}}, {}}), "img_too_small");
}

TEST(InterpretLoops, CatchesAnElementOutsideOfItsBuffer) {
    ir::Loops loops = driver::compile_to_c(parsed(kBlur), {}).value().loops;
    for (ir::NamedBound& b : loops.bounds) {
        if (b.name == "bx.x.max") b.value = ir::constant_i64(3);
    }
    const AnyBuffer img = numbered({{0, 12, 0}, {0, 9, 0}});
    const AnyBuffer out = AnyBuffer::allocate(ScalarType::f32, {{1, 10, 0}, {1, 7, 0}}).value();
    EXPECT_THROW(interpret_loops({loops, {{"img", img}}, {{"by", out}}, {}}), std::logic_error);
}

TEST(VerifyLoops, RefusesABufferThatIsReleasedTooEarly) {
    ir::Loops loops = driver::compile_to_c(parsed(kBlur), {}).value().loops;
    EXPECT_EQ(ir::violation_of(loops), std::nullopt);
    const auto release = std::find_if(loops.steps.begin(), loops.steps.end(), [](const ir::Step& s) {
        return std::holds_alternative<ir::Release>(s);
    });
    ASSERT_NE(release, loops.steps.end());
    std::rotate(loops.steps.begin() + 2, release, release + 1);
    EXPECT_EQ(ir::violation_of(loops), "the buffer 'bx' is not there");
}

TEST(PrintLoops, ShowsBoundsChecksAndLoops) {
    const std::string text = ir::to_text(driver::compile_to_c(parsed(kBlur), {}).value().loops);
    EXPECT_NE(text.find("bound bx.x.min = by.x.out_min\n"), std::string::npos) << text;
    EXPECT_NE(
        text.find("check img.x.need_min >= img.x.min and img.x.need_max <= img.x.max else img_too_small\n"),
        std::string::npos)
        << text;
    EXPECT_NE(
        text.find(
            "compute bx\n  for y in bx.y.min..bx.y.max parallel\n    for x in bx.x.min..bx.x.max vector\n"),
        std::string::npos)
        << text;
}

}  // namespace
}  // namespace pantile::interp
