// What one tile of a group computes of each stage, as formulas in the ends of the tile.
//
// The tiles cut the space of the group's reference stage: tile k of dimension x covers x.first .. x.last. The
// box of a stage in the tile, STAGE.x.lo .. STAGE.x.hi, is what region inference demands for that tile alone.
// Names with a dot are bounds: i64 and exact.
#pragma once

#include <unordered_map>

#include "analysis/demand.h"
#include "ir/loops.h"
#include "plan/group_space.h"
#include "plan/sliding.h"
#include "schedule/schedule.h"

namespace pantile::plan {

class TileBoxes {
  public:
    // 'label' names the group: 'group1'.
    TileBoxes(const ir::Pipeline& pipeline, const analysis::Regions& regions, const schedule::Group& group,
              std::string label);

    const ir::Pipeline& pipeline() const { return pipeline_; }
    const GroupSpace& space() const { return space_; }
    const std::optional<SlidingSpace>& sliding() const { return sliding_; }
    const ir::Stage& stage(size_t i) const { return pipeline_.stages[space_.stages[i].stage]; }
    const ir::Stage& reference() const { return stage(space_.stages.size() - 1); }
    bool is_tiled(size_t dim) const { return !group_.tile.empty() && group_.tile[dim] > 0; }

    // The range that the tiles cover, and how many there are, for each dimension of the reference stage.
    std::vector<ir::NamedBound> entry_bounds() const;
    ir::Expr tile_count(size_t dim) const;
    // The ends of the current tile, from its number x.tile.
    std::vector<ir::StatementPtr> declare_tile() const;
    // The box of every stage, consumers first.
    std::vector<ir::StatementPtr> declare_boxes() const;
    std::vector<analysis::Bounds> box(size_t i) const;
    // What scratch has room for: the box, or, in the loose shape, the tile widened alike for all stages.
    std::vector<ir::StatementPtr> declare_footprints() const;
    std::vector<analysis::Bounds> footprint(size_t i) const;
    // The part of a live-out that the tile owns: tiles divide a live-out between them.
    std::vector<analysis::Bounds> owned(size_t i) const;
    // A live-out that does not reach along some tiled dimension belongs to the first tile there.
    std::optional<ir::Expr> owner(size_t i) const;
    // Whether two stages are computed over the same box in every tile.
    bool have_equal_boxes(size_t i, size_t j) const;
    // Whether the stage is stored in scratch while the tile is computed.
    bool needs_scratch(size_t i) const;
    ir::LoopBuffer scratch(size_t i) const;
    std::vector<ir::NamedBound> scratch_bounds(size_t i) const;

    // The rows that the walk along the sliding dimension has to reach now, for every stage that walks.
    std::vector<ir::StatementPtr> declare_rows() const;
    ir::Expr row_now(size_t i) const;
    ir::Expr row_done(size_t i) const;

  private:
    enum class Reach { tile, now };  // the whole tile, or the rows up to now

    ir::Expr ref(size_t dim, const char* end) const;
    // The same end as the stages that move with an anchor see it, and how far they are moved.
    ir::Expr seen(const Placement& place, const ir::Expr& end) const;
    ir::Expr shift(const Placement& place) const;
    ir::Expr name(size_t i, size_t d, const char* end) const;
    ir::Expr owned_end(const Placement& place, const ir::Expr& last) const;
    analysis::Bounds owned_dim(size_t i, size_t d) const;
    analysis::Bounds loose_dim(size_t i, size_t d) const;
    bool is_loose(size_t i, size_t d) const;
    ir::Expr in_tile(size_t i, const ir::Expr& formula, Reach reach) const;
    void add_reads(size_t i, size_t d, Reach reach, analysis::Demand& demand) const;
    void add_own(size_t i, size_t d, analysis::Demand& demand) const;
    analysis::Bounds find_box(size_t i, size_t d) const;
    void settle_boxes();
    std::optional<int64_t> room(size_t i, size_t d) const;
    bool has_fixed_room(size_t i) const;
    std::optional<ir::Expr> drifting_room(size_t i, size_t d) const;
    Window widened(size_t i, size_t d) const;

    const ir::Pipeline& pipeline_;
    const analysis::Regions& regions_;
    const schedule::Group& group_;
    std::string label_;
    GroupSpace space_;
    std::optional<SlidingSpace> sliding_;
    std::vector<std::vector<analysis::Bounds>> boxes_;  // of each stage in the tile
    // Ends of boxes that are another name plus a number: formulas use those instead, and equal ones are seen
    // to be equal.
    std::unordered_map<std::string, ir::Expr> settled_;
    // Of loose tiles: how far each dimension of the tile is widened on each side.
    std::vector<int64_t> widen_left_, widen_right_;
};

// The loose shape's widening along a dimension: the steepest dependence, rounded up, times the group's
// height.
struct Widening {
    int64_t left;
    int64_t right;
};
Widening loose_widening(const GroupSpace& space, size_t dim);

// Positions of a group's stages in the pipeline.
std::vector<size_t> positions_of(const ir::Pipeline& pipeline, const std::vector<std::string>& stages);

// The walk that the group asks for; a rectangle walks its outermost tiled dimension row by row by itself.
std::optional<schedule::Sliding> walk_of(const schedule::Group& group);

}  // namespace pantile::plan
