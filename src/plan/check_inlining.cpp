#include "plan/check_inlining.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/collect_accesses.h"
#include "ir/traverse.h"
#include "plan/rewritten.h"
#include "rewrite/inline_stages.h"

namespace pantile::plan {

namespace {

bool may_be_empty(const ir::Pipeline& pipeline, const ir::ReductionDomain& domain) {
    const analysis::ValueRanges none;
    analysis::IndexAnalysis analyse(pipeline, none);
    return std::any_of(domain.variables.begin(), domain.variables.end(), [&](const ir::ReductionVariable& v) {
        const analysis::Index min = analyse(v.min, {}), max = analyse(v.max, {});
        return !min.min || !max.max || !analysis::surely_filled(pipeline, {*min.min, *max.max});
    });
}

// A stage of those that is read where a place or a case is chosen.
std::optional<std::string> read_to_choose(const ir::Pipeline& pipeline, const rewrite::Rewrites& rewrites) {
    std::optional<std::string> found;
    const auto look_in = [&](const ir::Stage& stage, const ir::Expr& e) {
        ir::for_each_node(e, [&](const ir::Expr& n) {
            const ir::Access* a = ir::as<ir::Access>(n);
            if (a && rewrite::is_inlined(rewrites, a->producer, stage.name)) found = a->producer;
        });
    };
    for (const ir::Stage& stage : pipeline.stages) {
        for (const ir::Case& c : stage.cases)
            if (c.condition) look_in(stage, *c.condition);
        for (const ir::Update& u : stage.updates)
            for (const ir::Expr& arg : u.args) look_in(stage, arg);
        ir::for_each_expr(stage, [&](const ir::Expr& e, size_t) {
            ir::for_each_node(e, [&](const ir::Expr& n) {
                const ir::Access* a = ir::as<ir::Access>(n);
                for (size_t d = 0; a && d < a->args.size(); ++d) look_in(stage, a->args[d]);
            });
        });
    }
    return found;
}

// How many conditions a run must check so that indices do not wrap; none: no run is possible.
std::optional<size_t> checks_at_entry(const ir::Pipeline& pipeline, const rewrite::Rewrites& rewrites) {
    const Result<Rewritten> rewritten = rewrite_pipeline(pipeline, rewrites);
    if (!rewritten) return std::nullopt;
    const Result<analysis::Limits> limits = limits_of(*rewritten);
    return limits ? std::optional(limits->checked_at_entry.size()) : std::nullopt;
}

// The value of a stage may wrap; as a part of an index it may not, and a run would be refused.
std::optional<std::string> wraps_in_an_index(const ir::Pipeline& pipeline,
                                             const rewrite::Rewrites& rewrites) {
    const std::optional<std::string> read = read_to_choose(pipeline, rewrites);
    if (!read) return std::nullopt;
    const std::optional<size_t> before = checks_at_entry(pipeline, {}),
                                after = checks_at_entry(pipeline, rewrites);
    return before && (!after || *after > *before) ? read : std::nullopt;
}

}  // namespace

std::vector<std::string> reasons_against_inlining(const ir::Pipeline& pipeline,
                                                  const rewrite::Rewrites& rewrites) {
    std::vector<std::string> found;
    if (rewrites.empty()) return found;
    if (const auto reason = rewrite::why_not_inlined(pipeline, rewrites))
        return {fmt::format("the schedule inlines what cannot be inlined: {}", *reason)};
    if (const auto stage = wraps_in_an_index(pipeline, rewrites))
        found.push_back(
            fmt::format("'{}' is inlined into an index or the condition of a case, where arithmetic that "
                        "wraps is refused.",
                        *stage));
    // A stage that is read in a reduction without points is not computed; inlined, what it reads would be
    // asked for all the same.
    const auto check_reduction = [&](const ir::Stage& stage, const ir::Expr& e) {
        const ir::Reduce* r = ir::as<ir::Reduce>(e);
        if (!r || !may_be_empty(pipeline, r->domain)) return;
        ir::for_each_node(e, [&](const ir::Expr& n) {
            const ir::Access* a = ir::as<ir::Access>(n);
            if (a && rewrite::is_inlined(rewrites, a->producer, stage.name))
                found.push_back(fmt::format(
                    "'{}' is inlined but read in a reduction that may have no points.", a->producer));
        });
    };
    for (const ir::Stage& stage : pipeline.stages) {
        ir::for_each_expr(stage, [&](const ir::Expr& e, size_t) {
            ir::for_each_node(e, [&](const ir::Expr& n) { check_reduction(stage, n); });
        });
    }
    return found;
}

}  // namespace pantile::plan
