#include "schedule/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/identifier.h"
#include "base/json_text.h"
#include "base/letters.h"
#include "rewrite/inline_stages.h"
#include "schedule/print.h"

namespace pantile::schedule {

namespace {

using Json = nlohmann::json;

constexpr std::array kShapes = {Shape::scalene, Shape::loose, Shape::rectangle};

// Reads one group. The first thing that is wrong is kept; what follows it is read in vain.
class GroupReader {
  public:
    GroupReader(const Json& json, const ir::Pipeline& pipeline)
        : json_(with_keys_renamed(json, {{"streamed", "non_temporal"}})), pipeline_(pipeline) {}

    std::optional<std::string> problem() const { return problem_; }

    Group read() {
        if (!json_.is_object() || !json_.contains("stages"))
            return refuse("a group lists its 'stages', at least one.");
        check_keys(json_, {"stages", "tile", "shape", "slide", "order", "parallel", "vector", "registers",
                           "fused", "reduction_tiles", "non_temporal"});
        group_.stages = names(json_["stages"], "stages");
        if (group_.stages.empty()) return refuse("a group lists its 'stages', at least one.");
        reference_ = pipeline_.find_stage(group_.stages.back());
        if (!reference_)
            return refuse(
                fmt::format("{} is not a stage of '{}'.", in_quotes(group_.stages.back()), pipeline_.name));
        if (json_.contains("tile")) read_tile(json_["tile"]);
        if (json_.contains("shape")) read_shape(json_["shape"]);
        if (json_.contains("slide")) read_slide(json_["slide"]);
        if (json_.contains("order")) read_order(json_["order"]);
        if (json_.contains("parallel")) read_parallel(json_["parallel"]);
        if (json_.contains("vector")) group_.vector_dim = dimension(json_["vector"], "vector");
        if (json_.contains("registers")) read_registers(json_["registers"]);
        if (json_.contains("fused")) read_fused(json_["fused"]);
        if (json_.contains("reduction_tiles")) read_reduction_tiles(json_["reduction_tiles"]);
        if (json_.contains("non_temporal")) group_.streamed = names(json_["non_temporal"], "non_temporal");
        return std::move(group_);
    }

  private:
    Group refuse(std::string message) {
        if (!problem_) problem_ = std::move(message);
        return {};
    }

    void check_keys(const Json& object, const std::vector<std::string_view>& known) {
        for (const auto& [key, value] : object.items()) {
            if (std::find(known.begin(), known.end(), key) == known.end())
                refuse(fmt::format("{} is not known here; there are: {}.", in_quotes(key),
                                   fmt::join(known, ", ")));
        }
    }

    std::vector<std::string> names(const Json& list, std::string_view what) {
        std::vector<std::string> out;
        if (!list.is_array()) refuse(fmt::format("'{}' is a list of names.", what));
        for (const Json& item : list) {
            if (!item.is_string())
                refuse(fmt::format("'{}' is a list of names.", what));
            else
                out.push_back(item.get<std::string>());
        }
        return out;
    }

    std::optional<size_t> dimension(const Json& json, std::string_view what) {
        if (!json.is_string()) {
            refuse(fmt::format("'{}' names a dimension of '{}'.", what, reference_->name));
            return std::nullopt;
        }
        const std::string name = json.get<std::string>();
        const auto found = std::find(reference_->dims.begin(), reference_->dims.end(), name);
        if (found != reference_->dims.end()) return static_cast<size_t>(found - reference_->dims.begin());
        refuse(fmt::format("'{}' has no dimension {} for '{}'.", reference_->name, in_quotes(name), what));
        return std::nullopt;
    }

    int64_t number(const Json& json, std::string_view what) {
        if (json.is_number_integer() && json.get<double>() >= -1e18 && json.get<double>() <= 1e18)
            return json.get<int64_t>();
        refuse(fmt::format("'{}' is a whole number.", what));
        return 0;
    }

    void read_tile(const Json& json) {
        if (!json.is_object()) return void(refuse("'tile' gives a size to each dimension: {\"x\": 256}."));
        group_.tile.assign(reference_->dims.size(), 0);
        for (const auto& [name, size] : json.items()) {
            const std::optional<size_t> d = dimension(name, "tile");
            const int64_t points = number(size, "tile");
            if (points == 0)
                refuse(fmt::format(
                    "a tile has at least one point along '{}'; leave the dimension out to keep it whole.",
                    name));
            if (d) group_.tile[*d] = points;
        }
    }

    void read_shape(const Json& json) {
        for (const Shape shape : kShapes) {
            if (json == Json(name_of(shape))) return void(group_.shape = shape);
        }
        refuse("'shape' is 'scalene', 'loose' or 'rectangle'.");
    }

    void read_slide(const Json& json) {
        if (!json.is_object() || json.size() != 1)
            return void(refuse("'slide' gives one dimension a number of rows: {\"y\": 1}."));
        const std::optional<size_t> d = dimension(json.begin().key(), "slide");
        const int64_t rows = number(json.begin().value(), "slide");
        if (d) group_.sliding = Sliding{*d, rows};
    }

    void read_order(const Json& json) {
        if (!json.is_array())
            return void(refuse("'order' lists the dimensions, the outermost first: [\"y\", \"c\", \"x\"]."));
        for (const Json& item : json) {
            if (const std::optional<size_t> d = dimension(item, "order")) group_.order.push_back(*d);
        }
        if (json.empty()) refuse("'order' names every dimension; leave it out to keep theirs.");
    }

