// The stages of a candidate group as the tiles of its reference stage see them: the geometry that a plan of
// the group would have (plan/group_space.h), with the sizes to expect. What it says of a tile is an estimate
// where borders or rounding matter.
#pragma once

#include "cost/extents.h"
#include "cost/stage_graph.h"
#include "plan/group_space.h"

namespace pantile::cost {

// A tile [first, last] of the reference stage needs [scale * first + lowest, scale * last + highest].
struct FrameDim {
    std::optional<size_t> dim;  // of the reference stage; none: no tile cuts this dimension
    double scale = 1;
    bool is_bounded = false;  // false: every tile needs all of it
    double lowest = 0;
    double highest = 0;
};

struct FrameStage {
    size_t stage;
    bool is_live_out = false;
    bool is_read_inside = false;
    int level = 0;  // the longest way to a stage that no other one of the group reads
    std::vector<FrameDim> dims;
};

struct GroupFrame {
    plan::GroupSpace space;
    std::vector<FrameStage> stages;  // in the order of execution; the last one is the reference stage
    std::vector<size_t> inside;      // edges between stages of the group
    std::vector<size_t> outside;     // edges from inputs and other groups
    std::vector<size_t>
        positions;  // of all stages of the graph; those outside of the group: how many are inside

    int height() const { return space.height; }
    size_t position_of(size_t stage) const { return positions[stage]; }
    bool contains(size_t stage) const { return positions[stage] < stages.size(); }
    const FrameStage& reference() const { return stages.back(); }
};

// The reference stage is the largest one that no other stage of the group reads, unless one is named.
GroupFrame frame_group(const StageGraph& graph, const StageSet& group, std::string_view reference = {});

// How far the dimension of a stage reaches in a tile of these sizes; 0 means that a dimension is not cut.
using TileSizes = std::vector<int64_t>;
int64_t extent_in_tile(const StageGraph& graph, const FrameStage& stage, size_t dim,
                       const FrameStage& reference, const TileSizes& tile);

Extents extents_in_tile(const StageGraph& graph, const FrameStage& stage, const FrameStage& reference,
                        const TileSizes& tile);
double points_in_tile(const StageGraph& graph, const FrameStage& stage, const FrameStage& reference,
                      const TileSizes& tile);

// The extents of the box of a producer that a stage reads for a box of its own with these extents.
Extents extents_read(const StageGraph& graph, const Edge& edge, const Extents& extents);
int64_t extent_read(const StageGraph& graph, const Edge& edge, size_t dim, const Extents& extents);

// Why the tiles cannot cut every stage along dimension 'dim' of the reference stage at constant distances;
// nothing when they can (PolyMage+: constant dependence vectors).
std::optional<std::string> why_not_constant(const StageGraph& graph, const GroupFrame& frame, size_t dim);

// The same for all dimensions: why tiles can cut none of them.
std::optional<std::string> why_nowhere_constant(const StageGraph& graph, const GroupFrame& frame);

// The dimensions whose tiles run in parallel: the outermost ones that are cut, two at the most.
std::vector<size_t> outermost_cut(const TileSizes& tile);

}  // namespace pantile::cost
