#include "plan/sliding.h"

#include <algorithm>
#include <set>

namespace pantile::plan {

using namespace analysis;

using namespace ir;

namespace {

struct Progress {
    Rational least;
    Rational most;
};

class SlidingInference {
  public:
    SlidingInference(const Pipeline& pipeline, const GroupSpace& space, size_t dim, int64_t rows)
        : pipeline_(pipeline),
          space_(space),
          dim_(dim),
          rows_(rows),
          serves_(space.stages.size()),
          progress_(space.stages.size()),
          at_once_(space.stages.size()) {
        result_.stages.resize(space.stages.size());
    }

    SlidingSpace run() {
        for (size_t i = 0; i < space_.stages.size(); ++i) result_.stages[i] = walked(i);
        // What a stage that is computed as a whole reads must be complete before it.
        for (size_t i = space_.stages.size(); i-- > 0;) {
            for (const GroupRead& read : space_.reads) {
                if (read.producer == i && !result_.stages[read.consumer]) result_.stages[i].reset();
            }
        }
        for (size_t i = space_.stages.size(); i-- > 0;) note_live_outs(i);
        for (size_t i = space_.stages.size(); i-- > 0;) {
            if (result_.stages[i]) follow(i);
        }
        for (size_t i = space_.stages.size(); i-- > 0;) {
            if (result_.stages[i]) result_.stages[i]->live_rows = live_rows(i);
        }
        return std::move(result_);
    }

  private:
    // Exactly one dimension must follow the walk, in a window of known size.
    std::optional<SlidingStage> walked(size_t i) const {
        std::optional<SlidingStage> found;
        const std::vector<StageDim>& dims = space_.stages[i].dims;
        for (size_t d = 0; d < dims.size(); ++d) {
            if (!dims[d].place || dims[d].place->dim != dim_) continue;
            if (found || !dims[d].window) return std::nullopt;
            found = SlidingStage{d, 0};
        }
        return found;
    }

    const StageDim& row_dim(size_t i) const { return space_.stages[i].dims[result_.stages[i]->dim]; }
    Rational scale(size_t i) const { return row_dim(i).place->scale; }
    const IndexMap& row_map(const GroupRead& read) const {
        return *read.maps[result_.stages[read.producer]->dim];
    }

    // A live-out is computed up to its own end, which may come before the tile's.
    void note_live_outs(size_t i) {
        if (space_.stages[i].live_out) serves_[i].insert(i);
        for (const GroupRead& read : space_.reads) {
            if (read.producer == i)
                serves_[i].insert(serves_[read.consumer].begin(), serves_[read.consumer].end());
        }
    }

    // Every stage that reads this one walks too, and its rows map to rows: the windows have seen to that.
    void follow(size_t i) {
        std::optional<Progress> sure, all;
        bool is_steady = false, is_late = false;
        const auto join = [&](Progress p, bool always) {
            if (always) sure = sure ? Progress{larger_of(sure->least, p.least), p.most} : p;
            all = all ? Progress{smaller_of(all->least, p.least), larger_of(all->most, p.most)} : p;
        };
        if (space_.stages[i].live_out) {
            const Rational s = scale(i);
            is_steady = serves_[i].size() == 1;
            join({s - Rational(1), s - Rational(1, s.denominator())}, is_steady);
        }
        for (const GroupRead& read : space_.reads) {
            if (read.producer != i) continue;
            const IndexMap& map = row_map(read);
            const Progress& from = progress_[read.consumer];
            const SlidingStage& reader = *result_.stages[read.consumer];
            // A reader for fewer live-outs may end before the others do.
            const bool lasts = serves_[read.consumer] == serves_[i],
                       always = is_unconditional(pipeline_, *read.access, reader.dim);
            join({from.least * map.scale + map.reached, from.most * map.scale + map.highest},
                 lasts && always);
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
    Rational least_of(size_t i, Rational of_reads, bool is_late) const {
        const Rational begin = row_dim(i).window->lowest + scale(i) - Rational(1);
        return is_late ? smaller_of(of_reads, begin) : of_reads;
    }

    // From the first row that some consumer's new rows read to the last row made, and at least all rows that
    // one step makes.
    int64_t live_rows(size_t i) {
        const Rational step = scale(i) * Rational(rows_), first_new = progress_[i].least + Rational(1);
        Rational most = step + progress_[i].most - first_new + Rational(1);
        for (const GroupRead& read : space_.reads) {
            if (read.producer != i) continue;
            const IndexMap& map = row_map(read);
            const Rational needed = (progress_[read.consumer].least + Rational(1)) * map.scale + map.lowest;
            most = larger_of(most, step + progress_[i].most - needed + Rational(1));
        }
        if (is_limited(i)) {
            at_once_[i] = rows_at_once(i);
            most = larger_of(most, at_once_[i] + Rational(1));
        }
        return most.is_known() ? std::max<int64_t>(most.floor(), 1) : 0;
    }

    bool is_limited(size_t i) const { return !row_dim(i).window->warps.empty(); }

    // The rows of a limited stage that the first step may make, less one. The walk begins early, so that they
    // are few; but where a tile lies beyond the limits, nothing moves while it begins, and all rows that the
    // row at the limit asks for are made at once: between stages behind the limit, offsets add up.
    Rational rows_at_once(size_t i) const {
        const Rational lowest = row_dim(i).window->lowest;
        Rational most = scale(i) * Rational(rows_ - 1 - result_.warm_up) + progress_[i].most - lowest;
        for (const GroupRead& read : space_.reads) {
            if (read.producer != i || !is_limited(read.consumer)) continue;
            const IndexMap& map = row_map(read);
            const Rational from = row_dim(read.consumer).window->lowest + at_once_[read.consumer];
            most = larger_of(most, from * map.scale + map.highest - lowest);
        }
        return larger_of(most, 0);
    }

    const Pipeline& pipeline_;
    const GroupSpace& space_;
    size_t dim_;
    int64_t rows_;
    std::vector<std::set<size_t>> serves_;  // the live-outs that a stage is computed for
    std::vector<Progress> progress_;
    std::vector<Rational> at_once_;  // of limited stages; see rows_at_once
    SlidingSpace result_;
};

}  // namespace

SlidingSpace infer_sliding(const Pipeline& pipeline, const GroupSpace& space, size_t dim, int64_t rows) {
    return SlidingInference(pipeline, space, dim, rows).run();
}

}  // namespace pantile::plan
