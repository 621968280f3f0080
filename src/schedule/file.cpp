#include "schedule/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/identifier.h"

namespace pantile::schedule {

namespace {

// In the order of the text, so that the same schedule is always the same bytes.
using Json = nlohmann::ordered_json;

constexpr size_t kLargestFile = 4 << 20;

Diagnostic refuse(const std::string& file, std::string message) {
    return {.file = file, .message = std::move(message)};
}

std::optional<size_t> position(const std::vector<std::string>& dims, const std::string& name) {
    const auto found = std::find(dims.begin(), dims.end(), name);
    return found == dims.end() ? std::nullopt : std::optional(static_cast<size_t>(found - dims.begin()));
}

// A JSON string under 'key', or nothing.
std::optional<std::string> text_at(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? std::optional(found->get<std::string>())
                                                       : std::nullopt;
}

Result<Group> group_from(const Json& json, const std::string& file, const ir::Pipeline& pipeline) {
    const auto stages = json.is_object() ? json.find("stages") : json.end();
    if (!json.is_object() || stages == json.end() || !stages->is_array() || stages->empty()) {
        return refuse(file, "a group lists its 'stages', at least one.");
    }
    Group group;
    for (const Json& stage : *stages) {
        if (!stage.is_string()) return refuse(file, "the 'stages' of a group are names.");
        group.stages.push_back(stage.get<std::string>());
    }
    const ir::Stage* first = pipeline.find_stage(group.stages[0]);
    if (!first)
        return refuse(
            file, fmt::format("{} is no stage of '{}'.", pantile::quoted(group.stages[0]), pipeline.name));
    for (const auto& [key, dim] :
         {std::pair("parallel", &group.parallel_dim), std::pair("vector", &group.vector_dim)}) {
        const std::optional<std::string> name = text_at(json, key);
        if (!name) continue;
        *dim = position(first->dims, *name);
        if (!*dim)
            return refuse(file, fmt::format("'{}' has no dimension {} to be '{}'.", first->name,
                                            pantile::quoted(*name), key));
    }
    return group;
}

}  // namespace

std::string to_json(const Schedule& schedule, const ir::Pipeline& pipeline) {
    Json groups = Json::array();
    for (const Group& group : schedule.groups) {
        Json json = {{"stages", group.stages}};
        const std::vector<std::string>& dims = pipeline.find_stage(group.stages[0])->dims;
        if (group.parallel_dim) json["parallel"] = dims[*group.parallel_dim];
        if (group.vector_dim) json["vector"] = dims[*group.vector_dim];
        groups.push_back(std::move(json));
    }
    return Json({{"scheduler", schedule.name}, {"pipeline_hash", schedule.pipeline_hash}, {"groups", groups}})
               .dump(2) +
           "\n";
}

Result<Schedule> from_json(const std::string& text, const std::string& file, const ir::Pipeline& pipeline) {
    if (text.size() > kLargestFile) return refuse(file, "the schedule file is larger than 4 MiB.");
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object()) return refuse(file, "the schedule file is no JSON object.");
    const std::optional<std::string> hash = text_at(json, "pipeline_hash");
    const auto groups = json.find("groups");
    if (!hash || groups == json.end() || !groups->is_array()) {
        return refuse(file, "a schedule file has a 'pipeline_hash' and a list of 'groups'.");
    }
    Schedule schedule{text_at(json, "scheduler").value_or("file"), *hash, {}};
    if (why_not_a_name(schedule.name))
        return refuse(file, fmt::format("{} is no name of a scheduler.", pantile::quoted(schedule.name)));
    for (const Json& item : *groups) {
        Result<Group> group = group_from(item, file, pipeline);
        if (!group) return group.diagnostics();
        schedule.groups.push_back(std::move(*group));
    }
    Diagnostics illegal = check_legal(schedule, pipeline);
    for (Diagnostic& d : illegal) d.file = file;
    if (!illegal.empty()) return illegal;
    return schedule;
}

}  // namespace pantile::schedule
