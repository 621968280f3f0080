#include "report/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/peak_memory.h"
#include "ir/scratch_layout.h"
#include "plan/check_group.h"
#include "report/forecast.h"
#include "report/survey_tiles.h"
#include "search/make_schedule.h"

namespace pantile::report {

using namespace analysis;

namespace {

Extents extents_of(const Box& box) {
    Extents out;
    for (const Interval& range : box) out.push_back(range.extent());
    return out;
}

double points_of(const Box& box) {
    double points = 1;
    for (const Interval& range : box) points *= static_cast<double>(range.extent());
    return points;
}

class GroupExplainer {
  public:
    // 'values' knows all bounds of the program, as far as sizes are known.
    GroupExplainer(const ExplainRequest& in, const ChosenSizes* chosen, const BoundValues& values)
        : in_(in), chosen_(chosen), values_(values) {
        for (size_t s = 0; s < in.pipeline.stages.size(); ++s) numbers_[in.pipeline.stages[s].name] = s;
    }

    GroupReport run(const schedule::Group& group, size_t number) const {
        GroupReport out{.group = group};
        for (const std::string& name : group.stages) out.stages.push_back(stage_report(name));
        out.dims = in_.pipeline.stages[numbers_.at(group.stages.back())].dims;
        if (!schedule::is_tiled(group)) return out;
        const std::string label = fmt::format("group{}", number);
        const plan::TileBoxes boxes(in_.pipeline, in_.regions, group, label);
        for (size_t i = 0; i < out.stages.size(); ++i)
            out.stages[i].live_out = boxes.space().stages[i].live_out;
        if (boxes.sliding()) out.walk = walk_report(boxes, *plan::walk_of(group));
        add_scratch(out);
        if (chosen_) add_tiles(boxes, out);
        if (chosen_ && in_.footprints == Footprints::by_shape) add_footprints(label, out);
        return out;
    }

  private:
    // As it is without tiles: computed once, as a whole, and kept.
    StageReport stage_report(const std::string& name) const {
        const size_t s = numbers_.at(name);
        const size_t rank = in_.pipeline.stages[s].dims.size();
        StageReport out{name, true, Extents(rank), Extents(rank)};
        if (!chosen_) return out;
        const Box& whole = chosen_->boxes.stages[s];
        out.box = out.tile = extents_of(whole);
        out.points = out.computed = points_of(whole);
        return out;
    }

    static WalkReport walk_report(const plan::TileBoxes& boxes, const schedule::Sliding& walk) {
        WalkReport out{boxes.reference().dims[walk.dim], walk.rows, boxes.sliding()->warm_up, {}};
        for (size_t i = 0; i < boxes.space().stages.size(); ++i) {
            if (!boxes.sliding()->stages[i]) out.before.push_back(boxes.stage(i).name);
        }
        return out;
    }

    void add_scratch(GroupReport& out) const {
        std::optional<int64_t> arena = 0;
        for (const ir::LoopBuffer& b : in_.loops.buffers) {
            const auto& names = out.group.stages;
            const bool is_ours = std::find(names.begin(), names.end(), b.shown) != names.end();
            if (b.kind != ir::BufferKind::scratch || !is_ours) continue;
            ScratchReport s{b.shown, b.type, b.dims, {}, b.folds, values_(ir::scratch_layout(b).bytes)};
            for (const Expr& extent : b.extents) s.extents.push_back(values_(extent));
            const std::optional<int64_t> offset = b.offset ? values_(*b.offset) : std::nullopt;
            arena = arena && offset && s.bytes ? std::optional(std::max(*arena, *offset + *s.bytes))
                                               : std::nullopt;
            out.scratch.push_back(std::move(s));
        }
        out.arena_bytes = arena;
    }

    void add_tiles(const plan::TileBoxes& boxes, GroupReport& out) const {
        const std::optional<TileSurvey> survey = survey_tiles(boxes, values_);
        if (!survey) return;
        out.tiles = TileReport{survey->counts, survey->tiles, survey->seen};
        for (size_t i = 0; i < out.stages.size(); ++i) {
            out.stages[i].tile.assign(survey->stages[i].largest.begin(), survey->stages[i].largest.end());
            out.stages[i].computed = survey->stages[i].points;
        }
    }

