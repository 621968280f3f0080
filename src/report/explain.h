// What a schedule does to a pipeline, as numbers: tiles, scratch, work that is done twice, memory.
#pragma once

#include "analysis/choose_sizes.h"
#include "ir/loops.h"
#include "plan/plan.h"
#include "search/choose_inlining.h"
#include "search/grouping.h"
#include "search/why_apart.h"

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

// What our model of the machine expects of a group. Times are in nanoseconds.
struct ForecastReport {
    double time = 0;
    double share = 0;        // of the time of all groups
    double bytes = 0;        // moved between memory and the caches
    double least_bytes = 0;  // if all that goes in and out moved once
    std::string fits;        // the first cache that holds the scratch: 'L1', 'L2', 'L3', or empty
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
    ForecastReport forecast;

    // The share of the points that is computed more than once; nothing when sizes are not known.
    std::optional<double> redundancy() const;
};

// A read of one group's stage by another group's.
struct ApartReport {
    std::string producer;
    std::string consumer;
    size_t from;  // groups, counted from 0
    size_t to;
    std::string why;  // they are not one group
};

struct InputReport {
    std::string name;
    std::vector<int64_t> extents;
};

struct Explanation {
    std::string pipeline;
    std::string flow;
    std::string scheduler;
    std::string cost_model;                    // empty: none was asked
    std::optional<search::SearchCount> count;  // none: no scheduler made it now
    std::string source;                        // and then: 'read from a file', 'found by measuring'
    std::string machine;
    bool measured = false;  // false: the numbers of the machine are typical ones
    rewrite::Rewrites rewrites;
    search::Inlining reasons;  // for the rewrites; empty: the schedule's writer knows them
    std::vector<GroupReport> groups;
    std::vector<ApartReport> apart;
    std::vector<std::pair<std::string, int64_t>> sizes;  // by dimension, in the order of the outputs
    std::vector<std::string> missing;                    // dimensions whose size is assumed
    std::vector<InputReport> inputs;                     // as large as was assumed
    int threads;
    std::optional<int64_t> workspace_bytes;
    ForecastReport total;  // of all groups; the least is that of the inputs and the outputs

    // False: the pipeline cannot run at the sizes that were assumed, so nothing is said that needs them.
    bool sizes_known() const { return !sizes.empty(); }
};

enum class Footprints { none, by_shape };

struct ExplainRequest {
    const plan::Plan& plan;
    const ir::Loops& loops;         // of the plan, with storage planned
    const cost::StageGraph& graph;  // of the plan's pipeline
    const machine::Target& target;  // with the threads to expect
    const search::Decision& by;
    std::map<std::string, int64_t> extents;  // that are known
    Footprints footprints = Footprints::none;
};

// Without what only the scheduler knows: the count and the reasons for what is inlined.
Result<Explanation> explain(const ExplainRequest& request);

}  // namespace pantile::report
