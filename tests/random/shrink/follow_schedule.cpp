#include "random/shrink/follow_schedule.h"

#include <algorithm>

#include "plan/plan.h"

namespace pantile::random {
namespace {

using schedule::Group;
using schedule::Schedule;

class Following {
  public:
    Following(const Group& group, const ir::Pipeline& before, const ir::Pipeline& now)
        : group_(group), now_(now), old_dims_(before.find_stage(group.stages.back())->dims) {}

    // A group of no stages is gone.
    Group run() {
        Group out = group_;
        keep_known(out.stages);
        if (out.stages.empty()) return out;
        keep_known(out.streamed);
        for (std::vector<std::string>& set : out.fused) keep_known(set);
        std::erase_if(out.fused, [](const auto& set) { return set.size() < 2; });
        std::erase_if(out.reduction_tiles, [&](const auto& tile) { return !exists(tile); });
        follow_dimensions(out, now_.find_stage(out.stages.back())->dims);
        if (!schedule::is_tiled(out)) out.shape = schedule::Shape::scalene;
        return out;
    }

  private:
    void keep_known(std::vector<std::string>& stages) const {
        std::erase_if(stages, [&](const std::string& name) { return !now_.find_stage(name); });
    }

    bool exists(const schedule::ReductionTile& tile) const {
        const ir::Stage* stage = now_.find_stage(tile.stage);
        if (!stage || tile.update > stage->updates.size()) return false;
        const auto& variables = stage->updates[tile.update - 1].domain.variables;
        return std::any_of(variables.begin(), variables.end(),
                           [&](const auto& v) { return v.name == tile.variable; });
    }

    // Dimensions are known by their names: the reference stage may be another one now.
    void follow_dimensions(Group& out, const std::vector<std::string>& dims) const {
        const auto old_place = [&](size_t d) {
            return static_cast<size_t>(std::find(old_dims_.begin(), old_dims_.end(), dims[d]) -
                                       old_dims_.begin());
        };
        const auto follow = [&](std::vector<int64_t>& values, int64_t otherwise) {
            if (values.empty()) return;
            std::vector<int64_t> followed;
            for (size_t d = 0; d < dims.size(); ++d)
                followed.push_back(old_place(d) < values.size() ? values[old_place(d)] : otherwise);
            values = std::move(followed);
        };
        follow(out.tile, 0);
        follow(out.registers, 1);
        const auto new_places = [&](const std::vector<size_t>& old) {
            std::vector<size_t> places;
            for (const size_t place : old)
                for (size_t d = 0; d < dims.size(); ++d)
                    if (old_place(d) == place) places.push_back(d);
            return places;
        };
        out.parallel_dims = new_places(out.parallel_dims);
        out.order = new_places(out.order);
        if (out.order.size() != dims.size()) out.order.clear();
        if (dims.empty()) out.vector_dim.reset();
        if (out.sliding) {
            const std::vector<size_t> walked = new_places({out.sliding->dim});
            if (walked.empty())
                out.sliding.reset();
            else
                out.sliding->dim = walked[0];
        }
    }

    const Group& group_;
    const ir::Pipeline& now_;
    const std::vector<std::string>& old_dims_;
};

// Without the decisions that depend on how stages read each other in detail.
Schedule coarse(Schedule schedule) {
    for (Group& group : schedule.groups) {
        group.fused.clear();
        group.streamed.clear();
        group.registers.clear();
        group.reduction_tiles.clear();
        group.shape = schedule::Shape::scalene;
    }
    return schedule;
}

}  // namespace

std::optional<Schedule> follow_schedule(const Schedule& schedule, const ir::Pipeline& before,
                                        const ir::Pipeline& now) {
    Schedule out{schedule.name, schedule::hash_of(now), {}, schedule.rewrites};
    std::erase_if(out.rewrites, [&](const rewrite::Rewrite& r) {
        return !std::holds_alternative<rewrite::Inline>(r) || !now.find_stage(stage_of(r));
    });
    for (const Group& group : schedule.groups) {
        Group followed = Following(group, before, now).run();
        if (!followed.stages.empty()) out.groups.push_back(std::move(followed));
    }
    if (plan::check_legal(out, now).empty()) return out;
    out = coarse(std::move(out));
    if (plan::check_legal(out, now).empty()) return out;
    return std::nullopt;
}

}  // namespace pantile::random
