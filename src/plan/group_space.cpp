#include "plan/group_space.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/traverse.h"

namespace pantile::plan {

using namespace analysis;

using namespace ir;

namespace {

class SpaceInference {
  public:
    SpaceInference(const Pipeline& pipeline, const Regions& regions, const std::vector<size_t>& stages)
        : pipeline_(pipeline), regions_(regions) {
        for (const size_t s : stages) {
            position_[s] = space_.stages.size();
            space_.stages.push_back(
                {s, false, 0, 0, false, std::vector<StageDim>(pipeline.stages[s].dims.size())});
        }
    }

    GroupSpace run() {
        for (const AccessRegion& access : regions_.accesses) add_read(access);
        for (GroupStage& s : space_.stages) s.live_out |= pipeline_.is_output(pipeline_.stages[s.stage].name);
        place();
        for (size_t i = 0; i < space_.stages.size(); ++i) find_depth(i);
        for (size_t i = space_.stages.size(); i-- > 0;) {
            find_level(i);
            for (size_t d = 0; d < space_.stages[i].dims.size(); ++d) bound(i, d);
        }
        return std::move(space_);
    }

  private:
    const Stage& stage(size_t position) const { return pipeline_.stages[space_.stages[position].stage]; }
    size_t reference() const { return space_.stages.size() - 1; }

    void add_read(const AccessRegion& access) {
        if (number_.empty()) {
            for (size_t s = 0; s < pipeline_.stages.size(); ++s) number_[pipeline_.stages[s].name] = s;
        }
        const auto named = number_.find(access.producer);
        const auto producer = named == number_.end() ? position_.end() : position_.find(named->second);
        if (producer == position_.end()) return;
        const auto consumer = position_.find(access.consumer);
        if (consumer == position_.end()) {
            space_.stages[producer->second].live_out = true;
            return;
        }
        if (producer->second == consumer->second) return;
        GroupRead read{producer->second, consumer->second, &access, {}};
        for (const Expr& index : as<Access>(access.access)->args)
            read.maps.push_back(index_map(index, access.environment));
        space_.stages[read.producer].read_inside = true;
        space_.reads.push_back(std::move(read));
    }

    std::optional<size_t> dim_named(size_t position, const std::string& name) const {
        const std::vector<std::string>& dims = stage(position).dims;
        const auto found = std::find(dims.begin(), dims.end(), name);
        return found == dims.end() ? std::nullopt : std::optional(static_cast<size_t>(found - dims.begin()));
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
            const auto named = dim_named(reference(), stage(i).dims[d]);
            if (named && !space_.stages[i].dims[d].place && !is_taken(i, *named))
                space_.stages[i].dims[d].place = Placement{*named, 1, Anchor{i, d}};
        }
    }

