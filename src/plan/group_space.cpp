#include "plan/group_space.h"

#include <algorithm>

#include "ir/traverse.h"

namespace pantile::plan {

using namespace analysis;

using namespace ir;

namespace {

class SpaceInference {
  public:
    SpaceInference(std::shared_ptr<const StageReads> reads, const std::vector<size_t>& stages)
        : all_(*reads), position_(all_.stages.size()) {
        space_.all = std::move(reads);
        for (const size_t s : stages) {
            position_[s] = space_.stages.size();
            GroupStage next{.stage = s, .live_out = all_.stages[s].is_output};
            next.dims.resize(all_.stages[s].dims.size());
            space_.stages.push_back(std::move(next));
        }
    }

    GroupSpace run() {
        add_reads();
        place();
        for (size_t i = 0; i < space_.stages.size(); ++i) note_depth(i);
        for (size_t i = space_.stages.size(); i-- > 0;) {
            find_level(i);
            for (size_t d = 0; d < space_.stages[i].dims.size(); ++d) bound(i, d);
        }
        return std::move(space_);
    }

    GroupSpace run_with_drifts() {
        space_ = run();
        for (size_t i = space_.stages.size(); i-- > 0;) {
            for (size_t d = 0; d < space_.stages[i].dims.size(); ++d) find_drift(i, d);
        }
        return std::move(space_);
    }

  private:
    const ReadingStage& stage(size_t position) const { return all_.stages[space_.stages[position].stage]; }
    size_t reference() const { return space_.stages.size() - 1; }

    void add_reads() {
        std::vector<size_t> inside;
        for (GroupStage& s : space_.stages) {
            for (const size_t r : all_.stages[s.stage].out) {
                if (position_[all_.reads[r].consumer])
                    inside.push_back(r);
                else
                    s.live_out = true;
            }
            s.read_inside = !inside.empty() && all_.reads[inside.back()].producer == s.stage;
        }
        std::sort(inside.begin(), inside.end());
        for (const size_t r : inside) {
            const StageRead& read = all_.reads[r];
            space_.stages[*position_[read.producer]].read_by.push_back(space_.reads.size());
            space_.reads.push_back({*position_[read.producer], *position_[read.consumer], &read});
        }
    }

    // The reference stage is placed at itself; reads carry that to their producers, and back to consumers.
    void place() {
        for (size_t d = 0; d < stage(reference()).dims.size(); ++d)
            space_.stages[reference()].dims[d].place = Placement{d, 1};
        while (spread()) {
        }
        // A live-out that no read connects is cut by the dimensions of the same name.
        for (size_t i = 0; i < reference(); ++i) {
            if (!space_.stages[i].live_out) continue;
            place_by_name(i);
            while (spread()) {
            }
        }
    }

    bool is_taken(size_t i, size_t dim) const {
        const std::vector<StageDim>& dims = space_.stages[i].dims;
        return std::any_of(dims.begin(), dims.end(),
                           [&](const StageDim& d) { return d.place && d.place->dim == dim; });
    }

    void place_by_name(size_t i) {
        for (size_t d = 0; d < stage(i).dims.size(); ++d) {
            const std::vector<std::string>& names = stage(reference()).dims;
            const auto found = std::find(names.begin(), names.end(), stage(i).dims[d]);
            const size_t named = static_cast<size_t>(found - names.begin());
            if (found != names.end() && !space_.stages[i].dims[d].place && !is_taken(i, named))
                space_.stages[i].dims[d].place = Placement{named, 1, Anchor{i, d}};
        }
    }

    bool spread() {
        bool changed = false;
        for (size_t r = space_.reads.size(); r-- > 0;) {
            const GroupRead& read = space_.reads[r];
            for (size_t d = 0; d < read.how->dims.size(); ++d) {
                const ReadDim& dim = read.how->dims[d];
                if (dim.along && dim.map->scale > Rational(0))
                    changed |= connect(read, d, *dim.along, dim.map->scale);
            }
        }
        return changed;
    }

