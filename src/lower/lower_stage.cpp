#include "lower/lower_stage.h"

#include <algorithm>

#include "analysis/regions.h"
#include "ir/build.h"
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

LoopKind kind_of(const StageContext& in, size_t d) {
    const std::vector<size_t>& parallel_dims = in.group.parallel_dims;
    const bool parallel = std::find(parallel_dims.begin(), parallel_dims.end(), d) != parallel_dims.end();
    const bool vector = in.group.vector_dim == d;
    if (parallel && vector) return LoopKind::parallel_vector;
    return parallel ? LoopKind::parallel : vector ? LoopKind::vector : LoopKind::serial;
}

StatementPtr loop_over(const StageContext& in, size_t d, const Bounds& range, StatementPtr body) {
    const LoopKind kind = kind_of(in, d);
    return statement(For{Scope::coordinate, in.stage.dims[d], range.min, range.max, kind, std::move(body)});
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
    const Expr value = unroll_reductions(c.value);
    values.announce({value});
    const Expr stored = values.lower(value);
    std::vector<StatementPtr> then = values.take_statements();
    then.push_back(statement(Store{stage.name, at, stored}));
    if (!c.condition) return block(std::move(then));

    ExprLowering conditions(in.pipeline, box_of(stage), counter);
    const Expr condition = unroll_reductions(*c.condition);
    conditions.announce({condition});
    const Expr tested = conditions.lower(condition);
    std::vector<StatementPtr> all = conditions.take_statements();
    all.push_back(statement(If{tested, block(std::move(then)), store_cases(in, first + 1, counter)}));
    return block(std::move(all));
}

StatementPtr lower_pure(const StageContext& in) {
    int counter = 0;
    StatementPtr body = store_cases(in, 0, counter);
    for (size_t d = 0; d < in.stage.dims.size(); ++d) {
        body = loop_over(in, d, {analysis::box_min(in.stage, d), analysis::box_max(in.stage, d)},
                         std::move(body));
    }
    return body;
}

// What happens at one point of an update's domain.
StatementPtr store_update(const Update& update, const std::string& stage, ExprLowering& lowering) {
    std::vector<StatementPtr> outer;
    std::optional<Expr> where;
    Exprs args;
    for (const Expr& arg : update.args) args.push_back(unroll_reductions(arg));
    const Expr value = unroll_reductions(update.value);
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

// The update's own coordinates are independent of each other and may run outside of the reduction: the
// outermost in parallel. The innermost one stays inside, where it runs along memory and becomes vectors.
StatementPtr lower_update(const StageContext& in, const Update& update) {
    int counter = 0;
    Environment env = box_of(in.stage);
    std::vector<Bounds> ranges;
    ExprLowering bounds(in.pipeline, env, counter);
    for (const ReductionVariable& v : update.domain.variables) {
        ranges.push_back({bounds.lower_index(v.min), bounds.lower_index(v.max)});
        env.insert_or_assign(v.name, ranges.back());
    }
    ExprLowering lowering(in.pipeline, env, counter);
    StatementPtr body = store_update(update, in.stage.name, lowering);
    const auto over = [&](size_t d) {
        body = loop_over(in, d, {analysis::box_min(in.stage, d), analysis::box_max(in.stage, d)},
                         std::move(body));
    };
    const size_t rank = in.stage.dims.size();
    const bool inner = rank > 0 && is_pure_argument(in.stage, update, 0);
    if (inner) over(0);
    for (size_t i = 0; i < ranges.size(); ++i) {
        const ReductionVariable& v = update.domain.variables[i];
        body = statement(
            For{Scope::reduction, v.name, ranges[i].min, ranges[i].max, LoopKind::serial, std::move(body)});
    }
    for (size_t d = 1; d < rank; ++d) {
        if (is_pure_argument(in.stage, update, d)) over(d);
    }
    return body;
}

}  // namespace

StatementPtr lower_definition(const StageContext& context, size_t definition) {
    return definition == 0 ? lower_pure(context)
                           : lower_update(context, context.stage.updates[definition - 1]);
}

StatementPtr lower_copy(const StageContext& in, const std::string& output_buffer) {
    Exprs at;
    for (const std::string& dim : in.stage.dims) at.push_back(coordinate(dim));
    const Expr value = make_node(Load{in.stage.name, at}, in.stage.type);
    StatementPtr body = statement(Store{output_buffer, at, value});
    for (size_t d = 0; d < in.stage.dims.size(); ++d) {
        body = loop_over(in, d, {analysis::requested_min(in.stage, d), analysis::requested_max(in.stage, d)},
                         std::move(body));
    }
    return body;
}

}  // namespace pantile::lower
