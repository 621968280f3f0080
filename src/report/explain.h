// What a schedule does to a pipeline, as numbers: tiles, scratch, work that is done twice, memory.
#pragma once

#include "analysis/choose_sizes.h"
#include "ir/loops.h"
#include "schedule/schedule.h"

namespace pantile::report {

// An extent that depends on sizes which are not known is missing.
using Extents = std::vector<std::optional<int64_t>>;  // innermost first

struct ScratchReport {
    std::string stage;
    ScalarType type;
    std::vector<std::string> dims;
    Extents extents;
    std::vector<int64_t> folds;  // 0: not folded
    std::optional<int64_t> bytes;
};

struct WalkReport {
    std::string dim;
    int64_t rows;
    int64_t warm_up;                  // rows before the first one of a tile
    std::vector<std::string> before;  // stages that are computed as a whole before the walk
};

// Points that a stage has, and that all tiles together compute of it.
struct StageReport {
    std::string name;
    bool live_out;
    Extents box;   // the whole one
    Extents tile;  // the largest in any tile; without tiles as 'box'
    double points = 0;
    double computed = 0;
};

struct TileReport {
    std::vector<int64_t> counts;  // along each dimension of the reference stage
    int64_t tiles;
    int64_t seen;  // fewer: computed points are an estimate
};

// The boxes of a stage in a tile, by shape.
struct Footprint {
    std::string stage;
    std::vector<int64_t> loose;  // empty: this shape does not fit the group
    std::vector<int64_t> scalene;
};

struct GroupReport {
    schedule::Group group;
    std::vector<std::string> dims;  // of the reference stage
    std::vector<StageReport> stages;
    std::optional<WalkReport> walk;
    std::optional<TileReport> tiles;  // of a tiled group, when sizes are known
    std::vector<ScratchReport> scratch;
    std::optional<int64_t> arena_bytes;
    std::vector<Footprint> footprints;
    std::vector<std::string> why_not_loose;
};

struct InputReport {
    std::string name;
    std::vector<int64_t> extents;
};

struct Explanation {
    std::string pipeline;
    std::string flow;
    std::string scheduler;
    std::vector<std::string> inlined;
    std::vector<GroupReport> groups;
    std::vector<std::pair<std::string, int64_t>> sizes;  // by dimension, in the order of the outputs
    std::vector<std::string> missing;                    // dimensions without a size
    std::vector<InputReport> inputs;                     // as large as was assumed
    int threads;
    std::optional<int64_t> workspace_bytes;
    bool sizes_known() const { return missing.empty(); }
};

enum class Footprints { none, by_shape };

struct ExplainRequest {
    const ir::Pipeline& pipeline;  // without the stages that are inlined
    const analysis::Regions& regions;
    const schedule::Schedule& schedule;  // a legal one
    const ir::Loops& loops;              // with storage planned
    std::map<std::string, int64_t> extents;
    int threads = 1;
    Footprints footprints = Footprints::none;
};

Result<Explanation> explain(const ExplainRequest& request);

}  // namespace pantile::report
