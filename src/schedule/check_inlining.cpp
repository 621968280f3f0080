#include "schedule/check_inlining.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/collect_accesses.h"
#include "ir/inline_stages.h"
#include "ir/traverse.h"

namespace pantile::schedule {

namespace {

bool may_be_empty(const ir::Pipeline& pipeline, const ir::ReductionDomain& domain) {
    const analysis::ValueRanges none;
    analysis::IndexAnalysis analyse(pipeline, none);
    return std::any_of(domain.variables.begin(), domain.variables.end(), [&](const ir::ReductionVariable& v) {
        const analysis::Index min = analyse(v.min, {}), max = analyse(v.max, {});
        return !min.min || !max.max || !analysis::surely_filled(pipeline, {*min.min, *max.max});
    });
}

}  // namespace

std::vector<std::string> reasons_against_inlining(const ir::Pipeline& pipeline,
                                                  const std::set<std::string>& inlined) {
    std::vector<std::string> found;
    if (inlined.empty()) return found;
    if (const auto reason = ir::why_not_inlined(pipeline, inlined))
        found.push_back(fmt::format("not everything can be inlined that the schedule says: {}", *reason));
    // A stage that is read in a reduction without points is not computed; inlined, what it reads would be
    // asked for all the same.
    const auto check_reduction = [&](const ir::Stage& stage, const ir::Expr& e) {
        const ir::Reduce* r = ir::as<ir::Reduce>(e);
        if (!r || !may_be_empty(pipeline, r->domain)) return;
        ir::for_each_node(e, [&](const ir::Expr& n) {
            const ir::Access* a = ir::as<ir::Access>(n);
            if (a && ir::is_inlined(inlined, a->producer, stage.name))
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

}  // namespace pantile::schedule
