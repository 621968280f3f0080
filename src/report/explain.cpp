#include "report/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/peak_memory.h"
#include "ir/scratch_layout.h"
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
        : in_(in), chosen_(chosen), values_(values) {}

    GroupReport run(const plan::GroupPlan& plan) const {
        GroupReport out{.group = plan.group};
        for (const plan::StagePlan& stage : plan.stages) out.stages.push_back(stage_report(stage.stage));
        out.dims = in_.plan.pipeline().stages[plan.stages.back().stage].dims;
        if (!plan.tiles) return out;
        const plan::TileBoxes& boxes = *plan.tiles;
        for (size_t i = 0; i < out.stages.size(); ++i)
            out.stages[i].live_out = boxes.space().stages[i].live_out;
        if (boxes.sliding()) out.walk = walk_report(boxes, *plan::walk_of(plan.group));
        add_scratch(out);
        if (chosen_) add_tiles(boxes, out);
        if (chosen_ && in_.footprints == Footprints::by_shape) add_footprints(plan.label, out);
        return out;
    }

  private:
    // As it is without tiles: computed once, as a whole, and kept.
    StageReport stage_report(size_t s) const {
        const ir::Stage& stage = in_.plan.pipeline().stages[s];
        StageReport out{stage.name, true, Extents(stage.dims.size()), Extents(stage.dims.size())};
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
            if (b.space != ir::MemorySpace::scratch || !is_ours) continue;
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
            plan::GroupOutcome planned = plan::plan_group(plain, *in_.plan.rewritten, label);
            if (is_loose) out.why_not_loose = std::move(planned.refused);
            if (!planned.plan) continue;
            const std::optional<TileSurvey> survey = survey_tiles(*planned.plan->tiles, values_);
            if (!survey) continue;
            for (size_t i = 0; i < out.footprints.size(); ++i)
                (is_loose ? out.footprints[i].loose : out.footprints[i].scalene) = survey->stages[i].largest;
        }
    }

    const ExplainRequest& in_;
    const ChosenSizes* chosen_;
    const BoundValues& values_;
};

// Everything that is known at entry.
BoundValues entry_values(const ExplainRequest& in, const ChosenSizes* chosen) {
    BoundValues values(in.plan.pipeline(), chosen ? chosen->sizes : Sizes{});
    for (size_t s = 0; chosen && s < in.plan.pipeline().stages.size(); ++s)
        values.set_box(in.plan.pipeline().stages[s], chosen->boxes.stages[s]);
    for (const ir::NamedBound& b : in.loops.bounds) {
        if (const auto value = values(b.value)) values.set(b.name, *value);
    }
    return values;
}

void add_sizes(const ExplainRequest& in, const std::map<std::string, int64_t>& extents,
               const ChosenSizes& chosen, Explanation& out) {
    for (const std::string& output : in.plan.pipeline().outputs) {
        for (const std::string& dim : in.plan.pipeline().find_stage(output)->dims) {
            const auto known = std::any_of(out.sizes.begin(), out.sizes.end(),
                                           [&](const auto& s) { return s.first == dim; });
            if (!known) out.sizes.emplace_back(dim, extents.at(dim));
        }
    }
    for (const ir::Input& input : in.plan.pipeline().inputs) {
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
    Explanation out{.pipeline = in.plan.pipeline().name,
                    .flow = in.loops.flow,
                    .scheduler = in.plan.schedule->name,
                    .cost_model = in.by.cost_model,
                    .machine = in.target.machine.name,
                    .measured = in.target.machine.measured,
                    .rewrites = in.plan.schedule->rewrites,
                    .missing = missing_extents(in.plan.pipeline(), in.extents),
                    .threads = in.target.threads};
    const auto extents = search::expected_extents(in.plan.pipeline(), in.extents);
    Result<ChosenSizes> sizes = choose_sizes(in.plan.pipeline(), in.plan.regions(), extents);
    // Sizes that nobody gave are nobody's mistake.
    if (!sizes && out.missing.empty()) return sizes.diagnostics();
    const ChosenSizes* known = sizes ? &*sizes : nullptr;
    if (known) add_sizes(in, extents, *known, out);
    const BoundValues values = entry_values(in, known);
    const GroupExplainer explainer(in, known, values);
    for (const plan::GroupPlan& group : in.plan.groups) out.groups.push_back(explainer.run(group));
    add_forecast(in, out);
    return out;
}

}  // namespace pantile::report
