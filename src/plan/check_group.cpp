#include "plan/check_group.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/identifier.h"
#include "plan/check_reductions.h"
#include "plan/tile_boxes.h"

namespace pantile::plan {

using namespace schedule;

using namespace analysis;

namespace {

constexpr int64_t kLargestTile = kLargestCoordinate;
constexpr int64_t kMostRows = int64_t{1} << 16;
constexpr int64_t kMostRegisters = 16;

class GroupCheck {
  public:
    GroupCheck(const Group& group, const ir::Pipeline& pipeline)
        : group_(group), pipeline_(pipeline), reference_(*pipeline.find_stage(group.stages.back())) {}

    std::vector<std::string> without_tiles() {
        check_dimensions();
        if (!found_.empty()) return std::move(found_);
        if (is_tiled(group_))
            check_shape();
        else
            check_untiled();
        for (std::string& reason : why_illegal_reductions(group_, pipeline_))
            found_.push_back(std::move(reason));
        check_streamed();
        return std::move(found_);
    }

    std::vector<std::string> with_tiles(const TileBoxes& boxes) {
        check_tiles(boxes);
        return std::move(found_);
    }

  private:
    template <typename... Args>
    void refuse(fmt::format_string<Args...> format, Args&&... args) {
        found_.push_back(fmt::format(format, std::forward<Args>(args)...));
    }

    void check_dimensions() {
        const size_t rank = reference_.dims.size();
        if (!group_.tile.empty() && group_.tile.size() != rank)
            refuse("the tile of '{}' has {} sizes; the stage has {} dimensions.", reference_.name,
                   group_.tile.size(), rank);
        for (const int64_t size : group_.tile) {
            if (size < 0 || size > kLargestTile)
                refuse("a tile of '{}' has {} points along a dimension; it has 1 to 2^30.", reference_.name,
                       size);
        }
        check_order();
        check_registers();
        std::set<size_t> parallel;
        for (const size_t d : group_.parallel_dims) {
            if (d >= rank)
                refuse("'{}' has no such dimension to run in parallel.", reference_.name);
            else if (!parallel.insert(d).second)
                refuse("the dimension '{}' of '{}' is parallel twice.", reference_.dims[d], reference_.name);
        }
        if (group_.vector_dim && (rank == 0 || *group_.vector_dim != 0))
            refuse("'{}' is vectorized along its innermost dimension or not at all.", reference_.name);
        if (group_.sliding && group_.sliding->dim >= rank)
            refuse("'{}' has no such dimension to slide along.", reference_.name);
        if (group_.sliding && (group_.sliding->rows < 1 || group_.sliding->rows > kMostRows))
            refuse("the tiles of '{}' slide by {} rows; they slide by 1 to {}.", reference_.name,
                   group_.sliding->rows, kMostRows);
    }

    // Rows run along memory: whatever changes places, the innermost dimension stays where it is.
    void check_order() {
        if (group_.order.empty()) return;
        const size_t rank = reference_.dims.size();
        const std::set<size_t> named(group_.order.begin(), group_.order.end());
        if (group_.order.size() != rank || named.size() != rank || *named.rbegin() >= rank)
            return refuse("the order of the loops of '{}' names each of its {} dimensions once.",
                          reference_.name, rank);
        if (group_.order.back() != 0)
            refuse("the order of the loops of '{}' ends with '{}', its innermost dimension.", reference_.name,
                   reference_.dims[0]);
    }

    // More points than there are registers gain nothing.
    void check_registers() {
        if (group_.registers.empty()) return;
        if (group_.registers.size() != reference_.dims.size())
            return refuse("the registers of '{}' have {} counts; the stage has {} dimensions.",
                          reference_.name, group_.registers.size(), reference_.dims.size());
        for (const int64_t count : group_.registers) {
            if (count < 1 || count > kMostRegisters)
                refuse("'{}' is computed at {} points at once; it is at 1 to {}.", reference_.name, count,
                       kMostRegisters);
        }
        const auto blocked = [](int64_t count) { return count > 1; };
        if (std::count_if(group_.registers.begin() + 1, group_.registers.end(), blocked) > 1)
            refuse("'{}' is computed at several points at once along one dimension, beside '{}'.",
                   reference_.name, reference_.dims[0]);
    }

    void check_untiled() {
        if (group_.shape != Shape::scalene) refuse("'{}' is not tiled: it has no shape.", reference_.name);
        if (!group_.fused.empty())
            refuse("'{}' is alone in its group: there are no loops to share.", reference_.name);
    }

    void check_shape() {
        for (const size_t d : group_.parallel_dims) {
            if (group_.tile.empty() || group_.tile[d] == 0)
                refuse("the dimension '{}' of '{}' is parallel but has only one tile; give it a tile size.",
                       reference_.dims[d], reference_.name);
        }
        if (group_.shape == Shape::loose && group_.sliding)
            refuse("tiles of the loose shape do not slide; take 'scalene'.");
        if (group_.shape == Shape::rectangle && !walk_of(group_))
            refuse("the rectangle shape of '{}' needs a tiled dimension or one to slide along.",
                   reference_.name);
    }

