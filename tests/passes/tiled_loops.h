// A small pipeline in tiles of eight rows, written by hand, for tests of scratch storage.
#pragma once

#include "analysis/symbolic.h"
#include "driver/compile.h"
#include "front/text/parsing.h"
#include "ir/build.h"
#include "passes/place_scratch.h"
#include "passes/plan_storage.h"

namespace pantile::passes {

using namespace ir;

inline Expr wide(const std::string& name) { return variable(Scope::local, name, ScalarType::i64); }
inline Expr coordinate(const std::string& name) { return variable(Scope::coordinate, name, ScalarType::i64); }

inline LoopBuffer scratch(const std::string& name, Exprs extents, ScalarType type = ScalarType::f32) {
    LoopBuffer b{name,
                 type,
                 MemorySpace::scratch,
                 {"x", "y"},
                 name,
                 {wide("out.x.min"), wide("y.lo")},
                 {wide("out.x.max"), wide("y.hi")}};
    b.extents = std::move(extents);
    b.folds = {0, 0};
    return b;
}

inline LoopBuffer scratch(const std::string& name, int64_t width, int64_t height) {
    return scratch(name, {constant_i64(width), constant_i64(height)});
}

inline Expr load(const std::string& buffer, const Expr& y) {
    return make_node(Load{buffer, {coordinate("x"), y}}, ScalarType::f32);
}
inline Expr load(const std::string& buffer) { return load(buffer, coordinate("y")); }
inline Expr number(double value) { return constant(Value::of_float(ScalarType::f32, value)); }

// 'buffer(x, y) = value' over the rows of a tile, and so many more.
inline StatementPtr rows(const std::string& buffer, const Expr& value, int64_t more = 0) {
    const StatementPtr store = statement(Store{buffer, {coordinate("x"), coordinate("y")}, value});
    const StatementPtr row = statement(
        For{Scope::coordinate, "x", wide("out.x.min"), wide("out.x.max"), LoopLevel::vector, store});
    return statement(For{Scope::coordinate, "y", wide("y.lo"), analysis::plus(wide("y.hi"), more),
                         LoopLevel::serial, row});
}

// The stages of a tile: a = 2 img, b = a + the row below, c = b b, out = c + 1.
inline std::vector<StatementPtr> stages() {
    return {rows("a", binary(BinaryOp::mul, load("img"), number(2)), 1),
            rows("b", add(load("a"), load("a", analysis::plus(coordinate("y"), 1)))),
            rows("c", binary(BinaryOp::mul, load("b"), load("b"))), rows("out", add(load("c"), number(1)))};
}

// The same values as 'untiled'; its checks and bounds are those of 'untiled'.
inline Loops tiled(const std::vector<LoopBuffer>& buffers, std::vector<StatementPtr> body) {
    Loops loops = driver::compile_to_c(front::parsed("pipeline p\ninput img: f32(x, y)\n"
                                                     "b(x, y) = img(x, y) * 2.0 + img(x, y+1) * 2.0\n"
                                                     "output out(x, y) = b(x, y) * b(x, y) + 1.0\n"),
                                       {.schedule = "naive"})
                      .value()
                      .loops;
    std::erase_if(loops.buffers, [](const LoopBuffer& b) { return b.space == MemorySpace::global; });
    loops.buffers.insert(loops.buffers.end(), buffers.begin(), buffers.end());
    loops.slots.clear();
    const Expr low =
        analysis::plus(wide("out.y.min"), binary(BinaryOp::mul, wide("tile.index"), constant_i64(8)));
    body.insert(body.begin(),
                {statement(Declare{"y.lo", low}),
                 statement(Declare{
                     "y.hi", binary(BinaryOp::min, analysis::plus(wide("y.lo"), 7), wide("out.y.max"))})});
    const Expr last = analysis::floor_divided(analysis::minus(wide("out.y.max"), wide("out.y.min")), 8);
    loops.program.steps = {Compute{"group0",
                                   {"out, in tiles of eight rows"},
                                   statement(For{Scope::local, "tile.index", constant_i64(0), last,
                                                 LoopLevel::thread, block(std::move(body))})}};
    return loops;
}

inline Loops tiled() {
    return tiled({scratch("a", 32, 9), scratch("b", 32, 8), scratch("c", 32, 8)}, stages());
}

}  // namespace pantile::passes
