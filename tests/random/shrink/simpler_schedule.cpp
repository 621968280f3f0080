// Schedules that decide less.
#include "random/shrink/steps.h"

namespace pantile::random {
namespace {

using schedule::Group;
using schedule::Schedule;

// A group for each stage, and nothing else decided.
Schedule plainest(const Schedule& schedule) {
    Schedule out{schedule.name, schedule.pipeline_hash, {}, schedule.rewrites};
    for (const Group& group : schedule.groups) {
        for (const std::string& stage : group.stages) {
            out.groups.emplace_back();
            out.groups.back().stages = {stage};
        }
    }
    return out;
}

// The group with each of its decisions taken back by itself.
std::vector<Group> simpler(const Group& group) {
    std::vector<Group> out;
    const auto add = [&](auto change) {
        out.push_back(group);
        change(out.back());
        if (!schedule::is_tiled(out.back())) out.back().shape = schedule::Shape::scalene;
    };
    add([](Group& g) { g = Group{.stages = g.stages, .tile = g.tile}; });
    add([](Group& g) { g.tile.clear(); });
    add([](Group& g) { g.sliding.reset(); });
    add([](Group& g) { g.shape = schedule::Shape::scalene; });
    add([](Group& g) { g.order.clear(); });
    add([](Group& g) { g.parallel_dims.clear(); });
    add([](Group& g) { g.vector_dim.reset(); });
    add([](Group& g) { g.registers.clear(); });
    add([](Group& g) { g.fused.clear(); });
    add([](Group& g) { g.reduction_tiles.clear(); });
    add([](Group& g) { g.streamed.clear(); });
    for (size_t d = 0; d < group.tile.size(); ++d)
        for (const int64_t size : {int64_t{0}, int64_t{1}, group.tile[d] / 2})
            add([&](Group& g) { g.tile[d] = size; });
    for (size_t i = 0; i < group.parallel_dims.size(); ++i)
        add([&](Group& g) {
            g.parallel_dims.erase(g.parallel_dims.begin() + static_cast<std::ptrdiff_t>(i));
        });
    for (size_t i = 0; i < group.reduction_tiles.size(); ++i)
        add([&](Group& g) {
            g.reduction_tiles.erase(g.reduction_tiles.begin() + static_cast<std::ptrdiff_t>(i));
        });
    if (group.sliding) add([](Group& g) { g.sliding->rows = 1; });
    return out;
}

// The stages before 'at' by themselves, and the others as they were.
Schedule split(const Schedule& schedule, size_t group, size_t at) {
    Schedule out = schedule;
    const auto first = schedule.groups[group].stages.begin();
    Group head;
    head.stages.assign(first, first + static_cast<std::ptrdiff_t>(at));
    if (at > 1) {
        head = schedule.groups[group];
        head.stages.resize(at);
    }
    Group& tail = out.groups[group];
    tail.stages.erase(tail.stages.begin(), tail.stages.begin() + static_cast<std::ptrdiff_t>(at));
    out.groups.insert(out.groups.begin() + static_cast<std::ptrdiff_t>(group), std::move(head));
    return out;
}

}  // namespace

Candidates with_simpler_schedule(const Specimen& s) {
    Candidates out;
    const auto add = [&](Schedule schedule) {
        out.push_back(s);
        out.back().schedule = std::move(schedule);
    };
    add(plainest(s.schedule));
    for (size_t i = 0; i < s.schedule.groups.size(); ++i) {
        for (Group& group : simpler(s.schedule.groups[i])) {
            Schedule changed = s.schedule;
            changed.groups[i] = std::move(group);
            add(std::move(changed));
        }
        for (size_t at = 1; at < s.schedule.groups[i].stages.size(); ++at) add(split(s.schedule, i, at));
    }
    return out;
}

}  // namespace pantile::random
