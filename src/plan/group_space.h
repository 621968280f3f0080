// Alignment and scaling: how the dimensions of a group's stages follow the tiles of its reference stage.
//
// The tiles of a group cut the space of its reference stage. A dimension of another stage is placed at a
// dimension of that space with a scale (1/2 for a stage at half resolution) when the reads between the stages
// say so. What a tile computes of a stage is found exactly at run time, from the formulas of region
// inference. Here are two kinds of numbers: the windows bound it, so that scratch gets a fixed size; they
// follow PolyMage+ (section on alignment and scaling) but hold for every offset of a tile, also where scales
// do not divide tile sizes. The halos are what a tile needs that no limit cuts off: what cost models count.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "plan/stage_reads.h"

namespace pantile::plan {

// Scratch of more points than this is sized at run time: images may be smaller than tiles.
inline constexpr int64_t kLargestRoom = int64_t{1} << 18;

// A dimension of a stage, by its position in the group.
struct Anchor {
    size_t stage;
    size_t dim;
    bool operator==(const Anchor&) const = default;
};

// A coordinate of the stage lies near scale times a coordinate of the reference stage; the scale is positive.
// Stages that no read connects with the reference stage are moved along: their anchor begins where the
// reference stage does.
struct Placement {
    size_t dim;
    Rational scale;
    std::optional<Anchor> anchor = {};
};

// A limit on the way, and, where reads go on from a stage behind it, that stage's window: 'clamp(x) + 5' and
// 'clamp(x + 5)' move differently.
struct Warp {
    ir::Expr map;  // equal ones are one node
    std::optional<std::pair<Rational, Rational>> window = {};
};

// For a tile [first, last], what it computes lies within [scale * first + lowest, scale * last + highest],
// all followed by the same warps.
struct Window {
    Rational lowest;
    Rational highest;
    std::vector<Warp> warps;
};

// The same where reads pass different warps, for stages at the scale of the reference stage: within
// [first + lowest - steps * down, last + highest + steps * up], where 'up' is the most that any of the warps
// moves the least coordinate of all tiles up, and 'down' the most that one moves the greatest down. Both are
// 0 where all tiles lie inside of the limits. It holds since warps never step back nor take larger steps than
// their argument: what they move up, they move up most at the least coordinate.
struct Drift {
    int64_t lowest = 0;   // not positive
    int64_t highest = 0;  // not negative
    int64_t steps = 0;    // warps, on the way that has most of them
    std::vector<ir::Expr> warps;
};

// For a tile [first, last] away from all limits: [scale * first + lowest, scale * last + highest].
struct Halo {
    Rational lowest;
    Rational highest;
};

struct StageDim {
    std::optional<Placement> place;
    std::optional<Halo> halo;      // none: every tile needs all of it
    std::optional<Window> window;  // none: the drift, or the stage's whole box bounds it
    std::optional<Drift> drift;
    std::optional<std::pair<int64_t, int64_t>> fixed;  // all reads lie in here, whatever the tile
};

// A read of one stage of the group by another.
struct GroupRead {
    size_t producer;  // positions in the group
    size_t consumer;
    const StageRead* how;

    const std::optional<analysis::IndexMap>& map(size_t dim) const { return how->dims[dim].map; }
};

struct GroupStage {
    size_t stage;  // in the pipeline
    bool live_out = false;
    int level = 0;                     // the longest way to a stage of the group that no other one reads
    int depth = 0;                     // the longest way from a stage of the group that reads no other one
    bool read_inside = false;          // by another stage of the group
    std::vector<size_t> read_by = {};  // the reads of it by other stages of the group, in GroupSpace::reads
    std::vector<StageDim> dims;
};

struct GroupSpace {
    std::shared_ptr<const StageReads> all;  // that 'reads' point into
    std::vector<GroupStage> stages;
    std::vector<GroupRead> reads;
    int height = 0;
};

// 'stages' are positions in the pipeline, in the order of execution; the last is the reference stage.
// For whoever searches, without the drifts: they only size scratch.
GroupSpace infer_group_space(std::shared_ptr<const StageReads> reads, const std::vector<size_t>& stages);
GroupSpace infer_group_space(const ir::Pipeline& pipeline, const analysis::Regions& regions,
                             const std::vector<size_t>& stages);

// The dimension by which the tiles along 'dim' of the reference stage divide a stage between them.
std::optional<size_t> dividing_dim(const GroupStage& stage, size_t dim);

bool same_warps(const std::vector<Warp>& a, const std::vector<Warp>& b);

}  // namespace pantile::plan
