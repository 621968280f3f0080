#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/identifier.h"
#include "base/json_text.h"
#include "machine/machine.h"

namespace pantile::machine {
namespace {

using Json = nlohmann::json;
// For writing, in the order of the text, so that the same machine is always the same bytes.
using OrderedJson = nlohmann::ordered_json;

constexpr size_t kLongestName = 100;

struct Range {
    double least, most;
};
// Generous: to keep out slips of the pen (bytes for gigabytes), not unusual machines.
constexpr Range kBandwidth = {0.001, 1e6};
constexpr Range kLatency = {0.01, 1e6};
constexpr Range kCycle = {0.01, 1e3};
constexpr Range kTask = {1, 1e9};

enum class Bytes { given, none };

// Reads one machine, and collects all that is wrong with it.
class MachineReader {
  public:
    explicit MachineReader(const std::string& file) : file_(file) {}

    Machine read(const Json& json) {
        check_keys(json, "",
                   {"name", "cores", "vector_bytes", "l1", "l2", "l3", "memory", "images", "cycle", "task",
                    "measured"});
        Machine machine;
        machine.name = name(json);
        machine.cores = static_cast<int>(whole(json, "", "cores", {1, kMostCores}));
        machine.vector_bytes = vector_bytes(json);
        machine.l1 = level(json, "l1", Bytes::given);
        machine.l2 = level(json, "l2", Bytes::given);
        if (json.contains("l3")) machine.l3 = level(json, "l3", Bytes::given);
        machine.memory = level(json, "memory", Bytes::none);
        if (json.contains("images")) machine.images = images(json["images"]);
        machine.cycle = number(json, "", "cycle", kCycle);
        machine.task = number(json, "", "task", kTask);
        machine.measured = truth(json, "measured");
        return machine;
    }

    const Diagnostics& found() const { return found_; }

  private:
    void refuse(std::string message) { found_.push_back({.file = file_, .message = std::move(message)}); }

    void check_keys(const Json& object, const std::string& path, const std::vector<std::string_view>& known) {
        for (const auto& [key, value] : object.items()) {
            if (std::find(known.begin(), known.end(), key) != known.end()) continue;
            const std::string where = path.empty() ? "here" : fmt::format("in '{}'", path);
            refuse(fmt::format("{} is not known {}; there are: {}.", in_quotes(key), where,
                               fmt::join(known, ", ")));
        }
    }

    const Json* find(const Json& object, const std::string& path, const std::string& key) {
        const auto at = object.find(key);
        if (at != object.end()) return &*at;
        refuse(fmt::format("the machine has no '{}{}'.", path, key));
        found_.back().hints.push_back("'pantile machine --json' writes a complete file.");
        return nullptr;
    }

    std::string name(const Json& json) {
        const Json* value = find(json, "", "name");
        if (value == nullptr) return "";
        const std::string text = value->is_string() ? value->get<std::string>() : "";
        const bool has_control = std::any_of(text.begin(), text.end(), [](char c) {
            return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
        });
        if (text.empty() || text.size() > kLongestName || has_control)
            refuse(fmt::format("'name' is a text of 1 to {} bytes in one line.", kLongestName));
        return text;
    }

    double number(const Json& object, const std::string& path, const std::string& key, Range range) {
        const Json* value = find(object, path, key);
        if (value == nullptr) return 0;
        const double found = value->is_number() ? value->get<double>() : range.least - 1;
        if (!(found >= range.least && found <= range.most))
            refuse(fmt::format("'{}{}' is a number from {} to {}.", path, key, range.least, range.most));
        return found;
    }

    int64_t whole(const Json& object, const std::string& path, const std::string& key, Range range) {
        const Json* value = find(object, path, key);
        if (value == nullptr) return 0;
        const bool is_whole = value->is_number_integer() && value->get<double>() >= range.least &&
                              value->get<double>() <= range.most;
        if (is_whole) return value->get<int64_t>();
        refuse(fmt::format("'{}{}' is a whole number from {:.0f} to {:.0f}.", path, key, range.least,
                           range.most));
        return 0;
    }

    int vector_bytes(const Json& json) {
        constexpr std::array kWidths = {16, 32, 64};
        const Json* value = find(json, "", "vector_bytes");
        for (const int width : kWidths) {
            if (value != nullptr && *value == width) return width;
        }
        if (value != nullptr) refuse(fmt::format("'vector_bytes' is one of: {}.", fmt::join(kWidths, ", ")));
        return kWidths[0];
    }

