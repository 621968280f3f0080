// Scratch: which stages of a group need it, and how much room a tile takes there.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/symbolic.h"
#include "ir/build.h"
#include "ir/traverse.h"
#include "plan/tile_boxes.h"

namespace pantile::plan {

using namespace schedule;

using namespace ir;
using namespace analysis;

namespace {

// Where a warp takes one value; the same twice, unless the analysis knows less.
std::optional<Bounds> warped(const Pipeline& pipeline, const Expr& warp, const Expr& value) {
    const auto with_coordinate = [](const Expr& e) {
        const bool is_placeholder = same(e, warp_placeholder(e.type()));
        return is_placeholder ? variable(Scope::coordinate, "index", e.type()) : e;
    };
    const ValueRanges none;
    IndexAnalysis analyse(pipeline, none);
    const Index found = analyse(transform(warp, with_coordinate), {{"index", {value, value}}});
    if (!found.min || !found.max) return std::nullopt;
    return Bounds{*found.min, *found.max};
}

}  // namespace

bool TileBoxes::needs_scratch(size_t i) const {
    const GroupStage& s = space_.stages[i];
    if (!s.live_out) return true;
    if (s.read_inside && owner(i)) return true;
    // A live-out that is computed only where the tile owns it lies in its own image.
    for (size_t d = 0; d < s.dims.size(); ++d) {
        if (!s.dims[d].place || !is_tiled(s.dims[d].place->dim)) continue;
        const StageDim& dim = s.dims[d];
        if (!s.read_inside && is_pure_dimension(stage(i), d)) continue;
        const bool inside = dim.window && dim.window->warps.empty() && dim.window->lowest == Rational(0) &&
                            dim.window->highest == Rational(0) && dim.place->scale == Rational(1);
        if (!inside) return true;
    }
    return false;
}

Window TileBoxes::widened(size_t i, size_t d) const {
    const StageDim& dim = space_.stages[i].dims[d];
    if (!is_loose(i, d)) return *dim.window;
    const Rational s = dim.place->scale;
    return {smaller_of(dim.window->lowest, -s * Rational(widen_left_[dim.place->dim]) - Rational(1)),
            larger_of(dim.window->highest, s * Rational(widen_right_[dim.place->dim] + 1)),
            {}};
}

// How many points of the dimension a tile has at most, where that is a number.
std::optional<int64_t> TileBoxes::room(size_t i, size_t d) const {
    const StageDim& dim = space_.stages[i].dims[d];
    if (dim.fixed) return dim.fixed->second - dim.fixed->first + 1;
    if (!dim.window || !is_tiled(dim.place->dim)) return std::nullopt;
    const Window w = widened(i, d);
    const Rational most = dim.place->scale * Rational(group_.tile[dim.place->dim] - 1) + w.highest - w.lowest;
    return most.is_known() ? std::optional(std::max<int64_t>(most.floor() + 1, 1)) : std::nullopt;
}

// The same as a formula, where reads pass different warps. The upper end of a box is moved up most by the
// warp that moves the least coordinate of all tiles up most, the lower end down by another one perhaps. Where
// the tiles have no points of their own their ends have changed places.
std::optional<Expr> TileBoxes::drifting_room(size_t i, size_t d) const {
    const StageDim& dim = space_.stages[i].dims[d];
    if (!dim.drift || !is_tiled(dim.place->dim)) return std::nullopt;
    const std::string stem = fmt::format("{}.{}.", label_, reference().dims[dim.place->dim]);
    const Expr begin = variable(Scope::local, stem + "begin", ScalarType::i64),
               end = variable(Scope::local, stem + "end", ScalarType::i64);
    const Expr low = smaller(begin, end), high = larger(begin, end);
    std::vector<Expr> up = {constant_i64(0)}, down = {constant_i64(0)};
    for (const Expr& warp : dim.drift->warps) {
        const std::optional<Bounds> lowest = warped(pipeline_, warp, low),
                                    highest = warped(pipeline_, warp, high);
        if (!lowest || !highest) return std::nullopt;
        up.push_back(minus(lowest->max, low));
        down.push_back(minus(high, highest->min));
    }
    const int64_t inside = group_.tile[dim.place->dim] + dim.drift->highest - dim.drift->lowest;
    return plus(times(constant_i64(dim.drift->steps), plus(greatest(up), greatest(down))), inside);
}

// Whether all numbers together are small enough to be used as they are.
bool TileBoxes::has_fixed_room(size_t i) const {
    int64_t points = 1;
    for (size_t d = 0; d < stage(i).dims.size(); ++d) {
        const int64_t along = std::clamp<int64_t>(room(i, d).value_or(1), 1, kLargestRoom + 1);
        if (points > kLargestRoom / along) return false;
        points *= along;
    }
    return true;
}

LoopBuffer TileBoxes::scratch(size_t i) const {
    LoopBuffer b{stage(i).name + ".tile",
                 stage(i).type,
                 MemorySpace::scratch,
                 stage(i).dims,
                 stage(i).name,
                 {},
                 {},
                 {},
                 {}};
    for (size_t d = 0; d < stage(i).dims.size(); ++d) {
        b.mins.push_back(name(i, d, "lo"));
        b.maxs.push_back(name(i, d, "hi"));
        const std::optional<int64_t> points = room(i, d);
        const bool is_number = points && has_fixed_room(i);
        const bool walks = sliding_ && sliding_->stages[i] && sliding_->stages[i]->dim == d;
        const int64_t fold = walks ? folded_rows(*sliding_->stages[i]) : 0;
        const bool folds = fold > 0 && (!is_number || fold < *points);
        b.folds.push_back(folds ? fold : 0);
        b.extents.push_back(folds       ? constant_i64(fold)
                            : is_number ? constant_i64(*points)
                                        : name(i, d, "room"));
    }
    return b;
}

std::vector<NamedBound> TileBoxes::scratch_bounds(size_t i) const {
    std::vector<NamedBound> bounds;
    const LoopBuffer b = scratch(i);
    for (size_t d = 0; d < b.dims.size(); ++d) {
        if (as<Constant>(b.extents[d])) continue;
        const Expr whole = plus(minus(box_max(stage(i), d), box_min(stage(i), d)), 1);
        const std::optional<int64_t> points = room(i, d);
        const std::optional<Expr> formula = points ? constant_i64(*points) : drifting_room(i, d);
        const Expr most = formula ? smaller(whole, *formula) : whole;
        bounds.push_back({as<Variable>(b.extents[d])->name, larger(constant_i64(0), most)});
    }
    return bounds;
}

}  // namespace pantile::plan