    bool connect(const GroupRead& read, size_t d, size_t v, Rational scale) {
        std::optional<Placement>& producer = space_.stages[read.producer].dims[d].place;
        std::optional<Placement>& consumer = space_.stages[read.consumer].dims[v].place;
        if (producer.has_value() == consumer.has_value()) return false;
        const Rational next = consumer ? consumer->scale * scale : producer->scale / scale;
        if (!next.is_known() || next.denominator() > kFinest || next.numerator() > kFinest) return false;
        const Placement& known = consumer ? *consumer : *producer;
        (consumer ? producer : consumer) = Placement{known.dim, next, known.anchor};
        return true;
    }

    // Its own is known: producers come first.
    void note_depth(size_t i) {
        for (const size_t r : space_.stages[i].read_by) {
            int& depth = space_.stages[space_.reads[r].consumer].depth;
            depth = std::max(depth, space_.stages[i].depth + 1);
        }
    }

    void find_level(size_t i) {
        for (const size_t r : space_.stages[i].read_by)
            space_.stages[i].level =
                std::max(space_.stages[i].level, space_.stages[space_.reads[r].consumer].level + 1);
        space_.height = std::max(space_.height, space_.stages[i].level);
    }

    // Joins what the tile needs of dimension d. Whatever does not fit the others leaves the window open.
    void bound(size_t i, size_t d) {
        StageDim& dim = space_.stages[i].dims[d];
        if (!stage(i).pure_dims[d]) return;
        find_halo(i, d);
        bool open = false;
        if (space_.stages[i].live_out) {
            open = !dim.place || dividing_dim(space_.stages[i], dim.place->dim) != d;
            // The part that a tile owns ends before the next multiple of the scale.
            if (dim.place)
                dim.window = Window{0, dim.place->scale - Rational(1, dim.place->scale.denominator()), {}};
        }
        for (const size_t r : space_.stages[i].read_by) {
            const GroupRead& read = space_.reads[r];
            const auto& map = read.map(d);
            if (map && map->variable.empty())
                open |= !join_fixed(dim, *map);
            else
                open |= !map || !join_window(dim, read, d);
        }
        if (open || (dim.window && dim.fixed)) {
            dim.window.reset();
            dim.fixed.reset();
        }
    }

    // As if there were no limits; a stage is a halo around its own points where it is a live-out.
    void find_halo(size_t i, size_t d) {
        StageDim& dim = space_.stages[i].dims[d];
        if (!dim.place) return;
        std::optional<Halo> all;
        if (space_.stages[i].live_out || !space_.stages[i].read_inside) all = Halo{0, 0};
        for (const size_t r : space_.stages[i].read_by) {
            const ReadDim& by = space_.reads[r].how->dims[d];
            if (!by.along) return;
            const StageDim& from = space_.stages[space_.reads[r].consumer].dims[*by.along];
            const bool fits = from.halo && from.place->dim == dim.place->dim &&
                              from.place->scale * by.map->scale == dim.place->scale;
            if (!fits) return;
            const Rational low = from.halo->lowest * by.map->scale + by.map->lowest,
                           high = from.halo->highest * by.map->scale + by.map->highest;
            if (!low.is_known() || !high.is_known()) return;
            all = all ? Halo{smaller_of(all->lowest, low), larger_of(all->highest, high)} : Halo{low, high};
        }
        dim.halo = all;
    }

    void find_drift(size_t i, size_t d) {
        StageDim& dim = space_.stages[i].dims[d];
        if (!stage(i).pure_dims[d]) return;
        if (!dim.place || !(dim.place->scale == Rational(1)) || dim.place->anchor) return;
        Drift all;
        if (space_.stages[i].live_out && dividing_dim(space_.stages[i], dim.place->dim) != d) return;
        for (const size_t r : space_.stages[i].read_by) {
            if (!join_drift(all, *dim.place, space_.reads[r], d)) return;
        }
        dim.drift = std::move(all);
    }

