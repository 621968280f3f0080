// What it takes to compute a stage, in operations of the machine: counted from its expressions the way that
// lowering and vectors will treat them.
#pragma once

#include "analysis/sizes.h"
#include "ir/neighbours.h"
#include "ir/pipeline.h"

namespace pantile::schedule {

// For one point of a definition. Everything that does not change along the innermost dimension is computed
// once for a row, and does not count.
struct OperationCounts {
    double simple = 0;     // add, multiply, compare, select, convert: one instruction for a vector
    double slow = 0;       // divisions and square roots
    double calls = 0;      // exp, pow, …: a call of the C library for each element
    double f32_calls = 0;  // of these, the ones of f32: fast math computes them with vectors
    double dense = 0;      // loads of neighbouring elements
    double strided = 0;    // loads of every 2nd to 4th element, or of elements in pairs: loads and shuffles
    double gathered = 0;   // loads of elements that lie anywhere
    double broadcast = 0;  // loads of one element for all lanes
    double stores = 0;
    double rows = 0;  // of inputs that are read: each has an address of its own

    OperationCounts& add(const OperationCounts& other, double times);
};

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
    ir::SumOrder sums;
};

// The work 'single' for one of 'count' such points that share what they need.
DefinitionWork count_block(const StageReads& reads, size_t definition, const analysis::BoundValues& values,
                           const DefinitionWork& single, const PointsAtOnce& points);

// The extent of a reduction variable where 'access' stands; a guess where the sizes do not say.
double expected_extent(const ir::ReductionVariable& variable, const analysis::AccessRegion* access,
                       const analysis::BoundValues& values);

}  // namespace pantile::schedule
