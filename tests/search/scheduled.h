// Schedulers in tests: programs, the machines of tests/machines, and what comes out.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "front/text/parsing.h"
#include "machine/machine.h"
#include "plan/plan.h"
#include "schedule/file.h"
#include "search/make_schedule.h"

namespace pantile::schedule {

inline std::string contents_of(const std::string& path) {
    std::ifstream file(PANTILE_SOURCE_DIR "/" + path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

inline ir::Pipeline app(const std::string& name) {
    return front::parsed(contents_of("apps/" + name + ".pan"));
}

// 'zen2core', 'laptop4' or 'server16', with as many threads as it has cores.
inline machine::Target target_of(const std::string& machine) {
    const std::string path = "tests/machines/" + machine + ".json";
    machine::Machine read = machine::from_json(contents_of(path), path).value();
    const int threads = read.cores;
    return {std::move(read), threads};
}

inline search::ScheduleOutcome scheduled(const search::ScheduleRequest& request) {
    Result<search::ScheduleOutcome> made = search::make_schedule(request);
    EXPECT_TRUE(made) << request.scheduler << ": " << render(made.diagnostics());
    return made ? *made : search::ScheduleOutcome{};
}

inline std::string refusal_of(const search::ScheduleRequest& request) {
    const Result<search::ScheduleOutcome> made = search::make_schedule(request);
    return made ? "" : render(made.diagnostics());
}

inline void expect_legal(const Schedule& schedule, const ir::Pipeline& pipeline) {
    const Diagnostics wrong = plan::check_legal(schedule, pipeline);
    EXPECT_TRUE(wrong.empty()) << schedule.name << ": " << render(wrong) << to_json(schedule, pipeline);
}

using Groups = std::vector<std::vector<std::string>>;
inline Groups groups_of(const Schedule& schedule) {
    Groups all;
    for (const Group& group : schedule.groups) all.push_back(group.stages);
    return all;
}

inline const Group& group_with(const Schedule& schedule, const std::string& stage) {
    for (const Group& group : schedule.groups) {
        if (std::find(group.stages.begin(), group.stages.end(), stage) != group.stages.end()) return group;
    }
    throw std::runtime_error("no group has " + stage);
}

// The numbers of a program for these extents of its outputs, nothing inlined.
inline search::Prepared prepared(const ir::Pipeline& pipeline,
                                 const std::map<std::string, int64_t>& extents) {
    Result<search::Prepared> made =
        search::prepare(pipeline, {}, search::expected_extents(pipeline, extents));
    EXPECT_TRUE(made) << render(made.diagnostics());
    return std::move(*made);
}
inline search::Prepared prepared(const std::string& items, const std::map<std::string, int64_t>& extents) {
    return prepared(front::parsed("pipeline p\n" + items), extents);
}

inline size_t number_of(const cost::StageGraph& graph, const std::string& name) {
    size_t s = 0;
    while (graph.stages[s].name != name) ++s;
    return s;
}

inline cost::StageSet stages_named(const cost::StageGraph& graph, const std::vector<std::string>& names) {
    cost::StageSet set = graph.none();
    for (const std::string& name : names) set.insert(number_of(graph, name));
    return set;
}

}  // namespace pantile::schedule
