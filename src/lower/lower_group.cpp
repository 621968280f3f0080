#include "lower/lower_group.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/symbolic.h"
#include "ir/build.h"
#include "ir/drop_unused.h"
#include "ir/print.h"
#include "ir/traverse.h"
#include "lower/fuse_loops.h"
#include "lower/lower_stage.h"
#include "plan/tile_boxes.h"

namespace pantile::lower {

using namespace ir;
using namespace analysis;
using namespace plan;

namespace {

using Statements = std::vector<StatementPtr>;

Expr local(const std::string& name) { return variable(Scope::local, name, ScalarType::i64); }

StatementPtr commented(std::string comment, Statements statements) {
    return statement(Block{std::move(statements), std::move(comment)});
}

// The same statement with buffers under other names.
StatementPtr with_buffers(const StatementPtr& s, const std::map<std::string, std::string>& renamed) {
    const auto rename = [&](const std::string& name) {
        const auto found = renamed.find(name);
        return found == renamed.end() ? name : found->second;
    };
    const StatementPtr loads = map_exprs(s, [&](const Expr& e) {
        return transform(e, [&](const Expr& n) {
            const Load* load = as<Load>(n);
            return load ? make_node(Load{rename(load->buffer), load->indices}, n.type(), n.span()) : n;
        });
    });
    return map_statements(loads, [&](const StatementPtr& n) {
        const Store* store = std::get_if<Store>(&n->kind);
        return store ? statement(Store{rename(store->buffer), store->indices, store->value}) : n;
    });
}

class GroupLowering {
  public:
    GroupLowering(const plan::Plan& in, const GroupPlan& group)
        : in_(in),
          plan_(group),
          group_(group.group),
          label_(group.label),
          boxes_(*group.tiles),
          space_(boxes_.space()) {
        for (size_t i = 0; i < space_.stages.size(); ++i) {
            if (boxes_.needs_scratch(i)) buffers_[boxes_.stage(i).name] = boxes_.stage(i).name + ".tile";
        }
    }

    LoweredGroup run() {
        LoweredGroup out;
        out.bounds = boxes_.entry_bounds();
        for (size_t i = 0; i < space_.stages.size(); ++i) {
            if (!boxes_.needs_scratch(i)) continue;
            out.scratch.push_back(boxes_.scratch(i));
            for (NamedBound& b : boxes_.scratch_bounds(i)) out.bounds.push_back(std::move(b));
        }
        out.step = {label_, comment(), drop_unused(over_tiles(tile_body()), mins_of(out.scratch))};
        return out;
    }

  private:
    std::vector<std::string> comment() const {
        std::vector<std::string> lines = {
            fmt::format("Group {}: {}.", label_.substr(5), fmt::join(group_.stages, " -> "))};
        for (size_t i = 0; i < space_.stages.size(); ++i) {
            for (size_t k = 0; k <= boxes_.stage(i).updates.size(); ++k)
                lines.push_back(definition_text(boxes_.stage(i), k));
        }
        return lines;
    }

    StageContext context(size_t i, std::vector<Bounds> box) const {
        return {in_.pipeline(), boxes_.stage(i), group_, plan_.stages[i], std::move(box), in_.target.math};
    }

    // Scratch is addressed from the ends of its box, which nothing else may mention.
    static std::set<std::string> mins_of(const std::vector<LoopBuffer>& scratch) {
        std::set<std::string> names;
        for (const LoopBuffer& b : scratch) {
            for (size_t d = 0; d < b.mins.size(); ++d) {
                if (b.folds[d] == 0) names.insert(as<Variable>(b.mins[d])->name);
            }
        }
        return names;
    }

    // The definitions of a stage over a box, into its scratch or its own image.
    StatementPtr compute(size_t i, const std::vector<Bounds>& box) {
        Statements all;
        const StageContext in = context(i, box);
        for (size_t k = 0; k <= in.stage.updates.size(); k += in.plan.definitions[k].together)
            all.push_back(with_buffers(lower_definition(in, k, counter_), buffers_));
        StatementPtr body = all.size() == 1 ? all[0] : statement(Block{std::move(all)});
        const bool only_owner = !boxes_.needs_scratch(i) && boxes_.owner(i);
        return only_owner ? statement(If{*boxes_.owner(i), std::move(body), nullptr}) : body;
    }

    // What the tile owns of a live-out that was computed in scratch goes to its image.
    StatementPtr copy_out(size_t i, std::vector<Bounds> box) const {
        const std::string& name = boxes_.stage(i).name;
        const StageContext in = context(i, std::move(box));
        StatementPtr body = lower_copy(in, in.plan.copy.inside_a_task(), {buffers_.at(name), name});
        return boxes_.owner(i) ? statement(If{*boxes_.owner(i), std::move(body), nullptr}) : body;
    }

