#include "search/auto.h"

#include <algorithm>

#include "rewrite/shared_parts.h"

namespace pantile::search {

using namespace cost;
using namespace schedule;

namespace {

// Pipelines with more stages get one look at each way to inline, and no changes one by one.
constexpr size_t kMostStagesToRefine = 64;

constexpr size_t kMostStagesAtOnce = 64;
constexpr int64_t kWorkToPrepare = 4;
constexpr size_t kMostReaders = 6;
constexpr const char* kFaster = "predicted to be faster than storing it";
constexpr const char* kShared = "its points share them";

struct Found {
    Inlining inlined;
    Prepared prepared;
    Grouping grouping;
    Schedule schedule;
};

class AutoSearch {
  public:
    explicit AutoSearch(const ScheduleRequest& request)
        : request_(request), extents_(expected_extents(request.pipeline, request.extents)) {
        left_ = effort_of(request).most_work;
    }

    Result<FoundSchedule> run() {
        const Result<Prepared> whole = prepare(request_.pipeline, {}, extents_, request_.target);
        if (!whole) return whole.diagnostics();
        const ir::Pipeline& p = request_.pipeline;
        try_inlining(inline_by_shape(p, whole->graph, request_.pins));
        try_inlining(inline_by_benefit(p, whole->graph, request_.pins));
        try_inlining(inline_pinned(request_.pins));
        if (!best_) return Diagnostic{.message = "no schedule was found."};
        if (request_.pipeline.stages.size() <= kMostStagesToRefine) refine(whole->graph);
        return FoundSchedule{best_->schedule, best_->inlined, "pantile", best_->grouping.cost, count_};
    }

  private:
    // Whether it is possible, and better than what was found before.
    bool try_inlining(const Inlining& inlined) {
        const rewrite::Rewrites rewrites = rewrites_of(inlined);
        if (!tried_.insert(rewrites).second) return false;
        Result<plan::Rewritten> rewritten = plan::try_rewrites(request_.pipeline, rewrites);
        if (!rewritten) return false;
        Prepared prepared = prepare(std::move(*rewritten), extents_, request_.target);
        Judge judge(prepared.graph, pantile_cost(prepared.graph, request_.target), request_.pins);
        // Looking at another way to inline takes as long as judging some groups.
        left_ -= kWorkToPrepare * static_cast<int64_t>(prepared.graph.stages.size());
        judge.stop_at(std::max<int64_t>(left_, 2 * static_cast<int64_t>(prepared.graph.stages.size())));
        const std::vector<StageSet> start = start_groups(prepared.graph, request_.pins);
        Grouping grouping = best_grouping(judge, start);
        judged_ += judge.judged();
        count_.judged = judged_;
        left_ -= judge.work();
        if (best_ && grouping.cost >= best_->grouping.cost) return false;
        Schedule schedule = assemble(request_, prepared, grouping, rewrites, judge);
        best_.emplace(Found{inlined, std::move(prepared), std::move(grouping), std::move(schedule)});
        return true;
    }

    // The best of the dynamic program, merges one by one, and everything at once, each improved as long as
    // there is effort left. At least something for each way to inline; the first ones may take most of it.
    Grouping best_grouping(Judge& judge, const std::vector<StageSet>& start) {
        const Effort effort{.most_work = std::max<int64_t>(left_ / 9, 100),
                            .group_limit = effort_of(request_).group_limit};
        // Before there is no effort left: what pins hold together has a plan in any case.
        for (const StageSet& group : start) judge(group);
        Grouping best;
        const Effort to_improve{.most_work = 2 * effort.most_work,
                                .group_limit = effort_of(request_).group_limit};
        const auto take = [&](Grouping found) {
            found = improve_grouping(judge, std::move(found), to_improve, count_);
            if (best.groups.empty() || found.cost < best.cost) best = std::move(found);
        };
        take(group_greedily(judge, start, effort, count_));
        SearchCount count;
        take(group_by_dp(judge, start, effort, count));
        count_.states += count.states;
        count_.was_bounded |= count.was_bounded;
        if (auto one = one_group(judge)) take(std::move(*one));
        return best;
    }