    Level level(const Json& json, const std::string& key, Bytes bytes) {
        const Json* value = find(json, "", key);
        if (value == nullptr) return {};
        std::vector<std::string_view> known = {"bytes", "bandwidth", "all_bandwidth", "latency"};
        if (bytes == Bytes::none) known.erase(known.begin());
        if (!value->is_object()) {
            refuse(fmt::format("'{}' is an object with: {}.", key, fmt::join(known, ", ")));
            return {};
        }
        check_keys(*value, key, known);
        const std::string path = key + ".";
        Level level;
        if (bytes == Bytes::given)
            level.bytes = whole(*value, path, "bytes",
                                {static_cast<double>(kSmallestCache), static_cast<double>(kLargestCache)});
        level.bandwidth = number(*value, path, "bandwidth", kBandwidth);
        level.all_bandwidth = number(*value, path, "all_bandwidth", kBandwidth);
        level.latency = number(*value, path, "latency", kLatency);
        return level;
    }

    Images images(const Json& read) {
        const std::vector<std::string_view> known = {"copy", "all_copy", "non_temporal", "all_non_temporal",
                                                     "segments"};
        const Json json = with_keys_renamed(
            read, {{"stream", "non_temporal"}, {"all_stream", "all_non_temporal"}, {"parts", "segments"}});
        if (!json.is_object()) {
            refuse(fmt::format("'images' is an object with: {}.", fmt::join(known, ", ")));
            return {};
        }
        check_keys(json, "images", known);
        const auto speed = [&](const char* key) { return number(json, "images.", key, kBandwidth); };
        return {speed("copy"), speed("all_copy"), speed("non_temporal"), speed("all_non_temporal"),
                speed("segments")};
    }

    bool truth(const Json& json, const std::string& key) {
        const Json* value = find(json, "", key);
        if (value != nullptr && !value->is_boolean()) refuse(fmt::format("'{}' is true or false.", key));
        return value != nullptr && *value == true;
    }

    const std::string& file_;
    Diagnostics found_;
};

// 210 rather than 210.0.
OrderedJson to_json(double number) {
    const int64_t whole = std::llround(number);
    return static_cast<double>(whole) == number ? OrderedJson(whole) : OrderedJson(number);
}

OrderedJson to_json(const Level& level) {
    OrderedJson json = OrderedJson::object();
    if (level.bytes != 0) json["bytes"] = level.bytes;
    json["bandwidth"] = to_json(level.bandwidth);
    json["all_bandwidth"] = to_json(level.all_bandwidth);
    json["latency"] = to_json(level.latency);
    return json;
}

OrderedJson to_json(const Images& images) {
    OrderedJson json = OrderedJson::object();
    json["copy"] = to_json(images.copy);
    json["all_copy"] = to_json(images.all_copy);
    json["non_temporal"] = to_json(images.stream);
    json["all_non_temporal"] = to_json(images.all_stream);
    json["segments"] = to_json(images.parts);
    return json;
}

}  // namespace

std::string to_json(const Machine& machine) {
    OrderedJson json = {
        {"name", machine.name}, {"cores", machine.cores}, {"vector_bytes", machine.vector_bytes}};
    json["l1"] = to_json(machine.l1);
    json["l2"] = to_json(machine.l2);
    if (machine.l3.bytes != 0) json["l3"] = to_json(machine.l3);
    json["memory"] = to_json(machine.memory);
    if (machine.images != Images{}) json["images"] = to_json(machine.images);
    json["cycle"] = to_json(machine.cycle);
    json["task"] = to_json(machine.task);
    json["measured"] = machine.measured;
    return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

Result<Machine> from_json(const std::string& text, const std::string& file) {
    // A machine has two levels.
    const Result<Json> json =
        read_json(text, file, {.what = "machine file", .most_bytes = 64 << 10, .most_depth = 8});
    if (!json) {
        Diagnostic wrong = json.diagnostics().front();
        if (wrong.hints.empty()) wrong.hints.push_back("'pantile machine --json' writes such a file.");
        return wrong;
    }
    MachineReader reader(file);
    Machine machine = reader.read(*json);
    if (!reader.found().empty()) return reader.found();
    return machine;
}

}  // namespace pantile::machine
