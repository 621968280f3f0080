#include "plan/sliding.h"

#include <algorithm>
#include <bit>

namespace pantile::plan {

using namespace analysis;

using namespace ir;

Watermarks::Watermarks(const GroupSpace& space, size_t dim)
    : space_(space),
      dim_(dim),
      serves_(space.stages.size()),
      progress_(space.stages.size()),
      waiting_(space.stages.size()) {
    result_.stages.resize(space.stages.size());
    for (size_t i = 0; i < space_.stages.size(); ++i) result_.stages[i] = walked(i);
    // What a stage that is computed as a whole reads must be complete before it.
    for (size_t i = space_.stages.size(); i-- > 0;) {
        for (const size_t r : space_.stages[i].read_by) {
            if (!result_.stages[space_.reads[r].consumer]) result_.stages[i].reset();
        }
    }
    for (size_t i = space_.stages.size(); i-- > 0;) note_live_outs(i);
    for (size_t i = space_.stages.size(); i-- > 0;) {
        if (!result_.stages[i]) continue;
        follow(i);
        waiting_[i] = rows_waiting(i);
    }
}

SlidingSpace Watermarks::at_a_step_of(int64_t rows) const {
    SlidingSpace out = result_;
    std::vector<Rational> at_once(space_.stages.size());  // of limited stages; see rows_at_once
    for (size_t i = space_.stages.size(); i-- > 0;) {
        if (out.stages[i]) out.stages[i]->live_rows = live_rows(i, rows, at_once);
    }
    return out;
}

// Exactly one dimension must follow the walk, in a window of known size.
std::optional<SlidingStage> Watermarks::walked(size_t i) const {
    std::optional<SlidingStage> found;
    const std::vector<StageDim>& dims = space_.stages[i].dims;
    for (size_t d = 0; d < dims.size(); ++d) {
        if (!dims[d].place || dims[d].place->dim != dim_) continue;
        if (found || !dims[d].window) return std::nullopt;
        found = SlidingStage{d, 0};
    }
    return found;
}

// A live-out is computed up to its own end, which may come before the tile's.
void Watermarks::note_live_outs(size_t i) {
    serves_[i].assign(space_.stages.size(), false);
    serves_[i][i] = space_.stages[i].live_out;
    for (const size_t r : space_.stages[i].read_by) {
        const std::vector<bool>& too = serves_[space_.reads[r].consumer];
        for (size_t k = 0; k < too.size(); ++k)
            if (too[k]) serves_[i][k] = true;
    }
}

// Every stage that reads this one walks too, and its rows map to rows: the windows have seen to that.
void Watermarks::follow(size_t i) {
    std::optional<Progress> sure, all;
    bool is_steady = false, is_late = false;
    const auto join = [&](Progress p, bool always) {
        if (always) sure = sure ? Progress{larger_of(sure->least, p.least), p.most} : p;
        all = all ? Progress{smaller_of(all->least, p.least), larger_of(all->most, p.most)} : p;
    };
    if (space_.stages[i].live_out) {
        const Rational s = scale(i);
        is_steady = std::count(serves_[i].begin(), serves_[i].end(), true) == 1;
        join({s - Rational(1), s - Rational(1, s.denominator())}, is_steady);
    }
    for (const size_t r : space_.stages[i].read_by) {
        const GroupRead& read = space_.reads[r];
        const IndexMap& map = row_map(read);
        const Rational least_reached = read.how->dims[result_.stages[i]->dim].least_reached;
        const Progress& from = progress_[read.consumer];
        const SlidingStage& reader = *result_.stages[read.consumer];
        // A reader for fewer live-outs may end before the others do.
        const bool lasts = serves_[read.consumer] == serves_[i], always = read.how->always[reader.dim];
        const bool is_sure = lasts && always;
        join({from.least * map.scale + (is_sure ? map.reached : least_reached),
              from.most * map.scale + map.highest},
             is_sure);
        is_steady |= lasts && always && !reader.jumps;
        is_late |= !always || reader.jumps;
    }
    result_.stages[i]->jumps = is_late && !is_steady;
    progress_[i] =
        all ? Progress{sure ? sure->least : least_of(i, all->least, is_late), all->most} : Progress{0, 0};
    // Nothing may be needed before the walk begins; otherwise its first step would make too many rows.
    const Rational before = (progress_[i].most - row_dim(i).window->lowest) / scale(i);
    if (before.is_known()) result_.warm_up = std::max(result_.warm_up, before.floor());
}

// A read under a condition may begin late: then only the others keep the stage going, and where there
// are none, the first step that reads the stage makes all of it from the beginning of the tile.
Rational Watermarks::least_of(size_t i, Rational of_reads, bool is_late) const {
    const Rational begin = row_dim(i).window->lowest + scale(i) - Rational(1);
    return is_late ? smaller_of(of_reads, begin) : of_reads;
}

// From the first row that some consumer's new rows read to the last row made, and at least all rows that one
// step makes.
Rational Watermarks::rows_waiting(size_t i) const {
    const Rational first_new = progress_[i].least + Rational(1);
    Rational most = progress_[i].most - first_new + Rational(1);
    for (const size_t r : space_.stages[i].read_by) {
        const GroupRead& read = space_.reads[r];
        const IndexMap& map = row_map(read);
        const Rational needed = (progress_[read.consumer].least + Rational(1)) * map.scale + map.lowest;
        most = larger_of(most, progress_[i].most - needed + Rational(1));
    }
    return most;
}

int64_t Watermarks::live_rows(size_t i, int64_t rows, std::vector<Rational>& at_once) const {
    Rational most = scale(i) * Rational(rows) + waiting_[i];
    if (is_limited(i)) {
        at_once[i] = rows_at_once(i, rows, at_once);
        most = larger_of(most, at_once[i] + Rational(1));
    }
    return most.is_known() ? std::max<int64_t>(most.floor(), 1) : 0;
}

// The rows of a limited stage that the first step may make, less one. The walk begins early, so that they are
// few; but where a tile lies beyond the limits, nothing moves while it begins, and all rows that the row at
// the limit asks for are made at once: between stages behind the limit, offsets add up.
Rational Watermarks::rows_at_once(size_t i, int64_t rows, const std::vector<Rational>& at_once) const {
    const Rational lowest = row_dim(i).window->lowest;
    Rational most = scale(i) * Rational(rows - 1 - result_.warm_up) + progress_[i].most - lowest;
    for (const size_t r : space_.stages[i].read_by) {
        const GroupRead& read = space_.reads[r];
        if (!is_limited(read.consumer)) continue;
        const IndexMap& map = row_map(read);
        const Rational from = row_dim(read.consumer).window->lowest + at_once[read.consumer];
        most = larger_of(most, from * map.scale + map.highest - lowest);
    }
    return larger_of(most, 0);
}

int64_t folded_rows(const SlidingStage& stage) {
    const bool folds = stage.dim > 0 && stage.live_rows > 0 && stage.live_rows <= kLargestRoom;
    return folds ? static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(stage.live_rows))) : 0;
}

}  // namespace pantile::plan
