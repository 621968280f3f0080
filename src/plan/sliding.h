// Sliding windows: how far each stage of a group has got when the tile has been walked up to some row, and
// how many of its rows must be kept (PolyMage+, Algorithm 4, as watermarks instead of skewed loops).
//
// Time is the row of the reference stage that the walk has reached. At time t a stage has been computed up to
// a row between scale * t + least_progress and scale * t + most_progress.
#pragma once

#include "plan/group_space.h"

namespace pantile::plan {

struct SlidingStage {
    size_t dim;         // the stage's own dimension that is walked
    int64_t live_rows;  // how many rows scratch must hold at once
    // Whether a step may make more rows than that, since before it nobody read the stage: then only the last
    // of them are read.
    bool jumps = false;
};

struct SlidingSpace {
    // For each stage of the group; none: the stage is computed as a whole before the walk begins.
    std::vector<std::optional<SlidingStage>> stages;
    int64_t warm_up = 0;  // how many rows before the first one of the tile the walk begins
};

// For walks along dimension 'dim' of the reference stage, in steps of any number of rows.
class Watermarks {
  public:
    Watermarks(const GroupSpace& space, size_t dim);
    SlidingSpace at_a_step_of(int64_t rows) const;

  private:
    // How far a stage has got, beyond scale times the row that the walk has reached.
    struct Progress {
        Rational least;
        Rational most;
    };

    std::optional<SlidingStage> walked(size_t i) const;
    void note_live_outs(size_t i);
    void follow(size_t i);
    Rational least_of(size_t i, Rational of_reads, bool is_late) const;
    Rational rows_waiting(size_t i) const;
    int64_t live_rows(size_t i, int64_t rows, std::vector<Rational>& at_once) const;
    Rational rows_at_once(size_t i, int64_t rows, const std::vector<Rational>& at_once) const;
    bool is_limited(size_t i) const { return !row_dim(i).window->warps.empty(); }

    const StageDim& row_dim(size_t i) const { return space_.stages[i].dims[result_.stages[i]->dim]; }
    Rational scale(size_t i) const { return row_dim(i).place->scale; }
    const analysis::IndexMap& row_map(const GroupRead& read) const {
        return *read.map(result_.stages[read.producer]->dim);
    }

    const GroupSpace& space_;
    size_t dim_;
    std::vector<std::vector<bool>> serves_;  // whether a stage is computed for each live-out
    std::vector<Progress> progress_;
    std::vector<Rational> waiting_;  // rows of a stage that are kept beside those of a step
    SlidingSpace result_;            // without live rows
};

inline SlidingSpace infer_sliding(const GroupSpace& space, size_t dim, int64_t rows) {
    return Watermarks(space, dim).at_a_step_of(rows);
}

// The rows that scratch folds to, a power of two; 0: it is not folded. The dense dimension never is: folding
// would scatter its points.
int64_t folded_rows(const SlidingStage& stage);

}  // namespace pantile::plan
