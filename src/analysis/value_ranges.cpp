#include "analysis/value_ranges.h"

#include <algorithm>

namespace pantile::analysis {
namespace {

using namespace ir;

std::optional<ValueRange> range_of(IndexAnalysis& analyse, const Expr& e) {
    // A value wraps, and nothing checks at entry that it does not: a range that rests on such a check is
    // none.
    const size_t conditions = analyse.conditions().size();
    const Index index = analyse(e, {});
    if (analyse.conditions().size() > conditions) return std::nullopt;
    const auto min = index.min ? constant_int(*index.min) : std::nullopt;
    const auto max = index.max ? constant_int(*index.max) : std::nullopt;
    if (!min || !max) return std::nullopt;
    return ValueRange{*min, *max};
}

// The union over all definitions; an update that reads the stage itself sees no range for it yet, which is
// safe.
std::optional<ValueRange> range_of(const Stage& stage, IndexAnalysis& analyse) {
    std::optional<ValueRange> total;
    const auto include = [&](const Expr& e) {
        const std::optional<ValueRange> range = range_of(analyse, e);
        if (!range) return false;
        total =
            total ? ValueRange{std::min(total->min, range->min), std::max(total->max, range->max)} : *range;
        return true;
    };
    bool covered = false;
    for (const Case& c : stage.cases) {
        covered |= !c.condition.has_value();
        if (!include(c.value)) return std::nullopt;
    }
    for (const Update& u : stage.updates) {
        if (!include(u.value)) return std::nullopt;
    }
    if (!covered && total)
        total = ValueRange{std::min<int64_t>(total->min, 0), std::max<int64_t>(total->max, 0)};
    return total;
}

}  // namespace

ValueRanges value_ranges(const Pipeline& pipeline) {
    ValueRanges ranges;
    for (const Stage& stage : pipeline.stages) {
        if (!is_integer(stage.type)) continue;
        IndexAnalysis analyse(pipeline, ranges);
        if (const auto range = range_of(stage, analyse)) ranges[stage.name] = *range;
    }
    return ranges;
}

}  // namespace pantile::analysis
