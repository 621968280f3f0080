// How the loops of a stage run: which dimension is split over threads, which points are computed at once in
// registers, which definitions share a loop nest. Decided here alone; lowering and reports read it.
#pragma once

#include "ir/neighbours.h"
#include "schedule/schedule.h"

namespace pantile::plan {

// Where a stage is computed: as a whole, its outer loop in parallel, or as a part of a tile.
enum class Place { whole, tile };

struct DefinitionPlan {
    std::vector<size_t> dims;             // of the stage, that its loops run over
    std::optional<size_t> tasks;          // the one whose points are tasks
    std::optional<ir::PointBlock> block;  // register blocking: points that are computed at once
    int64_t vectors = 1;                  // computed side by side along dimension 0
    bool keeps_sums = false;              // of an update: its sums stay in registers over the whole domain
    size_t together = 1;                  // definitions, from this one on, that share its loop nest

    // The same loops one point at a time, and as a part of a task.
    DefinitionPlan without_blocks() const;
    DefinitionPlan inside_a_task() const;
};

struct StagePlan {
    size_t stage;  // in the pipeline
    Place place = Place::whole;
    std::vector<DefinitionPlan> definitions;  // the pure one, then the updates
    DefinitionPlan copy;                      // of the whole stage into the caller's buffer
};

// What a group says about the loops of one of its stages.
struct StageRequest {
    const ir::Pipeline& pipeline;
    const schedule::Group& group;
    size_t stage;  // in the pipeline
    Place place = Place::whole;
    std::vector<int64_t> registers = {};  // as in schedule.h, for the dimensions of this stage
};

StagePlan plan_stage(const StageRequest& request);

// Stages that share one loop nest in a tile are blocked alike, or not at all: as one of them gains from it.
void agree_on_blocks(const ir::Pipeline& pipeline, const std::vector<StagePlan*>& nest,
                     const std::vector<StageRequest>& requests);

// Whether a block of points takes fewer loads than its points one by one, and leaves registers for them.
bool gains_from_block(const ir::Pipeline& pipeline, const ir::Stage& stage, const ir::PointBlock& block);

}  // namespace pantile::plan
