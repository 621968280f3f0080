// How much of each stage of a group is kept at once in a tile, where a walk goes along one of its dimensions.
#pragma once

#include <optional>
#include <vector>

#include "cost/group_frame.h"

namespace pantile::cost {

class WalkRooms {
  public:
    // Walks go along 'dim' of the reference stage.
    WalkRooms(const StageGraph& graph, const GroupFrame& frame, size_t dim);

    // For each stage of the frame the share of its box in a tile: 1, or the rows that are still read when a
    // walk in steps of 'rows' has computed them. 'extents' are those of the boxes.
    std::vector<double> shares(int64_t rows, const std::vector<Extents>& extents) const;

  private:
    // How far a walk has computed a stage, in rows beyond 'scale' times the reference stage's row.
    struct Progress {
        double least = 0;
        double most = 0;
    };

    void find_walked(size_t stage, size_t dim);
    Progress progress_of(size_t stage) const;
    double rows_waiting(size_t stage) const;

    const StageGraph& graph_;
    const GroupFrame& frame_;
    std::vector<std::optional<size_t>> walked_;  // the dimension of each stage that walks go along
    std::vector<Progress> progress_;
    std::vector<double> waiting_;  // rows that are kept beside those of a step
};

}  // namespace pantile::cost
