#include "random/specimen_files.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "front/text/parse.h"
#include "ir/print.h"
#include "plan/schedule_file.h"
#include "schedule/file.h"

namespace pantile::random {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::map<std::string, analysis::Box>& boxes) {
    Json out = Json::object();
    for (const auto& [name, box] : boxes) {
        out[name] = Json::array();
        for (const analysis::Interval& i : box) out[name].push_back({i.min, i.max});
    }
    return out;
}

std::map<std::string, analysis::Box> boxes_of(const Json& json) {
    std::map<std::string, analysis::Box> boxes;
    for (const auto& [name, box] : json.items()) {
        boxes[name] = {};
        for (const Json& i : box) boxes[name].push_back({i.at(0).get<int64_t>(), i.at(1).get<int64_t>()});
    }
    return boxes;
}

// By their bits: no decimal text is a NaN or a negative zero to every reader of JSON.
uint64_t bits_of(const ir::Value& value) {
    std::byte bytes[8] = {};
    ir::store_value(value, bytes);
    uint64_t bits = 0;
    std::memcpy(&bits, bytes, sizeof bits);
    return bits;
}

ir::Value value_of(ScalarType type, uint64_t bits) {
    std::byte bytes[8];
    std::memcpy(bytes, &bits, sizeof bits);
    return ir::load_value(type, bytes);
}

Json json_of(const Failure& f) {
    Json params = Json::object();
    for (const auto& [name, value] : f.specimen.sizes.params) params[name] = bits_of(value);
    return {{"layer", name_of(f.check.layer)},
            {"relation", f.check.relation},
            {"compiler", f.check.build.compiler == runtime::CompilerKind::gcc ? "gcc" : "clang"},
            {"optimisation", name_of(f.check.build.optimisation)},
            {"openmp", f.check.build.threads == Threads::openmp},
            {"seed", f.specimen.seed},
            {"inputs", json_of(f.specimen.sizes.inputs)},
            {"outputs", json_of(f.specimen.sizes.outputs)},
            {"params", params},
            {"failure", f.what}};
}

void read_check(const Json& json, Failure& f) {
    const auto layer = layer_named(json.at("layer").get<std::string>());
    const auto optimisation = optimisation_named(json.at("optimisation").get<std::string>());
    if (!layer || !optimisation) throw std::runtime_error("it names no layer or optimisation that there is");
    f.check = {*layer,
               {json.at("compiler") == "gcc" ? runtime::CompilerKind::gcc : runtime::CompilerKind::clang,
                *optimisation, json.at("openmp") == true ? Threads::openmp : Threads::none},
               json.at("relation").get<std::string>()};
    f.what = json.at("failure").get<std::string>();
    f.specimen.seed = json.at("seed").get<uint64_t>();
    f.specimen.sizes.inputs = boxes_of(json.at("inputs"));
    f.specimen.sizes.outputs = boxes_of(json.at("outputs"));
    for (const ir::Param& p : f.specimen.pipeline.params)
        f.specimen.sizes.params[p.name] = value_of(p.type, json.at("params").at(p.name).get<uint64_t>());
}

std::optional<std::string> text_of_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    return std::move(text).str();
}

constexpr const char* kPipeline = "pipeline.pan";
constexpr const char* kSchedule = "schedule.json";
constexpr const char* kCheck = "check.json";

}  // namespace

FailureTexts to_texts(const Failure& f) {
    return {ir::to_text(f.specimen.pipeline), schedule::to_json(f.specimen.schedule, f.specimen.pipeline),
            json_of(f).dump(2, ' ', false, Json::error_handler_t::replace) + "\n"};
}

Result<Failure> from_texts(const FailureTexts& texts) {
    Result<ir::Pipeline> pipeline = front::parse_pipeline({kPipeline, texts.pipeline, {}});
    if (!pipeline) return pipeline.diagnostics();
    Failure failure;
    failure.specimen.pipeline = std::move(*pipeline);
    Result<schedule::Schedule> schedule =
        plan::read_schedule(texts.schedule, kSchedule, failure.specimen.pipeline);
    if (!schedule) return schedule.diagnostics();
    failure.specimen.schedule = std::move(*schedule);
    try {
        read_check(Json::parse(texts.check), failure);
    } catch (const std::exception& e) {
        return Diagnostic{.file = kCheck, .message = fmt::format("this is not a check: {}.", e.what())};
    }
    return failure;
}

std::string write_folder(const std::string& folder, const Failure& failure) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const FailureTexts texts = to_texts(failure);
    const std::pair<const char*, const std::string&> files[] = {
        {kPipeline, texts.pipeline}, {kSchedule, texts.schedule}, {kCheck, texts.check}};
    for (const auto& [name, text] : files) {
        std::ofstream out(std::filesystem::path(folder) / name, std::ios::binary);
        out << text;
        if (!out.flush()) return fmt::format("cannot write '{}/{}'", folder, name);
    }
    return "";
}

Result<Failure> read_folder(const std::string& folder) {
    std::optional<std::string> texts[3];
    const char* const names[3] = {kPipeline, kSchedule, kCheck};
    for (size_t i = 0; i < 3; ++i) {
        texts[i] = text_of_file(std::filesystem::path(folder) / names[i]);
        if (!texts[i])
            return Diagnostic{.message = fmt::format("there is no file '{}' in '{}'.", names[i], folder)};
    }
    return from_texts({*texts[0], *texts[1], *texts[2]});
}

}  // namespace pantile::random
