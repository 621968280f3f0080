#include "lower/lower_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/associative.h"
#include "analysis/symbolic.h"
#include "ir/build.h"
#include "ir/print.h"
#include "ir/traverse.h"
#include "lower/domain_loops.h"

namespace pantile::lower {

using namespace ir;
using namespace analysis;

namespace {

// Enough for every machine's threads, few enough to combine in no time.
constexpr int64_t kMostParts = 64;
// Copies of neighbouring parts begin so far apart that threads do not compete for a line of the cache.
constexpr int64_t kLine = 64;

constexpr const char* kPart = "part.number";

Expr local(const std::string& name) { return variable(Scope::local, name, ScalarType::i64); }

class PartsLowering {
  public:
    PartsLowering(const StageContext& in, size_t number)
        : in_(in),
          number_(number),
          update_(in.stage.updates[number - 1]),
          combine_(*order_free(in.stage, update_)),
          label_(fmt::format("{}.update{}", in.stage.name, number)) {
        while (!is_split(split_)) ++split_;
    }

    LoweredParts run() {
        int counter = 0;
        const UpdatePoint point = lower_point(in_, number_, counter);
        return {bounds(point.ranges[split_]),
                copies(),
                {step_name("parts"), parts_comment(), parts(point)},
                {step_name("merge"),
                 {fmt::format("the private copies of '{}' merged", in_.stage.name)},
                 merge()}};
    }

  private:
    bool is_split(size_t variable) const {
        const auto* tile = reduction_tile(in_, number_, update_.domain.variables[variable].name);
        return tile && tile->parallel;
    }

    const std::string& split_name() const { return update_.domain.variables[split_].name; }
    std::string step_name(const char* what) const {
        return fmt::format("{}_update{}_{}", in_.stage.name, number_, what);
    }
    std::string buffer() const { return label_ + ".copies"; }
    Expr bound(const char* name) const { return local(label_ + "." + name); }
    NamedBound named(const char* name, Expr value) const { return {label_ + "." + name, std::move(value)}; }

    std::vector<std::string> parts_comment() const {
        return {definition_text(in_.stage, number_),
                fmt::format("Each task takes a partition of '{}', and has a private copy of '{}'.",
                            split_name(), in_.stage.name)};
    }

    // Every part has 'points' values of the variable, a multiple of the tile's size, the last one perhaps
    // less.
    std::vector<NamedBound> bounds(const Bounds& range) const {
        const int64_t size = reduction_tile(in_, number_, split_name())->size;
        const Expr extent = larger(constant_i64(0), plus(minus(range.max, range.min), 1));
        const Expr pieces = floor_divided(plus(extent, size - 1), size);
        const Expr in_a_part =
            larger(constant_i64(1), floor_divided(plus(pieces, kMostParts - 1), kMostParts));
        const Expr parts = binary(BinaryOp::div, plus(plus(extent, bound("points")), -1), bound("points"));
        return {named("points", times(in_a_part, constant_i64(size))), named("parts", parts),
                named("gap", gap()), named("copy_min", constant_i64(0)),
                named("copy_max", plus(times(bound("parts"), bound("gap")), -1))};
    }

    // With n elements in a line, copies of e < n elements lie n - e + 1 copies apart: (n - e + 1) * e >= n.
    Expr gap() const {
        const int64_t line = kLine / size_in_bytes(in_.stage.type);
        Expr elements = constant_i64(1);
        for (const Bounds& b : in_.box) {
            const Expr extent = larger(constant_i64(1), plus(minus(b.max, b.min), 1));
            elements = times(elements, smaller(extent, constant_i64(line)));
        }
        return larger(constant_i64(1), minus(constant_i64(line + 1), elements));
    }

    LoopBuffer copies() const {
        LoopBuffer b{buffer(), in_.stage.type, MemorySpace::global, in_.stage.dims, in_.stage.name, {}, {}};
        for (const Bounds& range : in_.box) {
            b.mins.push_back(range.min);
            b.maxs.push_back(range.max);
        }
        b.dims.push_back("copy.number");  // no dimension of a stage has a dot in its name
        b.mins.push_back(bound("copy_min"));
        b.maxs.push_back(bound("copy_max"));
        return b;
    }

    Exprs in_copy(Exprs at) const {
        at.push_back(times(local(kPart), bound("gap")));
        return at;
    }

    Exprs coordinates() const {
        Exprs at;
        for (const std::string& dim : in_.stage.dims)
            at.push_back(variable(Scope::coordinate, dim, ScalarType::i64));
        return at;
    }

    // The same statement with the task's copy in place of the stage.
    StatementPtr to_copy(const StatementPtr& s) const {
        const StatementPtr loads = map_exprs(s, [&](const Expr& e) {
            return transform(e, [&](const Expr& n) {
                const Load* load = as<Load>(n);
                return load && load->buffer == in_.stage.name
                           ? make_node(Load{buffer(), in_copy(load->indices)}, n.type(), n.span())
                           : n;
            });
        });
        return map_statements(loads, [&](const StatementPtr& n) {
            const Store* store = std::get_if<Store>(&n->kind);
            return store ? statement(Store{buffer(), in_copy(store->indices), store->value}) : n;
        });
    }

    StatementPtr parts(const UpdatePoint& point) const {
        const Expr first = local(split_name() + ".first"), last = local(split_name() + ".last");
        std::vector<Bounds> ranges = point.ranges;
        const Bounds whole = std::exchange(ranges[split_], {first, last});
        const Expr begin = plus(whole.min, times(local(kPart), bound("points")));
        const Expr end = smaller(plus(plus(first, bound("points")), -1), whole.max);
        StatementPtr clear = statement(Store{buffer(), in_copy(coordinates()), constant(combine_.identity)});
        // Inside of a task nothing runs in parallel.
        StatementPtr body = loop_nest(in_, in_.plan.definitions[number_].inside_a_task(), to_copy(point.body),
                                      domain_loops(in_, number_, ranges));
        return tasks({loop_nest(in_, in_.plan.copy.inside_a_task(), std::move(clear)),
                      statement(Declare{split_name() + ".first", begin}),
                      statement(Declare{split_name() + ".last", end}), std::move(body)});
    }

    StatementPtr tasks(std::vector<StatementPtr> body) const {
        For loop = over_parts();
        loop.level = LoopLevel::thread;
        loop.body = block(std::move(body));
        return statement(std::move(loop));
    }

    For over_parts() const {
        return {Scope::local, kPart, constant_i64(0), plus(bound("parts"), -1), LoopLevel::serial, nullptr};
    }

    // An update over all points of the stage, and over the parts.
    StatementPtr merge() const {
        const Expr so_far = make_node(Load{in_.stage.name, coordinates()}, in_.stage.type);
        const Expr next = make_node(Load{buffer(), in_copy(coordinates())}, in_.stage.type);
        return loop_nest(in_, in_.plan.copy,
                         statement(Store{in_.stage.name, coordinates(), combine_(so_far, next)}),
                         {{over_parts()}, {}});
    }

    const StageContext& in_;
    size_t number_;
    const Update& update_;
    Combination combine_;
    std::string label_;
    size_t split_ = 0;  // the variable whose range is divided
};

}  // namespace

bool is_in_parts(const StageContext& in, size_t update) {
    return std::any_of(in.group.reduction_tiles.begin(), in.group.reduction_tiles.end(),
                       [&](const schedule::ReductionTile& t) {
                           return t.stage == in.stage.name && t.update == update && t.parallel;
                       });
}

LoweredParts lower_in_parts(const StageContext& context, size_t update) {
    return PartsLowering(context, update).run();
}

}  // namespace pantile::lower
