#include "plan/tile_boxes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/symbolic.h"
#include "ir/build.h"
#include "ir/traverse.h"

namespace pantile::plan {

using namespace schedule;

using namespace ir;
using namespace analysis;

namespace {

Expr local(const std::string& name) { return variable(Scope::local, name, ScalarType::i64); }

StatementPtr declare(const Expr& name, const Expr& value) {
    return statement(Declare{as<Variable>(name)->name, value});
}

Expr scaled_floor(const Expr& e, Rational scale) {
    return floor_divided(times(e, constant_i64(scale.numerator())), scale.denominator());
}

Expr scaled_ceil(const Expr& e, Rational scale) {
    if (scale.denominator() == 1) return times(e, constant_i64(scale.numerator()));
    return floor_divided(plus(times(e, constant_i64(scale.numerator())), scale.denominator() - 1),
                         scale.denominator());
}

// Replaces bounds by others, and adds up what becomes a sum of numbers.
Expr with_names(const Expr& formula, const std::unordered_map<std::string, Expr>& names) {
    return transform(formula, [&](const Expr& n) {
        if (const Variable* v = as<Variable>(n)) {
            const auto found = v->scope == Scope::local ? names.find(v->name) : names.end();
            return found == names.end() ? n : found->second;
        }
        const Sum* sum = as<Sum>(n);
        if (!sum || n.type() != ScalarType::i64) return n;
        Expr total = sum->terms[0];
        for (size_t i = 1; i < sum->terms.size(); ++i) total = plus(total, sum->terms[i]);
        return total;
    });
}

// A box without points begins nowhere: nothing may be placed by it. Outputs have points.
std::optional<Expr> has_points(const Pipeline& pipeline, const Stage& stage, size_t d) {
    if (pipeline.is_output(stage.name)) return std::nullopt;
    return binary(BinaryOp::le, box_min(stage, d), box_max(stage, d));
}

}  // namespace

std::vector<size_t> positions_of(const Pipeline& pipeline, const std::vector<std::string>& stages) {
    std::vector<size_t> positions;
    for (const std::string& name : stages)
        positions.push_back(static_cast<size_t>(pipeline.find_stage(name) - pipeline.stages.data()));
    return positions;
}

std::optional<Sliding> walk_of(const Group& group) {
    if (group.sliding || group.shape != Shape::rectangle) return group.sliding;
    for (size_t d = group.tile.size(); d-- > 0;) {
        if (group.tile[d] > 0) return Sliding{d, 1};
    }
    return std::nullopt;
}

Widening loose_widening(const GroupSpace& space, size_t dim) {
    int64_t left = 0, right = 0;
    for (const GroupStage& s : space.stages) {
        for (const StageDim& d : s.dims) {
            if (s.level == 0 || !d.place || d.place->dim != dim || !d.window) continue;
            const Rational steps = d.place->scale * Rational(space.height - s.depth);
            left = std::max(left, (-d.window->lowest / steps).ceil());
            right = std::max(right, (d.window->highest / steps).ceil());
        }
    }
    return {left * space.height, right * space.height};
}

TileBoxes::TileBoxes(const Pipeline& pipeline, const Regions& regions, const Group& group, std::string label)
    : pipeline_(pipeline),
      regions_(regions),
      group_(group),
      label_(std::move(label)),
      space_(infer_group_space(pipeline, regions, positions_of(pipeline, group.stages))) {
    if (const std::optional<Sliding> walk = walk_of(group))
        sliding_ = infer_sliding(space_, walk->dim, walk->rows);
    for (size_t d = 0; d < reference().dims.size(); ++d) {
        const Widening w = loose_widening(space_, d);
        widen_left_.push_back(w.left);
        widen_right_.push_back(w.right);
    }
    settle_boxes();
}

void TileBoxes::settle_boxes() {
    boxes_.resize(space_.stages.size());
    const auto settle = [&](const Expr& name, const Expr& value) {
        const Offset parts = split_offset(value);
        if (!parts.base || as<Variable>(*parts.base))
            settled_.insert_or_assign(as<Variable>(name)->name, value);
    };
    for (size_t i = space_.stages.size(); i-- > 0;) {
        boxes_[i].assign(stage(i).dims.size(), {constant_i64(0), constant_i64(0)});
        for (const size_t d : regions_.order[space_.stages[i].stage]) {
            boxes_[i][d] = find_box(i, d);
            settle(name(i, d, "lo"), boxes_[i][d].min);
            settle(name(i, d, "hi"), boxes_[i][d].max);
        }
    }
}

Expr TileBoxes::ref(size_t dim, const char* end) const {
    return local(fmt::format("{}.{}", reference().dims[dim], end));
}
Expr TileBoxes::shift(const Placement& place) const {
    if (!place.anchor) return constant_i64(0);
    const Stage &anchor = stage(place.anchor->stage), &other = reference();
    const size_t d = place.anchor->dim;
    const Expr by = minus(box_min(anchor, d), box_min(other, place.dim));
    const auto where = [](const std::optional<Expr>& has_points, const Expr& moved) {
        return has_points ? select(*has_points, moved, constant_i64(0)) : moved;
    };
    return where(has_points(pipeline_, anchor, d), where(has_points(pipeline_, other, place.dim), by));
}
Expr TileBoxes::seen(const Placement& place, const Expr& end) const { return plus(end, shift(place)); }
Expr TileBoxes::name(size_t i, size_t d, const char* end) const {
    return local(fmt::format("{}.{}.{}", stage(i).name, stage(i).dims[d], end));
}
Expr TileBoxes::tile_count(size_t dim) const {
    return local(fmt::format("{}.{}.tiles", label_, reference().dims[dim]));
}
Expr TileBoxes::row_now(size_t i) const { return name(i, sliding_->stages[i]->dim, "now"); }
Expr TileBoxes::row_done(size_t i) const { return name(i, sliding_->stages[i]->dim, "done"); }

std::vector<NamedBound> TileBoxes::entry_bounds() const {
    std::vector<NamedBound> bounds;
    for (size_t dim = 0; dim < reference().dims.size(); ++dim) {
        std::vector<Expr> begins, ends;
        // Live-outs that do not reach along this dimension belong to its first tile: then there must be one.
        int64_t fewest = 0;
        for (size_t i = 0; i < space_.stages.size(); ++i) {
            if (!space_.stages[i].live_out) continue;
            const auto d = dividing_dim(space_.stages[i], dim);
            if (!d) fewest = 1;
            if (!d) continue;
            const Placement& place = *space_.stages[i].dims[*d].place;
            const Rational inverse = Rational(1) / place.scale;
            begins.push_back(minus(scaled_floor(box_min(stage(i), *d), inverse), shift(place)));
            ends.push_back(minus(scaled_floor(box_max(stage(i), *d), inverse), shift(place)));
        }
        const std::string stem = fmt::format("{}.{}.", label_, reference().dims[dim]);
        if (begins.empty()) begins = ends = {constant_i64(0)};
        bounds.push_back({stem + "begin", least(begins)});
        bounds.push_back({stem + "end", greatest(ends)});
        if (!is_tiled(dim)) continue;
        const Expr span = minus(local(stem + "end"), local(stem + "begin"));
        bounds.push_back(
            {stem + "tiles", larger(constant_i64(fewest), plus(floor_divided(span, group_.tile[dim]), 1))});
    }
    return bounds;
}

std::vector<StatementPtr> TileBoxes::declare_tile() const {
    std::vector<StatementPtr> out;
    for (size_t dim = 0; dim < reference().dims.size(); ++dim) {
        const std::string stem = fmt::format("{}.{}.", label_, reference().dims[dim]);
        const Expr begin = local(stem + "begin"), end = local(stem + "end");
        if (!is_tiled(dim)) {
            out.push_back(declare(ref(dim, "first"), begin));
            out.push_back(declare(ref(dim, "last"), end));
            continue;
        }
        const Expr size = constant_i64(group_.tile[dim]);
        out.push_back(declare(ref(dim, "first"), plus(begin, times(ref(dim, "tile"), size))));
        out.push_back(declare(ref(dim, "last"), smaller(plus(ref(dim, "first"), group_.tile[dim] - 1), end)));
    }
    return out;
}

// The last coordinate that belongs to the tile ending at 'last': just before what the next one begins with.
Expr TileBoxes::owned_end(const Placement& place, const Expr& last) const {
    return plus(scaled_ceil(plus(last, 1), place.scale), -1);
}

Bounds TileBoxes::owned_dim(size_t i, size_t d) const {
    const Bounds whole{box_min(stage(i), d), box_max(stage(i), d)};
    const std::optional<Placement>& place = space_.stages[i].dims[d].place;
    if (!place || !is_tiled(place->dim) || dividing_dim(space_.stages[i], place->dim) != d) return whole;
    const bool alone = std::count_if(space_.stages.begin(), space_.stages.end(),
                                     [](const GroupStage& s) { return s.live_out; }) == 1;
    if (alone && i + 1 == space_.stages.size()) return {ref(place->dim, "first"), ref(place->dim, "last")};
    return {larger(whole.min, scaled_ceil(seen(*place, ref(place->dim, "first")), place->scale)),
            smaller(whole.max, owned_end(*place, seen(*place, ref(place->dim, "last"))))};
}

std::vector<Bounds> TileBoxes::owned(size_t i) const {
    std::vector<Bounds> out;
    for (size_t d = 0; d < stage(i).dims.size(); ++d) out.push_back(owned_dim(i, d));
    return out;
}

std::optional<Expr> TileBoxes::owner(size_t i) const {
    std::optional<Expr> all;
    for (size_t dim = 0; dim < reference().dims.size(); ++dim) {
        if (!is_tiled(dim) || dividing_dim(space_.stages[i], dim)) continue;
        const Expr first = binary(BinaryOp::eq, ref(dim, "tile"), constant_i64(0));
        all = all ? binary(BinaryOp::logical_and, *all, first) : first;
    }
    return all;
}

bool TileBoxes::is_loose(size_t i, size_t d) const {
    const StageDim& dim = space_.stages[i].dims[d];
    return group_.shape == Shape::loose && space_.stages[i].level > 0 && dim.place && dim.window &&
           is_tiled(dim.place->dim);
}

Bounds TileBoxes::loose_dim(size_t i, size_t d) const {
    const Placement& place = *space_.stages[i].dims[d].place;
    const Expr first = plus(seen(place, ref(place.dim, "first")), -widen_left_[place.dim]);
    const Expr last = plus(seen(place, ref(place.dim, "last")), widen_right_[place.dim]);
    return {larger(box_min(stage(i), d), scaled_ceil(first, place.scale)),
            smaller(box_max(stage(i), d), owned_end(place, last))};
}

// A formula over the whole box of stage i, for its box in this tile.
Expr TileBoxes::in_tile(size_t i, const Expr& formula, Reach reach) const {
    std::unordered_map<std::string, Expr> names;
    for (size_t d = 0; d < stage(i).dims.size(); ++d) {
        const bool is_row = reach == Reach::now && sliding_->stages[i] && sliding_->stages[i]->dim == d;
        for (const auto& [whole, end] :
             {std::pair(box_min(stage(i), d), name(i, d, "lo")),
              std::pair(box_max(stage(i), d), name(i, d, is_row ? "now" : "hi"))}) {
            const auto settled = settled_.find(as<Variable>(end)->name);
            names.insert_or_assign(as<Variable>(whole)->name,
                                   settled == settled_.end() ? end : settled->second);
        }
    }
    return with_names(formula, names);
}

void TileBoxes::add_reads(size_t i, size_t d, Reach reach, Demand& demand) const {
    std::map<size_t, size_t> consumers;  // by access
    for (const size_t r : space_.stages[i].read_by) {
        for (const size_t a : space_.reads[r].how->accesses) consumers[a] = space_.reads[r].consumer;
    }
    for (const auto& [a, consumer] : consumers) {
        const auto formula = [&, at = consumer](const Expr& e) { return in_tile(at, e, reach); };
        const AccessRegion& access = regions_.accesses[a];
        const std::optional<Expr> happens =
            access.happens ? std::optional(formula(*access.happens)) : std::nullopt;
        demand.add(happens, {formula(access.box[d].min), formula(access.box[d].max)});
    }
}

// What the stage's own updates read and write, besides the coordinates they run over.
void TileBoxes::add_own(size_t i, size_t d, Demand& demand) const {
    const size_t s = space_.stages[i].stage;
    if (stage(i).updates.empty()) return;
    for (const AccessRegion& access : regions_.accesses) {
        if (access.consumer != s || access.producer != stage(i).name) continue;
        const Variable* v = as<Variable>(as<Access>(access.access)->args[d]);
        if (v && v->scope == Scope::coordinate && v->name == stage(i).dims[d]) continue;
        const std::optional<Expr> happens =
            access.happens ? std::optional(in_tile(i, *access.happens, Reach::tile)) : std::nullopt;
        demand.add(happens,
                   {in_tile(i, access.box[d].min, Reach::tile), in_tile(i, access.box[d].max, Reach::tile)});
    }
    const Bounds& writes = regions_.writes[s][d];
    if (is_invalid(writes.min)) return;
    demand.add({}, {in_tile(i, writes.min, Reach::tile), in_tile(i, writes.max, Reach::tile)});
}

Bounds TileBoxes::find_box(size_t i, size_t d) const {
    Demand demand;
    if (space_.stages[i].live_out) {
        demand.add({}, owned_dim(i, d));
    }
    add_reads(i, d, Reach::tile, demand);
    add_own(i, d, demand);
    if (demand.is_empty()) return {constant_i64(kNowhere), constant_i64(-kNowhere)};
    const StageDim& dim = space_.stages[i].dims[d];
    const Bounds box = demand.box();
    // Boxes of an empty consumer may cross through a clamp; they stay inside the whole box.
    if (dim.window || dim.fixed) return box;
    return {larger(box.min, box_min(stage(i), d)), smaller(box.max, box_max(stage(i), d))};
}

std::vector<Bounds> TileBoxes::box(size_t i) const {
    std::vector<Bounds> out;
    for (size_t d = 0; d < stage(i).dims.size(); ++d) out.push_back({name(i, d, "lo"), name(i, d, "hi")});
    return out;
}

std::vector<Bounds> TileBoxes::footprint(size_t i) const {
    std::vector<Bounds> out = box(i);
    for (size_t d = 0; d < out.size(); ++d) {
        if (is_loose(i, d)) out[d] = {name(i, d, "room_lo"), name(i, d, "room_hi")};
    }
    return out;
}

std::vector<StatementPtr> TileBoxes::declare_footprints() const {
    std::vector<StatementPtr> out;
    for (size_t i = 0; i < space_.stages.size(); ++i) {
        for (size_t d = 0; d < stage(i).dims.size(); ++d) {
            if (!is_loose(i, d)) continue;
            const Bounds loose = loose_dim(i, d);
            out.push_back(declare(name(i, d, "room_lo"), loose.min));
            out.push_back(declare(name(i, d, "room_hi"), loose.max));
        }
    }
    return out;
}

std::vector<StatementPtr> TileBoxes::declare_boxes() const {
    std::vector<StatementPtr> out;
    for (size_t i = space_.stages.size(); i-- > 0;) {
        for (const size_t d : regions_.order[space_.stages[i].stage]) {
            out.push_back(declare(name(i, d, "lo"), boxes_[i][d].min));
            out.push_back(declare(name(i, d, "hi"), boxes_[i][d].max));
        }
    }
    return out;
}

bool TileBoxes::have_equal_boxes(size_t i, size_t j) const {
    if (stage(i).dims.size() != stage(j).dims.size()) return false;
    std::unordered_map<std::string, Expr> settled;
    for (size_t k = space_.stages.size(); k-- > std::min(i, j);) {
        for (const size_t d : regions_.order[space_.stages[k].stage]) {
            const Bounds& bounds = boxes_[k][d];
            for (const auto& [end, value] : {std::pair("lo", bounds.min), std::pair("hi", bounds.max)})
                settled.insert_or_assign(as<Variable>(name(k, d, end))->name,
                                         substitute(value, Scope::local, settled));
        }
    }
    for (size_t d = 0; d < stage(i).dims.size(); ++d) {
        for (const char* end : {"lo", "hi"}) {
            const Expr& a = settled.at(as<Variable>(name(i, d, end))->name);
            if (!same(a, settled.at(as<Variable>(name(j, d, end))->name))) return false;
        }
    }
    return true;
}

std::vector<StatementPtr> TileBoxes::declare_rows() const {
    std::vector<StatementPtr> out;
    const size_t dim = walk_of(group_)->dim;
    for (size_t i = space_.stages.size(); i-- > 0;) {
        if (!sliding_->stages[i]) continue;
        const size_t d = sliding_->stages[i]->dim;
        Demand demand;
        if (space_.stages[i].live_out) {
            const Placement& place = *space_.stages[i].dims[d].place;
            const Expr reached = owned_end(place, seen(place, ref(dim, "now")));
            const Bounds owned = owned_dim(i, d);
            demand.add({}, {owned.min, smaller(owned.max, reached)});
        }
        add_reads(i, d, Reach::now, demand);
        out.push_back(declare(row_now(i), demand.is_empty() ? constant_i64(-kNowhere) : demand.box().max));
    }
    return out;
}

}  // namespace pantile::plan
