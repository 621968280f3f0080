// What it takes to compute a stage, in operations of the machine: counted from its expressions the way that
// lowering and vectors will treat them.
#pragma once

#include "analysis/sizes.h"
#include "cost/operation_counts.h"
#include "ir/neighbours.h"
#include "ir/pipeline.h"

namespace pantile::cost {

struct DefinitionWork {
    OperationCounts counts;      // for each point of the box and of the domain
    std::vector<bool> own_dims;  // the dimensions of the stage that it runs over
    double domain = 1;           // points of its reduction domain
    double fastest = 1;          // along the variable that runs fastest
    double slowest = 1;          // along the one that runs slowest
    int widest_bytes = 4;        // of the elements that it computes with
    bool is_vector = true;       // whether its innermost loop becomes vectors
    bool reads_itself = false;   // an update of values in place
    // Of a block of points: how many, and whether its sums stay in registers.
    int64_t block = 1;
    bool keeps_sums = false;
};

// A stage and the reads that region inference found in it.
struct StageReads {
    const ir::Pipeline& pipeline;
    size_t stage;
    std::vector<const analysis::AccessRegion*> accesses;
};

// Counts definition 0, the pure one, or the k-th update. 'values' knows all sizes.
DefinitionWork count_work(const StageReads& reads, size_t definition, const analysis::BoundValues& values);

// Whether neighbours along a dimension gain from being computed at once ('registers' of a schedule).
bool gains_from_blocks(const StageReads& reads, size_t definition, const DefinitionWork& single,
                       const ir::PointBlock& block);

struct PointsAtOnce {
    ir::PointBlock block;
    Math math;
};

// The work 'single' for one of 'count' such points that share what they need.
DefinitionWork count_block(const StageReads& reads, size_t definition, const analysis::BoundValues& values,
                           const DefinitionWork& single, const PointsAtOnce& points);

// The extent of a reduction variable where 'access' stands; a guess where the sizes do not say.
double expected_extent(const ir::ReductionVariable& variable, const analysis::AccessRegion* access,
                       const analysis::BoundValues& values);

}  // namespace pantile::cost