    bool copies_out(size_t i) const { return space_.stages[i].live_out && boxes_.needs_scratch(i); }

    // The points of a stage that are computed now: those of the tile, or of the next rows of a walk.
    using Part = std::vector<Bounds> (GroupLowering::*)(size_t) const;

    std::vector<Bounds> tile_part(size_t i) const { return boxes_.box(i); }

    std::vector<Bounds> next_rows(size_t i) const {
        std::vector<Bounds> box = boxes_.box(i);
        box[boxes_.sliding()->stages[i]->dim] = {plus(boxes_.row_done(i), 1), boxes_.row_now(i)};
        return box;
    }

    // What a walking live-out owns of the rows it has just computed.
    std::vector<Bounds> owned_part(size_t i) const {
        std::vector<Bounds> owned = boxes_.owned(i);
        if (!boxes_.sliding() || !boxes_.sliding()->stages[i]) return owned;
        const size_t d = boxes_.sliding()->stages[i]->dim;
        const Bounds rows = next_rows(i)[d];
        owned[d] = {larger(owned[d].min, rows.min), smaller(owned[d].max, rows.max)};
        return owned;
    }

    // Stages that share their loops, over the box of the first of them.
    StatementPtr computed(const std::vector<size_t>& stages, std::vector<Bounds> box) {
        const size_t first = stages[0];
        const bool by_turns =
            std::any_of(stages.begin(), stages.end(), [&](size_t i) { return needs_turns(i); });
        if (by_turns) box[boxes_.sliding()->stages[first]->dim] = rows_of_turn(first, stages);
        Statements nests;
        for (const size_t i : stages) nests.push_back(compute(i, box));
        StatementPtr nest = nests.size() == 1 ? nests[0] : fuse_loops(nests);
        return by_turns ? over_turns(first, stages, std::move(nest)) : nest;
    }

    // Rows that share their room must not be computed together where updates would meet what another row
    // left: a step that may make more rows than are kept makes no more than those at a time.
    bool needs_turns(size_t i) const {
        const auto& walk = boxes_.sliding();
        return walk && walk->stages[i] && walk->stages[i]->jumps && !boxes_.stage(i).updates.empty();
    }

    int64_t rows_at_a_time(const std::vector<size_t>& stages) const {
        int64_t rows = boxes_.sliding()->stages[stages[0]]->live_rows;
        for (const size_t i : stages) rows = std::min(rows, boxes_.sliding()->stages[i]->live_rows);
        return std::max<int64_t>(rows, 1);
    }

    std::string turn(size_t i) const { return boxes_.stage(i).name + ".turn"; }

    Bounds rows_of_turn(size_t i, const std::vector<size_t>& stages) const {
        const int64_t rows = rows_at_a_time(stages);
        const Expr before = plus(boxes_.row_done(i), times(local(turn(i)), constant_i64(rows)));
        return {plus(before, 1), smaller(plus(before, rows), boxes_.row_now(i))};
    }

    StatementPtr over_turns(size_t i, const std::vector<size_t>& stages, StatementPtr nest) const {
        const Expr last_row = plus(minus(boxes_.row_now(i), boxes_.row_done(i)), -1);
        return statement(For{Scope::local, turn(i), constant_i64(0),
                             floor_divided(last_row, rows_at_a_time(stages)), LoopLevel::serial,
                             std::move(nest)});
    }

    // The nests in order; stages that share one run over the box of the first of them, which is equal.
    Statements in_order(const std::vector<std::vector<size_t>>& nests, Part part) {
        Statements out;
        for (const std::vector<size_t>& stages : nests) {
            std::vector<std::string> shown;
            for (const size_t i : stages) shown.push_back(boxes_.stage(i).name);
            Statements all = {computed(stages, (this->*part)(stages[0]))};
            for (const size_t i : stages) {
                if (copies_out(i)) all.push_back(copy_out(i, owned_part(i)));
            }
            out.push_back(commented(fmt::format("{}", fmt::join(shown, ", ")), std::move(all)));
        }
        return out;
    }