    bool join_drift(Drift& all, const Placement& place, const GroupRead& read, size_t d) const {
        const auto& [map, v, reached] = read.how->dims[d];
        if (!v || !(map->scale == Rational(1))) return false;
        const StageDim& from = space_.stages[read.consumer].dims[*v];
        if (!from.place || !from.drift || from.place->dim != place.dim) return false;
        // A box may be empty on the way: each step counts from where the tile itself lies.
        all.lowest = std::min(all.lowest, from.drift->lowest + std::min<int64_t>(0, map->lowest.floor()));
        all.highest = std::max(all.highest, from.drift->highest + std::max<int64_t>(0, map->highest.ceil()));
        all.steps = std::max(all.steps, from.drift->steps + (map->warp ? 1 : 0));
        const auto add = [&](const Expr& warp) {
            if (std::none_of(all.warps.begin(), all.warps.end(),
                             [&](const Expr& w) { return w.id() == warp.id(); }))
                all.warps.push_back(warp);
        };
        for (const Expr& warp : from.drift->warps) add(warp);
        if (map->warp) add(*map->warp);
        return true;
    }

    static bool join_fixed(StageDim& dim, const IndexMap& map) {
        const int64_t low = map.lowest.floor(), high = map.highest.ceil();
        dim.fixed = dim.fixed ? std::pair(std::min(dim.fixed->first, low), std::max(dim.fixed->second, high))
                              : std::pair(low, high);
        return !map.warp;
    }

    bool join_window(StageDim& dim, const GroupRead& read, size_t d) const {
        const std::optional<size_t> v = read.how->dims[d].along;
        if (!v || !dim.place) return false;
        const IndexMap& map = *read.map(d);
        const StageDim& from = space_.stages[read.consumer].dims[*v];
        if (!from.place || !from.window || from.place->dim != dim.place->dim ||
            from.place->anchor != dim.place->anchor || !(from.place->scale * map.scale == dim.place->scale))
            return false;
        Window next{from.window->lowest * map.scale + map.lowest,
                    from.window->highest * map.scale + map.highest, from.window->warps};
        if (!next.warps.empty()) next.warps.back().window = {from.window->lowest, from.window->highest};
        if (map.warp) next.warps.push_back({*map.warp});
        if (!next.lowest.is_known() || !next.highest.is_known()) return false;
        if (dim.window) {
            if (!same_warps(dim.window->warps, next.warps)) return false;
            next.lowest = smaller_of(next.lowest, dim.window->lowest);
            next.highest = larger_of(next.highest, dim.window->highest);
        }
        dim.window = std::move(next);
        return true;
    }

    static constexpr int64_t kFinest = int64_t{1} << 20;

    const StageReads& all_;
    std::vector<std::optional<size_t>> position_;  // of the stages of the pipeline
    GroupSpace space_;
};

}  // namespace

GroupSpace infer_group_space(std::shared_ptr<const StageReads> reads, const std::vector<size_t>& stages) {
    return SpaceInference(std::move(reads), stages).run();
}

GroupSpace infer_group_space(const Pipeline& pipeline, const Regions& regions,
                             const std::vector<size_t>& stages) {
    auto reads = std::make_shared<const StageReads>(reads_between(pipeline, regions, stages));
    return SpaceInference(std::move(reads), stages).run_with_drifts();
}

std::optional<size_t> dividing_dim(const GroupStage& stage, size_t dim) {
    for (size_t d = 0; d < stage.dims.size(); ++d) {
        if (stage.dims[d].place && stage.dims[d].place->dim == dim) return d;
    }
    return std::nullopt;
}

bool same_warps(const std::vector<Warp>& a, const std::vector<Warp>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Warp& x, const Warp& y) {
        return x.map.id() == y.map.id() && x.window == y.window;
    });
}

}  // namespace pantile::plan
