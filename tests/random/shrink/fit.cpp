#include "random/shrink/fit.h"

#include <algorithm>
#include <set>

#include "front/text/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "random/fit_inputs.h"
#include "random/rewrite.h"
#include "random/shrink/follow_schedule.h"

namespace pantile::random {
namespace {

void drop_sizes_of_nothing(Specimen& s) {
    const auto keep = [](auto& sizes, auto is_there) {
        std::erase_if(sizes, [&](const auto& item) { return !is_there(item.first); });
    };
    keep(s.sizes.outputs, [&](const std::string& name) { return s.pipeline.is_output(name); });
    keep(s.sizes.inputs, [&](const std::string& name) { return s.pipeline.find_input(name) != nullptr; });
    keep(s.sizes.params, [&](const std::string& name) { return s.pipeline.find_param(name) != nullptr; });
    for (const ir::Input& input : s.pipeline.inputs)
        s.sizes.inputs.try_emplace(input.name, input.dims.size(), analysis::Interval{0, 0});
    for (ir::Stage& stage : s.pipeline.stages)
        if (!s.pipeline.is_output(stage.name)) stage.ranges.clear();
}

// Twice what trials have: a step on the way may make something larger.
constexpr SizeLimits kLimits = {
    .points = 2 * kSmall.points, .work = 2 * kSmall.work, .elements = 2 * kSmall.elements};

// A part of an expression that was simplified weighs less than what it stood for.
class Weight {
  public:
    size_t operator()(const ir::Expr& e) {
        if (const auto known = known_.find(e.id()); known != known_.end()) return known->second;
        size_t weight = 4;
        if (const ir::Constant* c = ir::as<ir::Constant>(e))
            weight = c->value == ir::Value::of_int(c->value.type(), 0) ? 1 : 2;
        if (ir::as<ir::Variable>(e)) weight = 3;
        ir::for_each_child(*e, [&](const ir::Expr& child) { weight += (*this)(child); });
        return known_.emplace(e.id(), std::min<size_t>(weight, 100000000)).first->second;
    }

  private:
    std::unordered_map<const ir::Node*, size_t> known_;
};

size_t size_of(const ir::Pipeline& pipeline) {
    size_t size = 100 * (pipeline.inputs.size() + pipeline.params.size()) + 50 * pipeline.outputs.size();
    for (const ir::Input& input : pipeline.inputs) size += 40 * input.dims.size();
    Weight weight;
    for (const ir::Stage& stage : pipeline.stages) {
        size += 400 + 40 * stage.dims.size() + 20 * stage.ranges.size() + 30 * stage.cases.size() +
                60 * stage.updates.size();
        for (const ir::Update& u : stage.updates) size += 10 * u.domain.variables.size();
        ir::for_each_expr(stage, [&](const ir::Expr& e, size_t) { size += 4 * weight(e); });
    }
    return size;
}

size_t size_of(const schedule::Schedule& schedule, const ir::Pipeline& pipeline) {
    size_t size = 60 * count_lines(schedule, pipeline);
    for (const schedule::Group& group : schedule.groups) {
        // More than the line of another group: stages by themselves are simpler.
        size += 80 * (group.stages.size() - 1);
        size += group.shape == schedule::Shape::scalene ? 0u : 10u;
        for (const int64_t tile : group.tile) size += tile == 0 ? 0u : 10u + static_cast<size_t>(tile);
        if (group.sliding) size += static_cast<size_t>(group.sliding->rows);
        size += 10 * (group.parallel_dims.size() + group.streamed.size());
    }
    return size;
}

}  // namespace

size_t size_of(const Specimen& s) {
    size_t size = size_of(s.pipeline) + size_of(s.schedule, s.pipeline);
    for (const auto& [name, box] : s.sizes.outputs) {
        for (const analysis::Interval& i : box)
            size += static_cast<size_t>(i.extent()) + (i.min == 0 ? 0u : 1u);
    }
    return size;
}

std::optional<Specimen> fitted(Specimen s, const ir::Pipeline& before) {
    drop_unread_stages(s.pipeline);
    drop_unused_arguments(s.pipeline);
    drop_sizes_of_nothing(s);
    if (s.pipeline.stages.empty() || !ir::verify(s.pipeline).empty()) return std::nullopt;
    // What is tried is what would be written to a file: text has no place for constants that were never
    // folded.
    Result<ir::Pipeline> read = front::parse_pipeline({"pipeline.pan", ir::to_text(s.pipeline), {}});
    if (!read) return std::nullopt;
    s.pipeline = std::move(*read);
    const Result<analysis::Regions> regions = analysis::infer_regions(s.pipeline);
    if (!regions || !analysis::choose_limits(s.pipeline, *regions)) return std::nullopt;
    std::optional<analysis::Sizes> sizes = fit_inputs(s.pipeline, *regions, s.sizes, kLimits);
    if (!sizes || !analysis::evaluate_regions(s.pipeline, *regions, *sizes)) return std::nullopt;
    s.sizes = std::move(*sizes);
    std::optional<schedule::Schedule> schedule = follow_schedule(s.schedule, before, s.pipeline);
    if (!schedule) return std::nullopt;
    s.schedule = std::move(*schedule);
    return s;
}

}  // namespace pantile::random
