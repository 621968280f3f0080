#include "lower/lower_stage.h"

#include <algorithm>
#include <numeric>

#include "analysis/symbolic.h"
#include "ir/build.h"
#include "ir/unify.h"
#include "lower/domain_loops.h"
#include "lower/lower_expr.h"
#include "lower/unroll_reductions.h"

namespace pantile::lower {

using namespace ir;
using analysis::Bounds;
using analysis::Environment;

namespace {

Environment box_of(const Stage& stage) {
    Environment env;
    for (size_t d = 0; d < stage.dims.size(); ++d) {
        env.insert_or_assign(stage.dims[d], Bounds{analysis::box_min(stage, d), analysis::box_max(stage, d)});
    }
    return env;
}

Expr coordinate(const std::string& dim) { return variable(Scope::coordinate, dim, ScalarType::i64); }

bool has_loops(const Statement& s) {
    bool found = false;
    for_each_statement(s, [&](const Statement& inner) { found |= std::holds_alternative<For>(inner.kind); });
    return found;
}

// How many points of a dense row one task computes: enough to be worth a task, few enough to share the work.
constexpr int64_t kBlock = 4096;
// Of a definition that runs a reduction for every point.
constexpr int64_t kReductionBlock = 256;

// How the loops over a stage's own coordinates run. One of them, the parallel one, is the outermost loop of
// the step. Where that is the dimension that becomes vectors, each task takes a block of points.
struct Nest {
    const StageContext& in;
    std::optional<size_t> parallel;
    int64_t block = 0;  // 0: a task is one coordinate of the parallel dimension