    // One name, or a list of them.
    void read_parallel(const Json& json) {
        const Json list = json.is_array() ? json : Json::array({json});
        for (const Json& item : list) {
            if (const std::optional<size_t> d = dimension(item, "parallel"))
                group_.parallel_dims.push_back(*d);
        }
    }

    void read_registers(const Json& json) {
        if (!json.is_object() || json.empty())
            return void(refuse("'registers' gives dimensions a number of points: {\"y\": 4}."));
        group_.registers.assign(reference_->dims.size(), 1);
        for (const auto& [name, count] : json.items()) {
            const std::optional<size_t> d = dimension(name, "registers");
            const int64_t points = number(count, "registers");
            if (d) group_.registers[*d] = points;
        }
    }

    void read_fused(const Json& json) {
        if (!json.is_array()) return void(refuse("'fused' is a list of lists of stages."));
        for (const Json& item : json) group_.fused.push_back(names(item, "fused"));
    }

    void read_reduction_tiles(const Json& json) {
        if (!json.is_array()) return void(refuse("'reduction_tiles' is a list."));
        for (const Json& item : json) {
            if (!item.is_object() || !item.contains("stage") || !item.contains("variable") ||
                !item["stage"].is_string() || !item["variable"].is_string() || !item.contains("size"))
                return void(refuse("a reduction tile has a 'stage', a 'variable' and a 'size'."));
            check_keys(item, {"stage", "update", "variable", "size", "parallel"});
            const int64_t update = item.contains("update") ? number(item["update"], "update") : 1;
            if (item.contains("parallel") && !item["parallel"].is_boolean())
                refuse("'parallel' of a reduction tile is true or false.");
            group_.reduction_tiles.push_back(
                {item["stage"].get<std::string>(), update < 0 ? 0 : static_cast<size_t>(update),
                 item["variable"].get<std::string>(), number(item["size"], "size"),
                 item.contains("parallel") && item["parallel"] == true});
        }
    }

    const Json json_;
    const ir::Pipeline& pipeline_;
    const ir::Stage* reference_ = nullptr;
    Group group_;
    std::optional<std::string> problem_;
};

// The name goes into a comment of the emitted file. 'auto' is one, though C has it as a keyword.
bool is_plain_word(const std::string& name) {
    return !name.empty() && name.size() <= 63 && std::all_of(name.begin(), name.end(), is_name_character);
}

// The stages that its groups may have; no parts where something is wrong with them, which is said later.
ir::Pipeline stages_named(const Schedule& schedule, const ir::Pipeline& pipeline) {
    if (rewrite::why_not_inlined(pipeline, schedule.rewrites)) return pipeline;
    return rewrite::with_parts(pipeline, schedule.rewrites);
}

Result<Schedule> read_schedule(const Json& json, const ir::Pipeline& pipeline) {
    const auto refuse = [](std::string message) { return Diagnostic{.message = std::move(message)}; };
    constexpr std::array<std::string_view, 4> kKnown = {"scheduler", "pipeline_hash", "inlined", "groups"};
    for (const auto& [key, value] : json.items()) {
        if (std::find(kKnown.begin(), kKnown.end(), key) == kKnown.end())
            return refuse(
                fmt::format("{} is not known here; there are: {}.", in_quotes(key), fmt::join(kKnown, ", ")));
    }
    const bool has_hash = json.contains("pipeline_hash") && json["pipeline_hash"].is_string();
    if (!has_hash || !json.contains("groups") || !json["groups"].is_array())
        return refuse("a schedule file has a 'pipeline_hash' and a list of 'groups'.");
    const bool named = json.contains("scheduler") && json["scheduler"].is_string();
    Schedule schedule{named ? json["scheduler"].get<std::string>() : "file",
                      json["pipeline_hash"].get<std::string>(),
                      {},
                      {}};
    if (!is_plain_word(schedule.name))
        return refuse(fmt::format("{} is not a name of a scheduler.", in_quotes(schedule.name)));
    if (json.contains("inlined")) {
        if (!json["inlined"].is_array()) return refuse("'inlined' is a list of stages.");
        for (const Json& name : json["inlined"]) {
            if (!name.is_string()) return refuse("'inlined' is a list of stages.");
            const std::string text = name.get<std::string>();
            if (!schedule.rewrites.insert(rewrite::parse_rewrite(text)).second)
                return refuse(fmt::format("the stage {} is inlined twice.", in_quotes(text)));
        }
    }
    const ir::Pipeline all = stages_named(schedule, pipeline);
    for (const Json& item : json["groups"]) {
        GroupReader reader(item, all);
        Group group = reader.read();
        if (reader.problem()) return refuse(*reader.problem());
        schedule.groups.push_back(std::move(group));
    }
    return schedule;
}

}  // namespace

// A schedule has four levels.
Result<nlohmann::json> read_schedule_json(const std::string& text, const std::string& file) {
    return read_json(text, file, {.what = "schedule file", .most_bytes = 4 << 20, .most_depth = 16});
}

Result<Schedule> parse_schedule(const std::string& text, const std::string& file,
                                const ir::Pipeline& pipeline) {
    const Result<Json> json = read_schedule_json(text, file);
    if (!json) return json.diagnostics();
    Result<Schedule> schedule = read_schedule(*json, pipeline);
    if (schedule) return schedule;
    return in_file(schedule.diagnostics(), file);
}

}  // namespace pantile::schedule