    // The shapes are compared as tiles that do not slide and share no loops.
    void add_footprints(const std::string& label, GroupReport& out) const {
        schedule::Group plain{.stages = out.group.stages, .tile = out.group.tile};
        for (const std::string& name : plain.stages) out.footprints.push_back({name, {}, {}});
        for (const schedule::Shape shape : {schedule::Shape::loose, schedule::Shape::scalene}) {
            plain.shape = shape;
            const bool is_loose = shape == schedule::Shape::loose;
            if (is_loose) out.why_not_loose = plan::why_illegal(plain, in_.pipeline, in_.regions);
            if (is_loose && !out.why_not_loose.empty()) continue;
            const plan::TileBoxes boxes(in_.pipeline, in_.regions, plain, label);
            const std::optional<TileSurvey> survey = survey_tiles(boxes, values_);
            if (!survey) continue;
            for (size_t i = 0; i < out.footprints.size(); ++i)
                (is_loose ? out.footprints[i].loose : out.footprints[i].scalene) = survey->stages[i].largest;
        }
    }

    const ExplainRequest& in_;
    const ChosenSizes* chosen_;
    const BoundValues& values_;
    std::map<std::string, size_t> numbers_;
};

// Everything that is known at entry.
BoundValues entry_values(const ExplainRequest& in, const ChosenSizes* chosen) {
    BoundValues values(in.pipeline, chosen ? chosen->sizes : Sizes{});
    for (size_t s = 0; chosen && s < in.pipeline.stages.size(); ++s)
        values.set_box(in.pipeline.stages[s], chosen->boxes.stages[s]);
    for (const ir::NamedBound& b : in.loops.bounds) {
        if (const auto value = values(b.value)) values.set(b.name, *value);
    }
    return values;
}

void add_sizes(const ExplainRequest& in, const std::map<std::string, int64_t>& extents,
               const ChosenSizes& chosen, Explanation& out) {
    for (const std::string& output : in.pipeline.outputs) {
        for (const std::string& dim : in.pipeline.find_stage(output)->dims) {
            const auto known = std::any_of(out.sizes.begin(), out.sizes.end(),
                                           [&](const auto& s) { return s.first == dim; });
            if (!known) out.sizes.emplace_back(dim, extents.at(dim));
        }
    }
    for (const ir::Input& input : in.pipeline.inputs) {
        InputReport report{input.name, {}};
        for (const Interval& range : chosen.sizes.inputs.at(input.name))
            report.extents.push_back(range.extent());
        out.inputs.push_back(std::move(report));
    }
    out.workspace_bytes = peak_memory(in.loops, chosen.sizes, in.target.threads);
}

}  // namespace

std::optional<double> GroupReport::redundancy() const {
    double points = 0, computed = 0;
    for (const StageReport& s : stages) {
        points += s.points;
        computed += s.computed;
    }
    if (points == 0) return std::nullopt;
    return computed / points - 1;
}

Result<Explanation> explain(const ExplainRequest& in) {
    Explanation out{.pipeline = in.pipeline.name,
                    .flow = in.loops.flow,
                    .scheduler = in.schedule.name,
                    .cost_model = in.by.cost_model,
                    .machine = in.target.machine.name,
                    .measured = in.target.machine.measured,
                    .inlined = in.schedule.inlined,
                    .missing = missing_extents(in.pipeline, in.extents),
                    .threads = in.target.threads};
    const auto extents = search::expected_extents(in.pipeline, in.extents);
    Result<ChosenSizes> sizes = choose_sizes(in.pipeline, in.regions, extents);
    // Sizes that nobody gave are nobody's mistake.
    if (!sizes && out.missing.empty()) return sizes.diagnostics();
    const ChosenSizes* known = sizes ? &*sizes : nullptr;
    if (known) add_sizes(in, extents, *known, out);
    const BoundValues values = entry_values(in, known);
    const GroupExplainer explainer(in, known, values);
    for (size_t g = 0; g < in.schedule.groups.size(); ++g)
        out.groups.push_back(explainer.run(in.schedule.groups[g], g + 1));
    add_forecast(in, out);
    return out;
}

}  // namespace pantile::report
