// Bounds that share sub-expressions name them, once and before their first use.
#include "passes/name_shared_bounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/build.h"
#include "ir/print.h"
#include "ir/verify_loops.h"
#include "passes/texts.h"

namespace pantile::passes {
namespace {

using testing::Contains;
using testing::Not;

const std::string kPyramid =
    "input img: f32(x)\n"
    "a(x) = case x >= 2 and x <= img.x.max: img(x) + img(x - 2)\n    otherwise: 0.0\n"
    "b(x) = case x >= 2 and x <= img.x.max: a(x) + a(x - 2)\n    otherwise: 0.0\n"
    "output c(x) = case x >= 2 and x <= img.x.max: b(x) + b(x - 2)\n    otherwise: 0.0\n";

std::vector<std::string> bounds_of(const ir::Loops& loops) {
    std::vector<std::string> out;
    for (const ir::NamedBound& b : loops.bounds) out.push_back(b.name + " = " + ir::to_text(b.value));
    return out;
}

TEST(NameSharedBounds, AConditionOfSeveralBoundsIsComputedOnce) {
    const ir::Loops loops = name_shared_bounds(lowered(kPyramid));
    EXPECT_EQ(ir::violation_of(loops), std::nullopt);
    size_t named = 0, selects = 0;
    for (const std::string& b : bounds_of(loops)) {
        named += b.find(".reads = ") != std::string::npos;
        selects += b.find("select(") != std::string::npos && b.find(".reads != 0") != std::string::npos;
    }
    EXPECT_GE(named, 2u) << testing::PrintToString(bounds_of(loops));
    EXPECT_GE(selects, 4u) << testing::PrintToString(bounds_of(loops));
}

TEST(NameSharedBounds, ABoundThatIsSharedAsAWholeIsUsedByItsName) {
    ir::Loops loops = lowered("input img: f32(x)\noutput f(x) = img(x)\n");
    const ir::Expr n = ir::variable(ir::Scope::dimension, "img.x.max", ScalarType::i64);
    const auto formula = [&](int64_t by) {
        return ir::binary(ir::BinaryOp::max,
                          ir::binary(ir::BinaryOp::div, ir::add(n, ir::constant_i64(3)), ir::constant_i64(2)),
                          ir::constant_i64(by));
    };
    loops.bounds = {{"p.x.min", formula(1)}, {"q.x.min", formula(1)}, {"r.x.min", formula(7)}};
    loops.checks = {};
    EXPECT_EQ(bounds_of(name_shared_bounds(loops)),
              (std::vector<std::string>{"p.x.min = max((img.x.max + 3) / 2, 1)", "q.x.min = p.x.min",
                                        "r.x.min = max((img.x.max + 3) / 2, 7)"}));
}

TEST(NameSharedBounds, WhatChangesIsNoPartOfARun) {
    ir::Loops loops = lowered(kPyramid);
    const std::string before = ir::to_text(loops);
    change_bodies(loops, [](const ir::StatementPtr& body) {
        const ir::Expr x = ir::variable(ir::Scope::local, "a.x.lo", ScalarType::i64);
        const ir::Expr sum = ir::add(ir::binary(ir::BinaryOp::mul, x, x), ir::binary(ir::BinaryOp::mul, x, x));
        return ir::block({ir::statement(ir::Declare{"a.x.lo", ir::constant_i64(1)}),
                          ir::statement(ir::Declare{"a.x.done", sum, true}),
                          ir::statement(ir::Declare{"a.x.hi", sum}), body});
    });
    const std::string text = ir::to_text(name_shared_bounds(loops));
    EXPECT_NE(text.find("a.x.done = "), std::string::npos);
    EXPECT_EQ(text.find("a.x.hi = a.x.done"), std::string::npos) << text;
}

}  // namespace
}  // namespace pantile::passes
