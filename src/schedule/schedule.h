// A Schedule: what the compiler decides about a pipeline, as plain data. It never changes the result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/pipeline.h"
#include "pantile/result.h"
#include "rewrite/rewrites.h"

namespace pantile::schedule {

// What one tile computes of a stage that later stages of the group read.
//   scalene:   exactly the box that its consumers in the tile need;
//   loose:     the same, in scratch with room for the tile widened on both sides by the group's steepest
//              dependence times its height, alike for every stage (PolyMage);
//   rectangle: the stages are shifted so that each needs only earlier rows of the others: their loops are
//              fused and the overlap lies on one side.
enum class Shape { scalene, loose, rectangle };

// Walks a tile along one dimension, 'rows' rows of the reference stage at a time; each stage computes only
// the rows that are new, and scratch keeps only the rows that are still needed.
struct Sliding {
    size_t dim;
    int64_t rows;
};

// Splits the loop over a reduction variable of an update (counted from 1) into pieces of 'size' values. The
// loop over pieces runs outside of the loops over the update's coordinates: many points use what a piece
// reads while it is in the cache. With 'parallel', the pieces run at the same time, in up to 64 tasks, each
// into a copy of the stage of its own; the copies are merged at the end.
struct ReductionTile {
    std::string stage;
    size_t update;
    std::string variable;
    int64_t size;
    bool parallel = false;
};

// Stages that are computed together, tile by tile. Dimensions are those of the reference stage, by position,
// 0 the innermost.
struct Group {
    std::vector<std::string> stages;  // in the order of execution; the last is the reference stage
    std::vector<int64_t> tile;        // for each dimension: how many points a tile has; 0: all of them.
                                      // Empty: the group is not tiled, and has one stage
    Shape shape = Shape::scalene;
    std::optional<Sliding> sliding;
    std::vector<size_t> order;  // of the loops over tiles (of an untiled group: over points), the outermost
                                // first; the innermost dimension comes last. Empty: as the dimensions are
    std::vector<size_t> parallel_dims;  // whose tiles (of an untiled group: whose points) run in parallel
    std::optional<size_t> vector_dim;   // of every stage; 0 or none
    // For each dimension, how many points the innermost loops compute at once, so that what they share stays
    // in registers; along dimension 0, how many vectors, of sums. Empty: one. One dimension beside 0 at most.
    std::vector<int64_t> registers;
    std::vector<std::vector<std::string>> fused;  // sets of consecutive stages that share their loops
    std::vector<ReductionTile> reduction_tiles;
    // Stages whose images are written past the caches, by whole vectors, where memory is aligned for them:
    // without reading what they replace, and without displacing what will be read again.
    std::vector<std::string> streamed;
};

// Several stages are always computed in tiles, if only in one that is as large as everything. A stage that is
// not becomes loops over its whole box.
inline bool is_tiled(const Group& group) {
    return !group.tile.empty() || group.stages.size() > 1 || group.sliding;
}

// The dimensions of loops, the outermost first: 'order', or all 'rank' of them as they are.
inline std::vector<size_t> loop_order(const std::vector<size_t>& order, size_t rank) {
    if (!order.empty()) return order;
    std::vector<size_t> out(rank);
    for (size_t d = 0; d < rank; ++d) out[d] = rank - 1 - d;
    return out;
}

struct Schedule {
    std::string name;            // of the scheduler that made it
    std::string pipeline_hash;   // of the pipeline it was made for
    std::vector<Group> groups;   // in the order of execution
    rewrite::Rewrites rewrites;  // stages that are inlined belong to no group
};

// Identifies a pipeline by its meaning: a hash of its canonical text.
std::string hash_of(const ir::Pipeline& pipeline);

}  // namespace pantile::schedule
