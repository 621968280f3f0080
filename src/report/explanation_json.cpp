#include <cmath>
#include <nlohmann/json.hpp>

#include "report/print_explanation.h"
#include "schedule/print.h"

namespace pantile::report {

namespace {

// In the order of the text, so that the same explanation is always the same bytes.
using Json = nlohmann::ordered_json;

Json number(const std::optional<int64_t>& n) { return n ? Json(*n) : Json(nullptr); }

Json list(const Extents& extents) {
    Json out = Json::array();
    for (size_t d = extents.size(); d-- > 0;) out.push_back(number(extents[d]));
    return out;
}

Json list(const std::vector<int64_t>& extents) { return list(Extents(extents.begin(), extents.end())); }

Json stage_json(const StageReport& s, bool sizes_known) {
    Json out = {{"name", s.name}, {"live_out", s.live_out}};
    if (!sizes_known) return out;
    out["box"] = list(s.box);
    out["tile"] = list(s.tile);
    out["points"] = std::llround(s.points);
    out["computed"] = std::llround(s.computed);
    return out;
}

Json scratch_json(const ScratchReport& s) {
    return {{"stage", s.stage},
            {"type", name_of(s.type)},
            {"extents", list(s.extents)},
            {"folds", list(s.folds)},
            {"bytes", number(s.bytes)}};
}

void add_footprints(const GroupReport& g, Json& out) {
    for (const Footprint& f : g.footprints)
        out["footprints"].push_back({{"stage", f.stage},
                                     {"loose", f.loose.empty() ? Json(nullptr) : list(f.loose)},
                                     {"scalene", list(f.scalene)}});
    if (!g.why_not_loose.empty()) out["why_not_loose"] = g.why_not_loose;
}

// Estimates: digits that mean nothing, and that differ between compilers, are cut.
Json rounded(double value, double digits) { return std::round(value * digits) / digits; }

void add_forecast(const ForecastReport& f, Json& out) {
    out["predicted_ns"] = std::llround(f.time);
    out["bytes_moved"] = std::llround(f.bytes);
    out["least_bytes"] = std::llround(f.least_bytes);
}

Json group_json(const GroupReport& g, bool sizes_known) {
    Json out = {{"dims", Json::array()}, {"stages", Json::array()}};
    for (size_t d = g.dims.size(); d-- > 0;) out["dims"].push_back(g.dims[d]);
    for (const StageReport& s : g.stages) out["stages"].push_back(stage_json(s, sizes_known));
    out["loops"] = schedule::loop_choices(g.group, {.name = g.group.stages.back(), .dims = g.dims});
    add_forecast(g.forecast, out);
    out["share"] = rounded(g.forecast.share, 1000);
    if (!schedule::is_tiled(g.group)) return out;
    out["tile"] = g.group.tile.empty() ? Json(nullptr) : list(g.group.tile);
    out["shape"] = schedule::name_of(g.group.shape);
    if (g.tiles)
        out["tiles"] = {
            {"counts", list(g.tiles->counts)}, {"all", g.tiles->tiles}, {"evaluated", g.tiles->seen}};
    if (g.walk)
        out["sliding_window"] = {{"dim", g.walk->dim},
                                 {"rows", g.walk->rows},
                                 {"warm_up", g.walk->warm_up},
                                 {"before", g.walk->before}};
    if (!g.group.fused.empty()) out["fused"] = g.group.fused;
    out["scratch"] = Json::array();
    for (const ScratchReport& s : g.scratch) out["scratch"].push_back(scratch_json(s));
    out["arena_bytes"] = number(g.arena_bytes);
    out["fits"] = g.forecast.fits.empty() ? Json(nullptr) : Json(g.forecast.fits);
    const std::optional<double> redundancy = g.redundancy();
    out["redundant_percent"] = redundancy ? rounded(*redundancy * 100, 100) : Json(nullptr);
    add_footprints(g, out);
    return out;
}

Json search_json(const Explanation& e) {
    if (!e.count) return nullptr;
    return {{"cost_model", e.cost_model},
            {"evaluated", e.count->judged},
            {"states", e.count->states},
            {"bounded", e.count->was_bounded}};
}

Json apart_json(const ApartReport& a) {
    return {{"producer", a.producer},
            {"consumer", a.consumer},
            {"groups", {a.from + 1, a.to + 1}},
            {"why", a.why}};
}

}  // namespace

std::string to_json(const Explanation& e) {
    Json out = {{"pipeline", e.pipeline},
                {"scheduler", e.scheduler},
                {"search", search_json(e)},
                {"machine", {{"name", e.machine}, {"measured", e.measured}}},
                {"sizes", Json::object()}};
    for (const auto& [dim, extent] : e.sizes) out["sizes"][dim] = extent;
    out["missing_sizes"] = e.missing;
    out["inputs"] = Json::object();
    for (const InputReport& i : e.inputs) out["inputs"][i.name] = list(i.extents);
    out["inlined"] = rewrite::to_texts(e.rewrites);
    out["inlined_because"] = Json::object();
    for (const auto& [rewrite, reason] : e.reasons) out["inlined_because"][to_text(rewrite)] = reason;
    out["groups"] = Json::array();
    for (const GroupReport& g : e.groups) out["groups"].push_back(group_json(g, e.sizes_known()));
    out["not_fused"] = Json::array();
    for (const ApartReport& a : e.apart) out["not_fused"].push_back(apart_json(a));
    out["threads"] = e.threads;
    add_forecast(e.total, out);
    out["workspace_bytes"] = number(e.workspace_bytes);
    return out.dump(2) + "\n";
}

}  // namespace pantile::report
