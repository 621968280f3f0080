#include "plan/stage_plan.h"

#include <algorithm>

#include "analysis/updates_together.h"
#include "ir/traverse.h"

namespace pantile::plan {

using namespace ir;

namespace {

// As the planes of an image, and some more: each is compared with all the others.
constexpr size_t kMostTogether = 8;
// Blocks of larger definitions than this have no registers left.
constexpr size_t kMostNodesInABlock = 150;

bool contains(const std::vector<size_t>& dims, size_t d) {
    return std::find(dims.begin(), dims.end(), d) != dims.end();
}

// The dimensions that a definition runs over as a whole. Their points are independent of each other.
std::vector<size_t> own_dims(const Stage& stage, size_t definition) {
    std::vector<size_t> dims;
    for (size_t d = 0; d < stage.dims.size(); ++d) {
        if (definition == 0 || is_pure_argument(stage, stage.updates[definition - 1], d)) dims.push_back(d);
    }
    return dims;
}

class StagePlanning {
  public:
    explicit StagePlanning(const StageRequest& in) : in_(in), stage_(in.pipeline.stages[in.stage]) {}

    StagePlan run() const {
        StagePlan out{in_.stage, in_.place, {}, {}};
        for (size_t k = 0; k <= stage_.updates.size(); ++k) out.definitions.push_back(definition(k));
        out.copy.dims = own_dims(stage_, 0);
        out.copy.tasks = tasks_of(out.copy.dims);
        for (size_t k = 1; k <= stage_.updates.size(); ++k)
            out.definitions[k].together = together(out.definitions, k);
        return out;
    }

    std::optional<PointBlock> block_of(const DefinitionPlan& definition) const {
        for (size_t d = 1; d < in_.registers.size(); ++d) {
            if (in_.registers[d] > 1 && contains(definition.dims, d) && definition.tasks != d)
                return PointBlock{d, in_.registers[d]};
        }
        return std::nullopt;
    }

    int64_t vectors() const { return in_.registers.empty() ? 1 : in_.registers[0]; }

  private:
    DefinitionPlan definition(size_t k) const {
        DefinitionPlan out{.dims = own_dims(stage_, k)};
        if (in_.place == Place::whole) out.tasks = tasks_of(out.dims);
        const std::optional<PointBlock> block = block_of(out);
        const bool gains = k == 0 && block && gains_from_block(in_.pipeline, stage_, *block);
        out.keeps_sums = k > 0 && stays_in_registers(k, out);
        if (gains || out.keeps_sums) {
            out.block = block;
            out.vectors = vectors();
        }
        return out;
    }

    // Of several parallel dimensions only the outermost runs in parallel: it has work enough for every
    // thread. What a tiled group orders is its tiles.
    std::optional<size_t> tasks_of(const std::vector<size_t>& dims) const {
        for (const size_t d : schedule::loop_order(
                 schedule::is_tiled(in_.group) ? std::vector<size_t>{} : in_.group.order, stage_.dims.size()))
            if (contains(dims, d) && contains(in_.group.parallel_dims, d)) return d;
        return std::nullopt;
    }

    // A task of a single point along the innermost dimension has no vectors to keep, and an update that
    // stores what is there already has no sum: 'sum = sum' draws a warning.
    bool stays_in_registers(size_t update, const DefinitionPlan& plan) const {
        const Update& u = stage_.updates[update - 1];
        return !in_.registers.empty() && !as<Access>(u.value) && adds_in_place(stage_, u) &&
               plan.tasks != size_t{0};
    }

    // Whether its domain is neither tiled nor kept in registers.
    bool runs_as_written(const std::vector<DefinitionPlan>& plans, size_t update) const {
        const auto& tiles = in_.group.reduction_tiles;
        return !plans[update].keeps_sums &&
               std::none_of(tiles.begin(), tiles.end(), [&](const schedule::ReductionTile& t) {
                   return t.stage == stage_.name && t.update == update;
               });
    }

    size_t together(const std::vector<DefinitionPlan>& plans, size_t k) const {
        if (!runs_as_written(plans, k)) return 1;
        const size_t last = std::min(stage_.updates.size(), k + kMostTogether - 1);
        size_t count = 1;
        for (size_t next = k + 1; next <= last && runs_as_written(plans, next); ++next, ++count) {
            for (size_t before = k; before < next; ++before) {
                if (!analysis::may_run_together(stage_, stage_.updates[before - 1], stage_.updates[next - 1]))
                    return count;
            }
        }
        return count;
    }

    const StageRequest& in_;
    const Stage& stage_;
};

}  // namespace

DefinitionPlan DefinitionPlan::without_blocks() const {
    return {.dims = dims, .tasks = tasks, .together = together};
}

DefinitionPlan DefinitionPlan::inside_a_task() const {
    DefinitionPlan out = *this;
    out.tasks.reset();
    return out;
}

StagePlan plan_stage(const StageRequest& request) { return StagePlanning(request).run(); }

void agree_on_blocks(const Pipeline& pipeline, const std::vector<StagePlan*>& nest,
                     const std::vector<StageRequest>& requests) {
    const bool one_gains = std::any_of(
        nest.begin(), nest.end(), [](const StagePlan* s) { return s->definitions[0].block.has_value(); });
    const bool all_can = std::none_of(
        nest.begin(), nest.end(), [&](const StagePlan* s) { return has_cases(pipeline.stages[s->stage]); });
    for (size_t i = 0; i < nest.size(); ++i) {
        const StagePlanning stage(requests[i]);
        DefinitionPlan& pure = nest[i]->definitions[0];
        pure.block = one_gains && all_can ? stage.block_of(pure) : std::nullopt;
        pure.vectors = pure.block ? stage.vectors() : 1;
    }
}

bool gains_from_block(const Pipeline& pipeline, const Stage& stage, const PointBlock& block) {
    return !has_cases(stage) && post_order(stage.cases[0].value).size() <= kMostNodesInABlock &&
           share_reads(pipeline, stage, block);
}

}  // namespace pantile::plan
