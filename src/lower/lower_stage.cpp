#include "lower/lower_stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "analysis/symbolic.h"
#include "ir/build.h"
#include "ir/neighbours.h"
#include "ir/traverse.h"
#include "ir/unify.h"
#include "ir/unroll_reductions.h"
#include "lower/domain_loops.h"
#include "lower/lower_expr.h"

namespace pantile::lower {

using namespace ir;
using analysis::Bounds;
using analysis::Environment;

namespace {

Environment box_of(const Stage& stage, const std::optional<PointBlock>& block = {}) {
    Environment env;
    for (size_t d = 0; d < stage.dims.size(); ++d) {
        env.insert_or_assign(stage.dims[d], Bounds{analysis::box_min(stage, d), analysis::box_max(stage, d)});
    }
    // The first point of a block leaves room for the others.
    if (block) {
        Bounds& range = env.at(stage.dims[block->dim]);
        range.max = analysis::plus(range.max, 1 - block->count);
    }
    return env;
}

Expr coordinate(const std::string& dim) { return variable(Scope::coordinate, dim, ScalarType::i64); }

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

// Where a stage is stored, so many points further along a dimension.
Exprs place_of(const Stage& stage, size_t dim, int64_t further) {
    Exprs at;
    for (const std::string& name : stage.dims) at.push_back(coordinate(name));
    at[dim] = analysis::plus(at[dim], further);
    return at;
}

// Several points at once: what they share is computed once, and all values come before the first store, so
// that nothing has to be loaded again.
StatementPtr store_block(const StageContext& in, const PointBlock& points, int& counter) {
    ExprLowering lowering(in.pipeline, box_of(in.stage, points), counter);
    const Exprs values = values_of_neighbours(in.pipeline, in.stage, points, in.math);
    lowering.announce(values);
    std::vector<StatementPtr> computed, stores;
    for (int64_t r = 0; r < points.count; ++r) {
        const Expr value = lowering.lower(values[static_cast<size_t>(r)]);
        for (StatementPtr& s : lowering.take_statements()) computed.push_back(std::move(s));
        const std::string name = fmt::format("t{}", ++counter);
        computed.push_back(statement(Declare{name, value}));
        stores.push_back(statement(Store{in.stage.name, place_of(in.stage, points.dim, r),
                                         variable(Scope::local, name, value.type())}));
    }
    computed.insert(computed.end(), stores.begin(), stores.end());
    return block(std::move(computed));
}

StatementPtr lower_pure(const StageContext& in, int& counter) {
    const plan::DefinitionPlan& plan = in.plan.definitions[0];
    return loop_nest(in, plan, [&](int64_t count) {
        return count == 1 ? store_cases(in, 0, counter) : store_block(in, *plan.block, counter);
    });
}

// The ranges of the variables of an update's domain, which 'env' holds afterwards too.
std::vector<Bounds> add_domain(const StageContext& in, const Update& update, Environment& env, int& counter) {
    std::vector<Bounds> ranges;
    ExprLowering bounds(in.pipeline, env, counter);
    for (const ReductionVariable& v : update.domain.variables) {
        ranges.push_back({bounds.lower_index(v.min), bounds.lower_index(v.max)});
        env.insert_or_assign(v.name, ranges.back());
    }
    return ranges;
}

// What happens at one point of the domain of updates that run together.
StatementPtr store_updates(std::span<const Update> updates, const std::string& stage,
                           ExprLowering& lowering) {
    std::vector<StatementPtr> outer;
    Unify unify;
    Exprs roots;
    std::vector<Exprs> args(updates.size());
    Exprs values;
    for (size_t u = 0; u < updates.size(); ++u) {
        for (const Expr& arg : updates[u].args) args[u].push_back(unify(unroll_reductions(arg)));
        values.push_back(unify(unroll_reductions(updates[u].value)));
        roots.insert(roots.end(), args[u].begin(), args[u].end());
        roots.push_back(values.back());
    }
    const std::optional<Expr>& condition = updates[0].domain.where;
    if (condition) roots.push_back(*condition);
    lowering.announce(roots);
    std::optional<Expr> where;
    if (condition) {
        where = lowering.lower(*condition);
        outer = lowering.take_statements();
    }
    std::vector<StatementPtr> stores;
    for (size_t u = 0; u < updates.size(); ++u) {
        Exprs at;
        for (const Expr& arg : args[u]) at.push_back(lowering.lower_index(arg));
        stores.push_back(statement(Store{stage, std::move(at), lowering.lower(values[u])}));
    }
    std::vector<StatementPtr> statements = lowering.take_statements();
    statements.insert(statements.end(), stores.begin(), stores.end());
    if (!where) return block(std::move(statements));
    outer.push_back(statement(If{*where, block(std::move(statements)), nullptr}));
    return block(std::move(outer));
}

// let sum = stage(x, y)
// the loops over the domain: sum = the update's value, with sum for what the stage holds
// stage(x, y) = sum
StatementPtr sum_block(const StageContext& in, const Update& update, const PointBlock& points,
                       const DomainLoops& domain, int& counter) {
    Environment env = box_of(in.stage, points);
    add_domain(in, update, env, counter);
    ExprLowering lowering(in.pipeline, env, counter);
    std::vector<StatementPtr> all, terms, stores;
    std::vector<std::string> names;
    Unify unify;
    Exprs values;
    for (int64_t r = 0; r < points.count; ++r) {
        names.push_back(fmt::format("sum{}", ++counter));
        const Exprs at = place_of(in.stage, points.dim, r);
        const Expr sum = variable(Scope::local, names.back(), in.stage.type);
        all.push_back(
            statement(Declare{names.back(), make_node(Load{in.stage.name, at}, in.stage.type), true}));
        stores.push_back(statement(Store{in.stage.name, at, sum}));
        const Expr term = with_held(in.stage, update, sum);
        values.push_back(unify(unroll_reductions(moved(term, in.stage.dims[points.dim], r))));
    }
    lowering.announce(values);
    for (size_t r = 0; r < values.size(); ++r) {
        const Expr value = lowering.lower(values[r]);
        for (StatementPtr& s : lowering.take_statements()) terms.push_back(std::move(s));
        terms.push_back(statement(Assign{names[r], value}));
    }
    StatementPtr body = block(std::move(terms));
    for (const For& loop : domain.points) body = with_body(loop, std::move(body));
    all.push_back(std::move(body));
    all.insert(all.end(), stores.begin(), stores.end());
    return block(std::move(all));
}

StatementPtr lower_in_registers(const StageContext& in, size_t number, int& counter) {
    const Update& update = in.stage.updates[number - 1];
    const plan::DefinitionPlan& plan = in.plan.definitions[number];
    Environment env = box_of(in.stage);
    const DomainLoops domain = domain_loops(in, number, add_domain(in, update, env, counter));
    const size_t dim = plan.block.value_or(PointBlock{0, 1}).dim;
    const auto sums = [&](int64_t count) { return sum_block(in, update, {dim, count}, domain, counter); };
    return loop_nest(in, plan, sums, {{}, domain.pieces});
}

StatementPtr lower_update(const StageContext& in, size_t number, int& counter) {
    const plan::DefinitionPlan& plan = in.plan.definitions[number];
    if (plan.keeps_sums) return lower_in_registers(in, number, counter);
    UpdatePoint point = lower_point(in, number, counter);
    return loop_nest(in, plan, std::move(point.body), domain_loops(in, number, point.ranges));
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

UpdatePoint lower_point(const StageContext& in, size_t update, int& counter) {
    Environment env = box_of(in.stage);
    const std::span<const Update> together(&in.stage.updates[update - 1],
                                           in.plan.definitions[update].together);
    std::vector<Bounds> ranges = add_domain(in, together[0], env, counter);
    ExprLowering lowering(in.pipeline, env, counter);
    return {store_updates(together, in.stage.name, lowering), std::move(ranges)};
}

StatementPtr lower_definition(const StageContext& context, size_t definition, int& counter) {
    return definition == 0 ? lower_pure(context, counter) : lower_update(context, definition, counter);
}

StatementPtr lower_copy(const StageContext& in, const plan::DefinitionPlan& plan, const BufferPair& buffers) {
    Exprs at;
    for (const std::string& dim : in.stage.dims) at.push_back(coordinate(dim));
    const Expr value = make_node(Load{buffers.from, at}, in.stage.type);
    return loop_nest(in, plan, statement(Store{buffers.to, at, value}));
}

}  // namespace pantile::lower