    // All stages that need not be alone, as one group, where nothing else lies in between.
    static std::optional<Grouping> one_group(Judge& judge) {
        const StageGraph& graph = judge.graph();
        if (graph.stages.size() > kMostStagesAtOnce || !judge.pins().together.empty()) return std::nullopt;
        std::vector<StageSet> groups = {graph.none()};
        for (size_t s = 0; s < graph.stages.size(); ++s) {
            if (judge.is_alone(s))
                groups.push_back(StageSet::of(graph.stages.size(), {s}));
            else
                groups[0].insert(s);
        }
        if (groups[0].empty()) return std::nullopt;
        auto order = ordered(graph, groups);
        if (!order) return std::nullopt;
        Grouping out{std::move(*order), 0};
        for (const StageSet& g : out.groups) out.cost += judge(g).cost;
        if (out.cost == kNever) return std::nullopt;
        return out;
    }

    // Stores one stage more, or inlines one more, as long as that helps and effort is left.
    void refine(const StageGraph& whole) {
        for (bool changed = true; changed && left_ > 0;) {
            changed = false;
            for (size_t s = 0; s < whole.stages.size() && left_ > 0; ++s) {
                const std::string& name = whole.stages[s].name;
                if (request_.pins.inlined.count(name)) continue;
                Inlining other = best_->inlined;
                if (!store(other, name)) {
                    if (request_.pins.keeps(name)) continue;
                    other[rewrite::Inline{name}] = kFaster;
                }
                changed |= try_inlining(other);
            }
        }
        for (size_t s = 0; s < whole.stages.size() && left_ > 0; ++s) {
            const std::string& name = whole.stages[s].name;
            if (!request_.pins.keeps(name) && !best_->inlined.count(rewrite::Inline{name}))
                inline_for_some(name);
        }
        // By names: what is found replaces the stages that are looked at.
        std::vector<std::string> names;
        for (const ir::Stage& stage : best_->prepared.pipeline.stages)
            if (rewrite::has_shared_parts(stage)) names.push_back(stage.name);
        for (const std::string& name : names) {
            Inlining other = best_->inlined;
            other[rewrite::FactorParts{name}] = kShared;
            if (left_ > 0) try_inlining(other);
        }
    }

    // Whether it was inlined anywhere.
    static bool store(Inlining& inlining, const std::string& name) {
        return std::erase_if(inlining, [&](const auto& entry) { return stage_of(entry.first) == name; }) > 0;
    }

    // A stage that several groups read may be cheaper to compute in each of them than to keep: it is stored
    // for one of its readers, and computed by the others.
    void inline_for_some(const std::string& name) {
        std::vector<std::string> readers;
        for (const ir::Stage& stage : request_.pipeline.stages) {
            if (ir::reads_from(stage, name)) readers.push_back(stage.name);
        }
        if (readers.size() < 2 || readers.size() > kMostReaders || is_read_in_its_group_only(name)) return;
        for (const std::string& stored_for : readers) {
            Inlining other = best_->inlined;
            store(other, name);
            for (const std::string& reader : readers) {
                if (reader != stored_for) other[rewrite::InlineInto{name, reader}] = kFaster;
            }
            if (left_ > 0) try_inlining(other);
        }
    }

    bool is_read_in_its_group_only(const std::string& name) const {
        const auto has = [](const Group& group, const std::string& stage) {
            return std::find(group.stages.begin(), group.stages.end(), stage) != group.stages.end();
        };
        for (const ir::Stage& stage : best_->prepared.pipeline.stages) {
            if (!ir::reads_from(stage, name)) continue;
            for (const Group& group : best_->schedule.groups)
                if (has(group, stage.name) != has(group, name)) return false;
        }
        return true;
    }

    const ScheduleRequest& request_;
    const std::map<std::string, int64_t> extents_;
    std::set<rewrite::Rewrites> tried_;
    std::optional<Found> best_;
    SearchCount count_;
    int64_t judged_ = 0;
    int64_t left_;
};

}  // namespace

Result<FoundSchedule> schedule_automatically(const ScheduleRequest& request) {
    return AutoSearch(request).run();
}

}  // namespace pantile::search
