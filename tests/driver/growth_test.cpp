// From the C++ interface and from text to C: no part of the compiler takes long for large pipelines, or
// visits a shared expression once for each of its uses.
#include "growth.h"

#include <gtest/gtest.h>

#include "interp/images.h"
#include "pantile/pantile.h"

namespace pantile::test {
namespace {

size_t emitted_bytes(const Pipeline& pipeline) {
    const Result<EmittedC> emitted = emit_c(pipeline);
    EXPECT_TRUE(emitted) << render(emitted.diagnostics());
    return emitted ? emitted->source.size() : 0;
}

// e*e, so many times one in the other.
Pipeline squares(int count) {
    ImageParam img(Float(32), 1, "img");
    Var x("x");
    Func f("f");
    Expr e = img(x);
    for (int i = 0; i < count; ++i) e = e * e;
    f(x) = e;
    return Pipeline::build({f}).value();
}

Pipeline squares_from_text(int count) {
    std::string text = fmt::format("input img: f32(x)\noutput f(x) = t{}\n  with t0 = img(x)", count);
    for (int i = 1; i <= count; ++i) text += fmt::format(",\n       t{} = t{}*t{}", i, i - 1, i - 1);
    return program(text + "\n");
}

Pipeline chain_of_funcs(int count) {
    ImageParam img(Float(32), 1, "img");
    Var x("x");
    Func last("f0");
    last(x) = img(x);
    for (int i = 1; i < count; ++i) {
        Func next("s" + std::to_string(i));
        next(x) = (last(x - 1) + last(x) + last(x + 1)) / 3;
        last = next;
    }
    return Pipeline::build({last}).value();
}

// The small sizes first: what doubles with each square is found while it still ends.
void expect_each_square_is_done_once(Pipeline (*make)(int)) {
    for (const int count : {4, 225}) {
        ASSERT_LT(growth_of([&](int n) { emitted_bytes(make(n)); }, count), kLinearGrowth) << count;
        EXPECT_LT(emitted_bytes(make(4 * count)), 5 * emitted_bytes(make(count))) << count;
    }
}

TEST(Growth, ASharedExpressionIsCompiledOnce) { expect_each_square_is_done_once(squares); }

TEST(Growth, ASharedNameOfATextIsCompiledOnce) { expect_each_square_is_done_once(squares_from_text); }

TEST(Growth, AChainOfFuncsTakesWhatItsLengthSays) {
    EXPECT_LT(growth_of([](int n) { emitted_bytes(chain_of_funcs(n)); }, 250), kLinearGrowth);
}

}  // namespace
}  // namespace pantile::test
