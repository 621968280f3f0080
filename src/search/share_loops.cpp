#include "search/share_loops.h"

#include <algorithm>

#include "plan/check_group.h"

namespace pantile::search {

using namespace plan;
using namespace schedule;

namespace {

// More values at once than registers hold gain nothing.
constexpr size_t kMostShared = 4;
// Whether stages may share is asked for every pair, and takes longer the more stages there are.
constexpr size_t kMostStages = 64;

std::set<std::string> inputs_of(const ir::Stage& stage) {
    const std::vector<std::string> all = ir::producers_of(stage);
    return {all.begin(), all.end()};
}

bool share_reads(const ir::Stage& a, const ir::Stage& b) {
    const std::set<std::string> of_a = inputs_of(a);
    const std::vector<std::string> of_b = ir::producers_of(b);
    return std::any_of(of_b.begin(), of_b.end(), [&](const std::string& p) { return of_a.count(p) > 0; });
}

bool is_plain(const ir::Stage& stage) { return stage.updates.empty() && !ir::has_cases(stage); }

// Moves stage 'from' up to 'to', if nothing in between is needed by it.
bool can_move_up(const ir::Pipeline& pipeline, const Group& group, size_t from, size_t to) {
    const std::set<std::string> needed = inputs_of(*pipeline.find_stage(group.stages[from]));
    for (size_t i = to; i < from; ++i) {
        if (needed.count(group.stages[i])) return false;
    }
    return true;
}

}  // namespace

void share_loops(const Prepared& prepared, Group& group) {
    if (group.stages.size() < 2 || group.stages.size() > kMostStages) return;
    const ir::Pipeline& pipeline = prepared.pipeline;
    for (size_t first = 0; first + 1 < group.stages.size(); ++first) {
        if (!is_plain(*pipeline.find_stage(group.stages[first]))) continue;
        std::vector<std::string> set = {group.stages[first]};
        size_t end = first + 1;
        // The reference stage stays last.
        for (size_t i = end; i < group.stages.size() && set.size() < kMostShared; ++i) {
            const ir::Stage& stage = *pipeline.find_stage(group.stages[i]);
            const bool stays = i + 1 == group.stages.size() && i != end;
            if (stays || !is_plain(stage) || !share_reads(*pipeline.find_stage(set[0]), stage) ||
                !can_move_up(pipeline, group, i, first))
                continue;
            Group tried = group;
            std::rotate(tried.stages.begin() + static_cast<ptrdiff_t>(end),
                        tried.stages.begin() + static_cast<ptrdiff_t>(i),
                        tried.stages.begin() + static_cast<ptrdiff_t>(i) + 1);
            std::vector<std::string> larger = set;
            larger.push_back(stage.name);
            tried.fused.push_back(larger);
            if (!why_illegal(tried, prepared).empty()) continue;
            tried.fused.pop_back();
            group = std::move(tried);
            set = std::move(larger);
            ++end;
        }
        if (set.size() < 2) continue;
        group.fused.push_back(std::move(set));
        first = end - 1;
    }
}

}  // namespace pantile::search