    bool spread() {
        bool changed = false;
        for (size_t r = space_.reads.size(); r-- > 0;) {
            const GroupRead& read = space_.reads[r];
            for (size_t d = 0; d < read.maps.size(); ++d) {
                const auto& map = read.maps[d];
                if (!map || map->variable.empty() || !(map->scale > Rational(0))) continue;
                const auto v = dim_named(read.consumer, map->variable);
                if (v) changed |= connect(read, d, *v, map->scale);
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

    void find_depth(size_t i) {
        for (const GroupRead& read : space_.reads) {
            if (read.consumer == i)
                space_.stages[i].depth =
                    std::max(space_.stages[i].depth, space_.stages[read.producer].depth + 1);
        }
    }

    void find_level(size_t i) {
        for (const GroupRead& read : space_.reads) {
            if (read.producer == i)
                space_.stages[i].level =
                    std::max(space_.stages[i].level, space_.stages[read.consumer].level + 1);
        }
        space_.height = std::max(space_.height, space_.stages[i].level);
    }

    // Joins what the tile needs of dimension d. Whatever does not fit the others leaves the window open.
    void bound(size_t i, size_t d) {
        StageDim& dim = space_.stages[i].dims[d];
        if (!is_pure_dimension(stage(i), d)) return;
        find_drift(i, d);
        bool open = false;
        if (space_.stages[i].live_out) {
            open = !dim.place || dividing_dim(space_.stages[i], dim.place->dim) != d;
            // The part that a tile owns ends before the next multiple of the scale.
            if (dim.place)
                dim.window = Window{0, dim.place->scale - Rational(1, dim.place->scale.denominator()), {}};
        }
        for (const GroupRead& read : space_.reads) {
            if (read.producer != i) continue;
            const auto& map = read.maps[d];
            if (map && map->variable.empty())
                open |= !join_fixed(dim, *map);
            else
                open |= !map || !join_window(dim, read, *map);
        }
        if (open || (dim.window && dim.fixed)) {
            dim.window.reset();
            dim.fixed.reset();
        }
    }

    void find_drift(size_t i, size_t d) {
        StageDim& dim = space_.stages[i].dims[d];
        if (!dim.place || !(dim.place->scale == Rational(1)) || dim.place->anchor) return;
        Drift all;
        if (space_.stages[i].live_out && dividing_dim(space_.stages[i], dim.place->dim) != d) return;
        for (const GroupRead& read : space_.reads) {
            if (read.producer == i && !join_drift(all, *dim.place, read, read.maps[d])) return;
        }
        dim.drift = std::move(all);
    }

    bool join_drift(Drift& all, const Placement& place, const GroupRead& read,
                    const std::optional<IndexMap>& map) const {
        const auto v = map ? dim_named(read.consumer, map->variable) : std::nullopt;
        if (!v || !(map->scale == Rational(1))) return false;
        const StageDim& from = space_.stages[read.consumer].dims[*v];
        if (!from.place || !from.drift || from.place->dim != place.dim) return false;
        // A box may be empty on the way: each step counts from where the tile itself lies.
        all.lowest = std::min(all.lowest, from.drift->lowest + std::min<int64_t>(0, map->lowest.floor()));
        all.highest = std::max(all.highest, from.drift->highest + std::max<int64_t>(0, map->highest.ceil()));
        all.steps = std::max(all.steps, from.drift->steps + (map->warp ? 1 : 0));
        const auto add = [&](const Expr& warp) {
            if (std::none_of(all.warps.begin(), all.warps.end(),
                             [&](const Expr& w) { return same(w, warp); }))
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

    bool join_window(StageDim& dim, const GroupRead& read, const IndexMap& map) const {
        const auto v = dim_named(read.consumer, map.variable);
        if (!v || !dim.place) return false;
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

    const Pipeline& pipeline_;
    const Regions& regions_;
    std::map<size_t, size_t> position_;
    std::map<std::string, size_t> number_;
    GroupSpace space_;
};

}  // namespace

GroupSpace infer_group_space(const Pipeline& pipeline, const Regions& regions,
                             const std::vector<size_t>& stages) {
    return SpaceInference(pipeline, regions, stages).run();
}

std::optional<size_t> dividing_dim(const GroupStage& stage, size_t dim) {
    for (size_t d = 0; d < stage.dims.size(); ++d) {
        if (stage.dims[d].place && stage.dims[d].place->dim == dim) return d;
    }
    return std::nullopt;
}

bool is_unconditional(const Pipeline& pipeline, const AccessRegion& access, size_t dim) {
    const Stage& consumer = pipeline.stages[access.consumer];
    const auto bounds = access.environment.find(consumer.dims[dim]);
    return !access.happens && bounds != access.environment.end() &&
           same(bounds->second.min, box_min(consumer, dim)) &&
           same(bounds->second.max, box_max(consumer, dim));
}

bool is_pure_dimension(const Stage& stage, size_t dim) {
    for (const Update& update : stage.updates) {
        if (!is_pure_argument(stage, update, dim)) return false;
    }
    bool pure = true;
    for_each_expr(stage, [&](const Expr& e, size_t) {
        for_each_node(e, [&](const Expr& n) {
            const Access* a = as<Access>(n);
            if (!a || a->producer != stage.name) return;
            const Variable* v = as<Variable>(a->args[dim]);
            pure &= v && v->scope == Scope::coordinate && v->name == stage.dims[dim];
        });
    });
    return pure;
}

bool same_warps(const std::vector<Warp>& a, const std::vector<Warp>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Warp& x, const Warp& y) {
        return same(x.map, y.map) && x.window == y.window;
    });
}

}  // namespace pantile::plan
