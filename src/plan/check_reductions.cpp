#include "plan/check_reductions.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/associative.h"
#include "analysis/regions.h"
#include "base/identifier.h"

namespace pantile::plan {

using namespace schedule;

namespace {

constexpr int64_t kLargestPiece = analysis::kLargestCoordinate;

class ReductionCheck {
  public:
    ReductionCheck(const Group& group, const ir::Pipeline& pipeline) : group_(group), pipeline_(pipeline) {}

    std::vector<std::string> run() {
        for (const ReductionTile& tile : group_.reduction_tiles) check(tile);
        return std::move(found_);
    }

  private:
    template <typename... Args>
    void refuse(fmt::format_string<Args...> format, Args&&... args) {
        found_.push_back(fmt::format(format, std::forward<Args>(args)...));
    }

    void check(const ReductionTile& tile) {
        if (std::find(group_.stages.begin(), group_.stages.end(), tile.stage) == group_.stages.end())
            return refuse("a reduction tile names {}, which is not in its group.", in_quotes(tile.stage));
        const ir::Stage& stage = *pipeline_.find_stage(tile.stage);
        if (tile.update < 1 || tile.update > stage.updates.size())
            return refuse("a reduction tile names update {} of '{}', which has {}; the first is 1.",
                          tile.update, stage.name, stage.updates.size());
        const ir::Update& update = stage.updates[tile.update - 1];
        const std::optional<size_t> variable = find_variable(update, tile.variable);
        if (!variable)
            return refuse("update {} of '{}' has no variable {} to tile.", tile.update, stage.name,
                          in_quotes(tile.variable));
        if (tile.size < 1 || tile.size > kLargestPiece)
            return refuse("a reduction tile of '{}' has {} values of '{}'; it has 1 to 2^30.", stage.name,
                          tile.size, tile.variable);
        if (!seen_.insert(fmt::format("{}.{}.{}", stage.name, tile.update, tile.variable)).second)
            return refuse("'{}' in update {} of '{}' is tiled twice.", tile.variable, tile.update,
                          stage.name);
        tile.parallel ? check_parallel(tile, stage, update) : check_order(tile, stage, *variable);
    }

    static std::optional<size_t> find_variable(const ir::Update& update, const std::string& name) {
        const auto& all = update.domain.variables;
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const auto& v) { return v.name == name; });
        if (found == all.end()) return std::nullopt;
        return static_cast<size_t>(found - all.begin());
    }

    void check_parallel(const ReductionTile& tile, const ir::Stage& stage, const ir::Update& update) {
        if (is_tiled(group_))
            return refuse(
                "'{}' is tiled: reduction tiles of '{}' run in parallel only for a stage that is "
                "alone in its group and not tiled.",
                stage.name, tile.variable);
        if (stage.dims.size() == ir::kMaxDimensions)
            return refuse("'{}' has {} dimensions: its private copies would need one more.", stage.name,
                          ir::kMaxDimensions);
        if (!analysis::order_free(stage, update))
            return refuse(
                "the reduction tiles of '{}' cannot run in parallel: the result of update {} of '{}' depends "
                "on their order. Only integers and booleans that are combined into one element "
                "('+=', '*=', 'min=', 'max=', '&', '|', '^') have none.",
                tile.variable, tile.update, stage.name);
        if (!parallel_.insert({stage.name, tile.update}).second)
            refuse("update {} of '{}' has parallel reduction tiles of two variables; one is enough.",
                   tile.update, stage.name);
    }

    void check_order(const ReductionTile& tile, const ir::Stage& stage, size_t variable) {
        const ir::Update& update = stage.updates[tile.update - 1];
        if (analysis::splits_in_order(stage, update, variable) || analysis::order_free(stage, update)) return;
        refuse(
            "reduction tiles of '{}' would change the order in which update {} of '{}' takes its points, and "
            "the "
            "result "
            "depends on it; tile '{}', the slowest variable.",
            tile.variable, tile.update, stage.name, update.domain.variables.back().name);
    }

    const Group& group_;
    const ir::Pipeline& pipeline_;
    std::set<std::string> seen_;
    std::set<std::pair<std::string, size_t>> parallel_;
    std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> why_illegal_reductions(const Group& group, const ir::Pipeline& pipeline) {
    return ReductionCheck(group, pipeline).run();
}

}  // namespace pantile::plan
