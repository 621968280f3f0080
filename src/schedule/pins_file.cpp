// Files with pins, and which kind of schedule file a text is.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/identifier.h"
#include "schedule/file.h"

namespace pantile::schedule {

namespace {

using Json = nlohmann::json;

// Reads the pins. The first thing that is wrong is kept.
class PinsReader {
  public:
    PinsReader(const Json& json, const ir::Pipeline& pipeline) : json_(json), pipeline_(pipeline) {}

    const std::optional<std::string>& problem() const { return problem_; }

    Pins read() {
        constexpr std::array<std::string_view, 6> kKnown = {"together",     "apart", "inline",
                                                            "never_inline", "tile",  "slide"};
        if (!json_.is_object()) refuse("'pins' is an object.");
        for (const auto& [key, value] : json_.items()) {
            if (std::find(kKnown.begin(), kKnown.end(), key) == kKnown.end())
                refuse(fmt::format("{} is not known among pins; there are: {}.", in_quotes(key),
                                   fmt::join(kKnown, ", ")));
        }
        if (problem_) return {};
        Pins pins;
        pins.together = sets("together");
        pins.apart = sets("apart");
        pins.inlined = set("inline");
        pins.stored = set("never_inline");
        read_tiles(pins);
        read_slides(pins);
        return pins;
    }

  private:
    void refuse(std::string message) {
        if (!problem_) problem_ = std::move(message);
    }

    std::vector<std::string> names(const Json& list, const std::string& what) {
        std::vector<std::string> out;
        if (!list.is_array()) refuse(fmt::format("'{}' is made of lists of stages.", what));
        for (const Json& item : list) {
            if (item.is_string())
                out.push_back(item.get<std::string>());
            else
                refuse(fmt::format("'{}' is made of lists of stages.", what));
        }
        return out;
    }

    std::vector<std::vector<std::string>> sets(const std::string& key) {
        std::vector<std::vector<std::string>> out;
        if (!json_.contains(key)) return out;
        if (!json_[key].is_array()) refuse(fmt::format("'{}' is a list of lists of stages.", key));
        for (const Json& item : json_[key]) out.push_back(names(item, key));
        return out;
    }

    std::set<std::string> set(const std::string& key) {
        if (!json_.contains(key)) return {};
        const std::vector<std::string> all = names(json_[key], key);
        return {all.begin(), all.end()};
    }

    // Calls 'each' with a stage, its dimension and a number, for {"stage": {"x": 256}}.
    template <typename Each>
    void for_each_size(const std::string& key, int64_t most, const Each& each) {
        if (!json_.contains(key)) return;
        if (!json_[key].is_object()) return refuse(fmt::format("'{}' gives sizes to stages.", key));
        for (const auto& [name, sizes] : json_[key].items()) {
            const ir::Stage* stage = pipeline_.find_stage(name);
            if (!stage)
                return refuse(fmt::format("'{}' names {}, which is not a stage of '{}'.", key,
                                          in_quotes(name), pipeline_.name));
            if (!sizes.is_object() || sizes.empty())
                return refuse(fmt::format("'{}' gives sizes to stages.", key));
            for (const auto& [dim, size] : sizes.items()) {
                const auto found = std::find(stage->dims.begin(), stage->dims.end(), dim);
                if (found == stage->dims.end())
                    return refuse(
                        fmt::format("'{}' has no dimension {} for '{}'.", name, in_quotes(dim), key));
                if (!size.is_number_integer() || size.template get<double>() < 1 ||
                    size.template get<double>() > static_cast<double>(most))
                    return refuse(
                        fmt::format("'{}' of '{}' is a whole number from 1 to {}.", key, name, most));
                each(*stage, static_cast<size_t>(found - stage->dims.begin()), size.template get<int64_t>());
            }
        }
    }

    void read_tiles(Pins& pins) {
        for_each_size("tile", int64_t{1} << 30, [&](const ir::Stage& stage, size_t d, int64_t size) {
            pins.tiles.try_emplace(stage.name, stage.dims.size(), 0).first->second[d] = size;
        });
    }

    void read_slides(Pins& pins) {
        for_each_size("slide", int64_t{1} << 16, [&](const ir::Stage& stage, size_t d, int64_t rows) {
            if (!pins.slides.emplace(stage.name, Sliding{d, rows}).second)
                refuse(fmt::format("'{}' slides along one dimension.", stage.name));
        });
    }

    const Json& json_;
    const ir::Pipeline& pipeline_;
    std::optional<std::string> problem_;
};

Result<FileContents> read_pins(const Json& json, const ir::Pipeline& pipeline) {
    const auto refuse = [](std::string message) { return Diagnostic{.message = std::move(message)}; };
    for (const auto& [key, value] : json.items()) {
        if (key != "scheduler" && key != "pipeline_hash" && key != "pins")
            return refuse(fmt::format("{} is not known beside 'pins'; there are: scheduler, pipeline_hash.",
                                      in_quotes(key)));
    }
    FileContents out{.scheduler = "auto"};
    if (json.contains("scheduler")) {
        if (!json["scheduler"].is_string()) return refuse("'scheduler' is a name.");
        out.scheduler = json["scheduler"].get<std::string>();
    }
    // Pins are about stages by name, and outlive changes to the program; who gives a hash means it.
    if (json.contains("pipeline_hash") && json["pipeline_hash"] != Json(hash_of(pipeline)))
        return refuse("the pins were made for another pipeline, or for another version of this one.");
    PinsReader reader(json["pins"], pipeline);
    out.pins = reader.read();
    if (reader.problem()) return refuse(*reader.problem());
    return out;
}

}  // namespace

Diagnostics in_file(Diagnostics wrong, const std::string& file) {
    for (Diagnostic& d : wrong) d.file = file;
    return wrong;
}

Result<FileContents> parse_file(const std::string& text, const std::string& file,
                                const ir::Pipeline& pipeline) {
    const Result<Json> json = read_schedule_json(text, file);
    if (!json) return json.diagnostics();
    if (!json->contains("pins")) {
        Result<Schedule> whole = parse_schedule(text, file, pipeline);
        if (!whole) return whole.diagnostics();
        FileContents out;
        out.schedule = std::move(*whole);
        return out;
    }
    Result<FileContents> out = read_pins(*json, pipeline);
    if (out) return out;
    return in_file(out.diagnostics(), file);
}

}  // namespace pantile::schedule