    Expr first() const {
        return variable(Scope::local, in.stage.dims[*parallel] + ".first", ScalarType::i64);
    }
};

// The dimensions in the order of their loops, the innermost first. What a tiled group orders is its tiles.
std::vector<size_t> from_the_innermost(const StageContext& in) {
    const std::vector<size_t> as_they_are;
    std::vector<size_t> dims = schedule::loop_order(
        schedule::is_tiled(in.group) ? as_they_are : in.group.order, in.stage.dims.size());
    std::reverse(dims.begin(), dims.end());
    return dims;
}

// Of several parallel dimensions only the outermost runs in parallel: it has work enough for every thread.
std::optional<size_t> parallel_dim(const StageContext& in, const std::vector<size_t>& dims) {
    std::optional<size_t> found;
    if (in.place == Place::tile) return found;
    const auto is_in = [](const std::vector<size_t>& all, size_t d) {
        return std::find(all.begin(), all.end(), d) != all.end();
    };
    for (const size_t d : from_the_innermost(in)) {
        if (is_in(dims, d) && is_in(in.group.parallel_dims, d)) found = d;
    }
    return found;
}

// The loop over dimension d, unless it is the parallel one: that is written last, by 'in_parallel'.
StatementPtr loop_over(const Nest& nest, size_t d, StatementPtr body) {
    const StageContext& in = nest.in;
    Bounds range = nest.in.box[d];
    if (nest.parallel == d) {
        if (nest.block == 0) return body;
        range = {nest.first(), analysis::smaller(analysis::plus(nest.first(), nest.block - 1), range.max)};
    }
    const bool vector = in.group.vector_dim == d;
    return statement(For{Scope::coordinate, in.stage.dims[d], range.min, range.max,
                         vector ? LoopKind::vector : LoopKind::serial, std::move(body)});
}

// The tasks of a step: its outermost loop.
StatementPtr in_parallel(const Nest& nest, StatementPtr body) {
    if (!nest.parallel) return body;
    const Bounds& range = nest.in.box[*nest.parallel];
    const bool points = nest.block == 0;
    return statement(For{points ? Scope::coordinate : Scope::local,
                         points ? nest.in.stage.dims[*nest.parallel] : as<Variable>(nest.first())->name,
                         range.min, range.max, LoopKind::parallel, std::move(body), points ? 1 : nest.block});
}

// Blocks are for points that become vectors: a point with loops of its own is work enough for a task.
Nest nest_of(const StageContext& in, const std::vector<size_t>& dims, const Statement& point) {
    Nest nest{in, parallel_dim(in, dims)};
    if (nest.parallel && nest.parallel == in.group.vector_dim && !has_loops(point)) nest.block = kBlock;
    return nest;
}

std::vector<size_t> all_dims(const Stage& stage) {
    std::vector<size_t> dims(stage.dims.size());
    std::iota(dims.begin(), dims.end(), size_t{0});
    return dims;
}

// What happens at one point: the first case that holds is stored, zero where none does.
StatementPtr store_cases(const StageContext& in, size_t first, int& counter) {
    const Stage& stage = in.stage;
    Exprs at;
    for (const std::string& dim : stage.dims) at.push_back(coordinate(dim));
    if (first == stage.cases.size()) {
        return statement(Store{stage.name, at, constant(Value::of_int(stage.type, 0))});
    }
    const Case& c = stage.cases[first];
    ExprLowering values(in.pipeline, box_of(stage), counter);
    Unify unify;
    const Expr value = unify(unroll_reductions(c.value));
    values.announce({value});
    const Expr stored = values.lower(value);
    std::vector<StatementPtr> then = values.take_statements();
    then.push_back(statement(Store{stage.name, at, stored}));
    if (!c.condition) return block(std::move(then));

    ExprLowering conditions(in.pipeline, box_of(stage), counter);
    const Expr condition = unify(unroll_reductions(*c.condition));
    conditions.announce({condition});
    const Expr tested = conditions.lower(condition);
    std::vector<StatementPtr> all = conditions.take_statements();
    all.push_back(statement(If{tested, block(std::move(then)), store_cases(in, first + 1, counter)}));
    return block(std::move(all));
}

StatementPtr lower_pure(const StageContext& in, int& counter) {
    return loops_over_box(in, store_cases(in, 0, counter));
}

// What happens at one point of an update's domain.
StatementPtr store_update(const Update& update, const std::string& stage, ExprLowering& lowering) {
    std::vector<StatementPtr> outer;
    std::optional<Expr> where;
    Exprs args;
    Unify unify;
    for (const Expr& arg : update.args) args.push_back(unify(unroll_reductions(arg)));
    const Expr value = unify(unroll_reductions(update.value));
    Exprs roots = args;
    roots.push_back(value);
    if (update.domain.where) roots.push_back(*update.domain.where);
    lowering.announce(roots);
    if (update.domain.where) {
        where = lowering.lower(*update.domain.where);
        outer = lowering.take_statements();
    }
    Exprs at;
    for (const Expr& arg : args) at.push_back(lowering.lower_index(arg));
    const Expr stored = lowering.lower(value);
    std::vector<StatementPtr> statements = lowering.take_statements();
    statements.push_back(statement(Store{stage, std::move(at), stored}));
    if (!where) return block(std::move(statements));
    outer.push_back(statement(If{*where, block(std::move(statements)), nullptr}));
    return block(std::move(outer));
}

StatementPtr around(For loop, StatementPtr body) {
    loop.body = std::move(body);
    return statement(std::move(loop));
}

StatementPtr lower_update(const StageContext& in, size_t number, int& counter) {
    const Update& update = in.stage.updates[number - 1];
    UpdatePoint point = lower_point(in, update, counter);
    return loops_over_update(in, std::move(point.body), own_dims(in.stage, update),
                             domain_loops(in, number, point.ranges));
}

}  // namespace

std::vector<Bounds> whole_box(const Stage& stage) {
    std::vector<Bounds> box;
    for (size_t d = 0; d < stage.dims.size(); ++d)
        box.push_back({analysis::box_min(stage, d), analysis::box_max(stage, d)});
    return box;
}

std::vector<Bounds> requested_box(const Stage& stage) {
    std::vector<Bounds> box;
    for (size_t d = 0; d < stage.dims.size(); ++d)
        box.push_back({analysis::requested_min(stage, d), analysis::requested_max(stage, d)});
    return box;
}

UpdatePoint lower_point(const StageContext& in, const Update& update, int& counter) {
    Environment env = box_of(in.stage);
    std::vector<Bounds> ranges;
    ExprLowering bounds(in.pipeline, env, counter);
    for (const ReductionVariable& v : update.domain.variables) {
        ranges.push_back({bounds.lower_index(v.min), bounds.lower_index(v.max)});
        env.insert_or_assign(v.name, ranges.back());
    }
    ExprLowering lowering(in.pipeline, env, counter);
    return {store_update(update, in.stage.name, lowering), std::move(ranges)};
}

std::vector<size_t> own_dims(const Stage& stage, const Update& update) {
    std::vector<size_t> dims;
    for (size_t d = 0; d < stage.dims.size(); ++d) {
        if (is_pure_argument(stage, update, d)) dims.push_back(d);
    }
    return dims;
}

StatementPtr loops_over_update(const StageContext& in, StatementPtr body, const std::vector<size_t>& dims,
                               const DomainLoops& domain) {
    Nest nest = nest_of(in, dims, *body);
    if (nest.block != 0 && !domain.points.empty()) nest.block = kReductionBlock;
    const bool inner = !dims.empty() && dims[0] == 0;
    if (inner) body = loop_over(nest, 0, std::move(body));
    for (const For& loop : domain.points) body = around(loop, std::move(body));
    for (const size_t d : from_the_innermost(in)) {
        if (d > 0 && std::find(dims.begin(), dims.end(), d) != dims.end())
            body = loop_over(nest, d, std::move(body));
    }
    for (const For& loop : domain.pieces) body = around(loop, std::move(body));
    return in_parallel(nest, std::move(body));
}

StatementPtr loops_over_box(const StageContext& in, StatementPtr body) {
    const Nest nest = nest_of(in, all_dims(in.stage), *body);
    for (const size_t d : from_the_innermost(in)) body = loop_over(nest, d, std::move(body));
    return in_parallel(nest, std::move(body));
}

StatementPtr lower_definition(const StageContext& context, size_t definition, int& counter) {
    return definition == 0 ? lower_pure(context, counter) : lower_update(context, definition, counter);
}

StatementPtr lower_copy(const StageContext& in, const std::string& from, const std::string& to) {
    Exprs at;
    for (const std::string& dim : in.stage.dims) at.push_back(coordinate(dim));
    const Expr value = make_node(Load{from, at}, in.stage.type);
    return loops_over_box(in, statement(Store{to, at, value}));
}

}  // namespace pantile::lower