    void check_tiles(const TileBoxes& boxes) {
        if (group_.shape == Shape::loose) check_loose(boxes);
        if (group_.shape == Shape::rectangle) check_rectangle(boxes);
        std::set<std::string> seen;
        for (const auto& set : group_.fused) check_fused(set, boxes, seen);
        for (size_t i = 0; i < boxes.space().stages.size(); ++i) {
            const std::string& name = boxes.stage(i).name;
            if (!boxes.space().stages[i].live_out &&
                std::count(group_.streamed.begin(), group_.streamed.end(), name) > 0)
                refuse("'{}' is needed only inside its tiles: it has no image for non-temporal stores.",
                       name);
        }
    }

    void check_streamed() {
        if (!group_.streamed.empty() && !group_.vector_dim)
            refuse("only vectors have non-temporal stores, and '{}' is not vectorized; give 'vector'.",
                   reference_.name);
        std::set<std::string> seen;
        for (const std::string& name : group_.streamed) {
            const auto& stages = group_.stages;
            if (std::find(stages.begin(), stages.end(), name) == stages.end()) {
                refuse("{} has non-temporal stores but is not in the group.", in_quotes(name));
                continue;
            }
            if (!seen.insert(name).second) refuse("'{}' has non-temporal stores twice.", name);
            if (!pipeline_.find_stage(name)->updates.empty())
                refuse("'{}' has updates, which read what was written: it cannot have non-temporal stores.",
                       name);
        }
    }

    // Uniform slopes exist only where all dependences are constant.
    void check_loose(const TileBoxes& boxes) {
        for (size_t i = 0; i < boxes.space().stages.size(); ++i) {
            const GroupStage& s = boxes.space().stages[i];
            for (size_t d = 0; s.level > 0 && d < s.dims.size(); ++d) {
                const StageDim& dim = s.dims[d];
                const bool cut = dim.place && boxes.is_tiled(dim.place->dim);
                if (cut && (!dim.window || !dim.window->warps.empty()))
                    refuse(
                        "'{}' is not read at constant distances along '{}': no loose shape fits; take "
                        "'scalene'.",
                        boxes.stage(i).name, boxes.stage(i).dims[d]);
            }
        }
    }

    void check_rectangle(const TileBoxes& boxes) {
        for (size_t i = 0; i < boxes.space().stages.size(); ++i) {
            if (!boxes.sliding()->stages[i])
                refuse(
                    "'{}' does not follow '{}' of '{}' at constant distances: no rectangle fits; take "
                    "'scalene'.",
                    boxes.stage(i).name, reference_.dims[walk_of(group_)->dim], reference_.name);
        }
    }

    void check_fused(const std::vector<std::string>& set, const TileBoxes& boxes,
                     std::set<std::string>& seen) {
        if (set.size() < 2) return refuse("a set of fused stages has at least two.");
        const auto first = std::find(group_.stages.begin(), group_.stages.end(), set[0]);
        const size_t start = static_cast<size_t>(first - group_.stages.begin());
        const bool consecutive =
            start + set.size() <= group_.stages.size() && std::equal(set.begin(), set.end(), first);
        if (!consecutive)
            return refuse("the fused stages {} do not follow each other in their group.",
                          fmt::join(set, ", "));
        for (size_t k = 0; k < set.size(); ++k) {
            const ir::Stage& stage = boxes.stage(start + k);
            if (!seen.insert(stage.name).second) return refuse("'{}' is fused twice.", stage.name);
            if (!stage.updates.empty())
                return refuse("'{}' has updates: its loops cannot be shared.", stage.name);
            for (const std::string& producer : ir::producers_of(stage)) {
                if (std::find(set.begin(), set.end(), producer) != set.end())
                    return refuse("'{}' reads '{}': their loops cannot be shared.", stage.name, producer);
            }
            if (!boxes.have_equal_boxes(start, start + k))
                return refuse(
                    "a tile needs different regions of '{}' and '{}': their loops cannot be shared.", set[0],
                    set[k]);
            const bool alike = !boxes.sliding() || boxes.sliding()->stages[start].has_value() ==
                                                       boxes.sliding()->stages[start + k].has_value();
            if (!alike) return refuse("'{}' and '{}' do not slide alike.", set[0], set[k]);
        }
    }

    const Group& group_;
    const ir::Pipeline& pipeline_;
    const ir::Stage& reference_;
    std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> why_illegal_loops(const Group& group, const ir::Pipeline& pipeline) {
    return GroupCheck(group, pipeline).without_tiles();
}

std::vector<std::string> why_illegal_tiles(const Group& group, const TileBoxes& boxes) {
    return GroupCheck(group, boxes.pipeline()).with_tiles(boxes);
}

std::vector<std::string> why_illegal(const Group& group, const Rewritten& rewritten) {
    std::vector<std::string> reasons = why_illegal_loops(group, rewritten.pipeline);
    if (!reasons.empty() || !is_tiled(group)) return reasons;
    return why_illegal_tiles(group, TileBoxes(rewritten.pipeline, rewritten.regions, group, "group"));
}

}  // namespace pantile::plan