    StatementPtr tile_body() {
        Statements body = boxes_.declare_tile();
        for (StatementPtr& s : boxes_.declare_boxes()) body.push_back(std::move(s));
        std::vector<std::vector<size_t>> whole, sliding;
        for (const std::vector<size_t>& nest : plan_.nests)
            (boxes_.sliding() && boxes_.sliding()->stages[nest[0]] ? sliding : whole).push_back(nest);
        for (StatementPtr& s : in_order(whole, &GroupLowering::tile_part)) body.push_back(std::move(s));
        if (!sliding.empty()) add_sliding(sliding, body);
        return statement(Block{std::move(body)});
    }

    // The window slides over the tile: each step reaches some rows further, and every stage computes what is
    // new.
    void add_sliding(const std::vector<std::vector<size_t>>& nests, Statements& out) {
        std::vector<size_t> sliding;
        for (const std::vector<size_t>& nest : nests) sliding.insert(sliding.end(), nest.begin(), nest.end());
        const schedule::Sliding walk = *plan::walk_of(group_);
        const std::string& dim = boxes_.reference().dims[walk.dim];
        for (const size_t i : sliding) {
            const size_t d = boxes_.sliding()->stages[i]->dim;
            out.push_back(statement(
                Declare{as<Variable>(boxes_.row_done(i))->name, plus(boxes_.box(i)[d].min, -1), true}));
        }
        const Expr start = plus(local(dim + ".first"), -boxes_.sliding()->warm_up);
        const Expr reach = plus(start, walk.rows - 1);
        Statements step;
        const Expr reached = plus(reach, times(local(dim + ".step"), constant_i64(walk.rows)));
        step.push_back(statement(Declare{dim + ".now", smaller(reached, local(dim + ".last"))}));
        for (StatementPtr& s : boxes_.declare_rows()) step.push_back(std::move(s));
        for (StatementPtr& s : in_order(nests, &GroupLowering::next_rows)) step.push_back(std::move(s));
        for (const size_t i : sliding) {
            step.push_back(statement(Assign{as<Variable>(boxes_.row_done(i))->name,
                                            larger(boxes_.row_done(i), boxes_.row_now(i))}));
        }
        const Expr last = floor_divided(minus(local(dim + ".last"), start), walk.rows);
        out.push_back(statement(For{Scope::local, dim + ".step", constant_i64(0), last, LoopLevel::serial,
                                    statement(Block{std::move(step)})}));
    }

    // Tiles of the parallel dimensions are numbered by one loop, two dimensions at the most: their product
    // fits 64 bits. The others are loops inside.
    StatementPtr over_tiles(StatementPtr body) const {
        std::vector<size_t> parallel, serial;
        for (const size_t dim : schedule::loop_order(group_.order, boxes_.reference().dims.size())) {
            if (!boxes_.is_tiled(dim)) continue;
            const auto& dims = group_.parallel_dims;
            const bool wanted = std::find(dims.begin(), dims.end(), dim) != dims.end();
            (wanted && parallel.size() < 2 ? parallel : serial).push_back(dim);
        }
        for (size_t k = serial.size(); k-- > 0;) body = tile_loop(serial[k], std::move(body));
        if (parallel.empty()) return body;
        Statements task;
        Expr count = boxes_.tile_count(parallel[0]);
        const Expr tile = local("tile.number");
        if (parallel.size() == 1) {
            task.push_back(statement(Declare{tile_name(parallel[0]), tile}));
        } else {
            const Expr inner = boxes_.tile_count(parallel[1]);
            task.push_back(statement(Declare{tile_name(parallel[0]), binary(BinaryOp::div, tile, inner)}));
            task.push_back(statement(Declare{tile_name(parallel[1]), binary(BinaryOp::mod, tile, inner)}));
            count = times(count, inner);
        }
        task.push_back(std::move(body));
        return statement(For{Scope::local, "tile.number", constant_i64(0), plus(count, -1), LoopLevel::thread,
                             statement(Block{std::move(task)})});
    }

    std::string tile_name(size_t dim) const { return boxes_.reference().dims[dim] + ".tile"; }

    StatementPtr tile_loop(size_t dim, StatementPtr body) const {
        return statement(For{Scope::local, tile_name(dim), constant_i64(0), plus(boxes_.tile_count(dim), -1),
                             LoopLevel::serial, std::move(body)});
    }

    const plan::Plan& in_;
    const GroupPlan& plan_;
    const schedule::Group& group_;
    const std::string& label_;
    const TileBoxes& boxes_;
    const GroupSpace& space_;
    std::map<std::string, std::string> buffers_;
    int counter_ = 0;  // of the locals of the whole tile
};

}  // namespace

LoweredGroup lower_group(const plan::Plan& plan, const GroupPlan& group) {
    return GroupLowering(plan, group).run();
}

}  // namespace pantile::lower
