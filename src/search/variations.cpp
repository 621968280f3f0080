#include "search/variations.h"

#include <algorithm>

#include "plan/plan.h"
#include "rewrite/inline_stages.h"
#include "schedule/file.h"

namespace pantile::search {

using namespace cost;
using namespace plan;
using namespace schedule;

namespace {

constexpr int64_t kLongestTile = 1 << 14;

// A small generator of our own: the standard ones may differ between libraries.
class Random {
  public:
    uint64_t below(uint64_t n) {
        state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
        return (state_ >> 33) % n;
    }

  private:
    uint64_t state_ = 88172645463325252ull;
};

void set_tile(Group& group, size_t rank, size_t d, int64_t size) {
    group.tile.resize(rank, 0);
    group.tile[d] = size;
    group.parallel_dims = outermost_cut(group.tile);
}

// Of the second dimension, in registers.
void set_rows_at_once(Group& group, size_t rank, int64_t rows) {
    const int64_t vectors = group.registers.empty() ? 1 : group.registers[0];
    group.registers.clear();
    if (rows == 1 && vectors == 1) return;
    group.registers.assign(rank, 1);
    group.registers[0] = vectors;
    group.registers[1] = rows;
}

size_t rank_of(const ir::Pipeline& pipeline, const Schedule& schedule, size_t g) {
    const ir::Pipeline all = rewrite::with_parts(pipeline, schedule.rewrites);
    return all.find_stage(schedule.groups[g].stages.back())->dims.size();
}

// Splits a group in two at a random place, or joins it with the next one.
void regroup(Schedule& schedule, size_t g, Random& random) {
    Group& group = schedule.groups[g];
    group.fused.clear();
    group.streamed.clear();
    if (group.stages.size() > 1 && random.below(2) == 0) {
        const size_t at = 1 + random.below(group.stages.size() - 1);
        Group first;
        first.stages.assign(group.stages.begin(), group.stages.begin() + static_cast<ptrdiff_t>(at));
        first.vector_dim = group.vector_dim;
        group.stages.erase(group.stages.begin(), group.stages.begin() + static_cast<ptrdiff_t>(at));
        schedule.groups.insert(schedule.groups.begin() + static_cast<ptrdiff_t>(g), std::move(first));
    } else if (g + 1 < schedule.groups.size()) {
        Group& next = schedule.groups[g + 1];
        next.fused.clear();
        next.streamed.clear();
        next.reduction_tiles.clear();
        next.stages.insert(next.stages.begin(), group.stages.begin(), group.stages.end());
        schedule.groups.erase(schedule.groups.begin() + static_cast<ptrdiff_t>(g));
    }
}

Schedule changed(const ScheduleRequest& request, Schedule schedule, Random& random) {
    const size_t g = random.below(schedule.groups.size());
    if (random.below(3) == 0) {
        regroup(schedule, g, random);
        return schedule;
    }
    Group& group = schedule.groups[g];
    const size_t rank = rank_of(request.pipeline, schedule, g);
    if (rank == 0) return schedule;
    constexpr int64_t kSizes[] = {0, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
    group.fused.clear();
    group.reduction_tiles.clear();
    for (size_t d = 0; d < rank; ++d) {
        if (random.below(2) == 0)
            set_tile(group, rank, d,
                     d < 2 ? kSizes[random.below(10)] : static_cast<int64_t>(random.below(2)));
    }
    if (rank > 1 && !group.tile.empty()) {
        group.sliding.reset();
        if (random.below(2) == 0) group.sliding = Sliding{1, int64_t{1} << random.below(4)};
    }
    return schedule;
}

class Collection {
  public:
    Collection(const ScheduleRequest& request, const std::vector<Schedule>& known) : request_(request) {
        for (const Schedule& s : known) seen_.insert(to_json(s, request.pipeline));
    }

    void add(Schedule schedule) {
        const std::string text = to_json(schedule, request_.pipeline);
        if (!seen_.insert(text).second || !check_legal(schedule, request_.pipeline).empty()) return;
        found_.push_back(std::move(schedule));
    }

    std::vector<Schedule>& found() { return found_; }

  private:
    const ScheduleRequest& request_;
    std::set<std::string> seen_;
    std::vector<Schedule> found_;
};

}  // namespace

std::vector<Schedule> random_variations(const ScheduleRequest& request, const std::vector<Schedule>& known,
                                        size_t count) {
    Random random;
    Collection all(request, known);
    for (size_t tries = 0; tries < 20 * count && all.found().size() < count; ++tries) {
        Schedule s = known[random.below(known.size())];
        for (uint64_t changes = 1 + random.below(3); changes > 0; --changes)
            s = changed(request, std::move(s), random);
        s.name = "variation";
        all.add(std::move(s));
    }
    return std::move(all.found());
}

std::vector<Schedule> neighbours(const ScheduleRequest& request, const Schedule& from) {
    Collection all(request, {from});
    for (size_t g = 0; g < from.groups.size(); ++g) {
        const size_t rank = rank_of(request.pipeline, from, g);
        for (size_t d = 0; d < std::min<size_t>(rank, 2); ++d) {
            const int64_t size = from.groups[g].tile.empty() ? 0 : from.groups[g].tile[d];
            for (const int64_t other :
                 {size / 2, size * 2, size == 0 ? int64_t{256} >> (2 * d) : int64_t{0}}) {
                if (other == size || other > kLongestTile) continue;
                Schedule s = from;
                set_tile(s.groups[g], rank, d, other);
                all.add(std::move(s));
            }
        }
        if (rank < 2) continue;
        for (const int64_t rows : {1, 2, 4, 8}) {
            Schedule s = from;
            set_rows_at_once(s.groups[g], rank, rows);
            all.add(std::move(s));
        }
        if (from.groups[g].stages.size() < 2) continue;
        for (const int64_t rows : {0, 1, 2, 4}) {
            Schedule s = from;
            s.groups[g].sliding.reset();
            if (rows > 0) s.groups[g].sliding = Sliding{1, rows};
            all.add(std::move(s));
        }
    }
    return std::move(all.found());
}

}  // namespace pantile::search
