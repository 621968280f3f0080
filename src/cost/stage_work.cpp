#include "cost/stage_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include "analysis/index_map.h"
#include "analysis/integer_range.h"
#include "analysis/updates_together.h"
#include "ir/lane_index.h"
#include "ir/traverse.h"
#include "ir/unify.h"

namespace pantile::cost {

using namespace ir;
using analysis::AccessRegion;

namespace {

// What is taken for the extent of a reduction whose bounds cannot be evaluated.
constexpr double kGuessedExtent = 8;
// Reductions over more points become loops with a counter; see ir/unroll_reductions.h.
constexpr double kLargestUnrolled = 64;
// To load a small table, to subtract where it begins, to pick.
constexpr double kSmallTable = 3;
// What a scalar division and a call of the C library cost, in simple instructions.
constexpr double kScalarDivision = 4;
constexpr double kScalarCall = 20;

class WorkCounter {
  public:
    WorkCounter(const StageReads& reads, size_t definition, const analysis::BoundValues& values)
        : pipeline_(reads.pipeline), stage_(reads.pipeline.stages[reads.stage]), values_(values) {
        for (const AccessRegion* access : reads.accesses) {
            if (access->definition != definition) continue;
            any_ = access;
            by_node_.emplace(access->access.id(), access);
        }
    }

    const AccessRegion* any_access() const { return any_; }
    OperationCounts take() {
        counts_.rows = static_cast<double>(rows_.size());
        return counts_;
    }
    int widest() const { return widest_; }
    bool lanes_differ() const { return lanes_differ_; }

    void count(const Expr& root) { count_all({root}); }

    // What is computed already, by an update that runs together with this one; of large ones it does not
    // matter much, and takes long to find.
    void skip(const Expr& root) {
        constexpr size_t kMostNodes = 100;
        const Exprs nodes = post_order(root);
        if (nodes.size() <= kMostNodes) known_.insert(known_.end(), nodes.begin(), nodes.end());
    }

    // What several of them need counts once.
    void count_all(const Exprs& roots) {
        std::unordered_set<const Node*> seen;
        for (const Expr& root : roots) visit(root, 1, seen);
    }

    // A condition that is not known for a whole row keeps its loop from becoming vectors.
    void count_condition(const Expr& condition) {
        count(condition);
        for_each_node(condition, [&](const Expr& n) {
            const Binary* b = as<Binary>(n);
            const bool by_parts = (b && (is_division(b->op) || b->op == BinaryOp::bit_and)) || as<Access>(n);
            if (by_parts && varies(n)) lanes_differ_ = true;
        });
    }

    // An update that writes anywhere has no row of its own: its loop runs along its domain.
    void run_along_domain() { runs_along_domain_ = true; }

    // The loops over the domain are the innermost ones: what is the same for all lanes is loaded in each
    // turn.
    void run_inside() { ++in_loop_; }

    // Whether the value changes along the innermost loop.
    bool varies(const Expr& e) {
        const auto known = varies_.find(e.id());
        if (known != varies_.end()) return known->second;
        bool found = false;
        if (const Variable* v = as<Variable>(e)) {
            found = v->scope == Scope::coordinate && !stage_.dims.empty() && v->name == stage_.dims[0];
            found |= v->scope == Scope::reduction && runs_along_domain_;
        }
        for_each_child(*e, [&](const Expr& child) { found |= varies(child); });
        varies_.emplace(e.id(), found);
        return found;
    }

  private:
    bool is_known(const Expr& e) const {
        return std::any_of(known_.begin(), known_.end(), [&](const Expr& k) { return same(k, e); });
    }

    void visit(const Expr& e, double times, std::unordered_set<const Node*>& seen) {
        if (!seen.insert(e.id()).second || is_known(e)) return;
        if (const Reduce* r = as<Reduce>(e)) return visit_reduce(e, *r, times);
        if (const Access* a = as<Access>(e)) return visit_access(e, *a, times, seen);
        for_each_child(*e, [&](const Expr& child) { visit(child, times, seen); });
        if (varies(e)) count_own(e, times);
        if (repeats(e)) count_repeated(e, times);
    }

    // An index that sums up something is computed at every step of the loop that it stands in, though it is
    // the same along the row; other indices are a part of the address.
    void visit_index(const Expr& index, double times, std::unordered_set<const Node*>& seen) {
        const Exprs nodes = post_order(index);
        const bool sums =
            std::any_of(nodes.begin(), nodes.end(), [](const Expr& n) { return as<Reduce>(n) != nullptr; });
        if (sums && !varies(index)) visit(index, times, seen);
    }

    // Whether a loop over a reduction computes it at every step, once for all lanes.
    bool repeats(const Expr& e) {
        if (in_loop_ == 0 || varies(e)) return false;
        const auto known = repeats_.find(e.id());
        if (known != repeats_.end()) return known->second;
        const Exprs nodes = post_order(e);
        const bool found = std::any_of(nodes.begin(), nodes.end(), [](const Expr& n) {
            const Variable* v = as<Variable>(n);
            return v && v->scope == Scope::reduction;
        });
        repeats_.emplace(e.id(), found);
        return found;
    }

    // One scalar takes as long as a vector; what is called for each lane elsewhere is called once.
    void count_repeated(const Expr& e, double times) {
        const OperationCounts before = std::exchange(counts_, {});
        count_own(e, times);
        const double all = counts_.simple + kScalarDivision * counts_.slow + kScalarCall * counts_.calls;
        counts_ = before;
        counts_.simple += all;
    }

    // Inlining gives each copy of a reduction variables of its own; the C compiler sees that they are one.
    bool was_counted(const Expr& e, const Reduce& r) {
        for (const Expr& earlier : reductions_) {
            const Reduce& other = *as<Reduce>(earlier);
            if (other.op != r.op || other.domain.variables.size() != r.domain.variables.size() ||
                other.domain.where || r.domain.where)
                continue;
            std::unordered_map<std::string, Expr> names;
            bool alike = true;
            for (size_t i = 0; i < r.domain.variables.size(); ++i) {
                const ReductionVariable &a = r.domain.variables[i], &b = other.domain.variables[i];
                alike &= same(a.min, b.min) && same(a.max, b.max);
                names.insert_or_assign(a.name, variable(Scope::reduction, b.name));
            }
            if (alike && same(substitute(r.body, Scope::reduction, names), other.body)) return true;
        }
        reductions_.push_back(e);
        return false;
    }

    void visit_reduce(const Expr& e, const Reduce& r, double times) {
        if (was_counted(e, r)) return;
        double points = 1;
        for (const ReductionVariable& v : r.domain.variables)
            points *= expected_extent(v, access_below(r.body), values_);
        std::unordered_set<const Node*> inside;
        if (r.domain.where) {
            visit(*r.domain.where, times * points, inside);
            lanes_differ_ |= varies(*r.domain.where);
        }
        in_loop_ += points > kLargestUnrolled;
        visit(r.body, times * points, inside);
        in_loop_ -= points > kLargestUnrolled;
        const Binary* product = as<Binary>(r.body);
        const bool is_fused = r.op == ReduceOp::sum && is_float(e.type()) && product &&
                              product->op == BinaryOp::mul && varies(r.body);
        if ((varies(e) || repeats(e)) && !is_fused) counts_.simple += times * points;
    }

    const AccessRegion* access_below(const Expr& body) const {
        const AccessRegion* found = any_;
        for_each_node(body, [&](const Expr& n) {
            const auto known = by_node_.find(n.id());
            if (known != by_node_.end()) found = known->second;
        });
        return found;
    }

    void visit_access(const Expr& e, const Access& a, double times, std::unordered_set<const Node*>& seen) {
        if (!varies(e)) {
            // In a loop over a reduction it is loaded again and again; elsewhere once for a row.
            if (in_loop_ > 0) counts_.broadcast += times;
            return;
        }
        widest_ = std::max(widest_, size_in_bytes(e.type()));
        for (const Expr& arg : a.args) visit_index(arg, times, seen);
        bool along_rows = true;
        for (size_t d = 1; d < a.args.size(); ++d) along_rows &= !varies(a.args[d]);
        switch (along_rows ? load_kind(lane_index(step_of(e, a))) : LoadKind::gather) {
            case LoadKind::dense:
                counts_.dense += in_loop_ > 0 ? times : new_taps(e, a, times);
                if (pipeline_.find_input(a.producer)) add_row(a);
                return;
            case LoadKind::reversed:
            case LoadKind::strided:
            case LoadKind::halved: counts_.strided += times; return;
            case LoadKind::gather:
                if (along_rows && reads_small_table(e, a))
                    counts_.simple += kSmallTable * times;
                else
                    counts_.gathered += times;
                for (const Expr& arg : a.args) visit(arg, times, seen);
                return;
        }
    }

    // Whether the element is one of a few, which a vector holds.
    bool reads_small_table(const Expr& e, const Access& a) {
        const int64_t most = largest_table(e.type());
        const auto range = most > 0 ? ranges_(a.args[0]) : std::nullopt;
        return range && range->max - range->min < most;
    }

    void add_row(const Access& a) {
        std::vector<const Node*> row;
        for (size_t d = 1; d < a.args.size(); ++d) row.push_back(unify_(a.args[d]).id());
        rows_.emplace(a.producer, std::move(row));
    }

    // How many elements the read adds to those that are loaded already: several references, and reductions
    // that are written out, meet at the same ones.
    double new_taps(const Expr& e, const Access& a, double times) {
        constexpr double kMostTaps = 1024;
        const auto known = by_node_.find(e.id());
        if (known == by_node_.end()) return times;
        std::vector<std::vector<int64_t>> taps = {{}};
        for (const Expr& arg : a.args) {
            const auto map = analysis::index_map(arg, known->second->environment);
            if (!map || !map->lowest.is_known() || !map->highest.is_known()) return times;
            const int64_t low = map->lowest.floor(), high = map->highest.floor();
            if (static_cast<double>(taps.size()) * static_cast<double>(high - low + 1) > kMostTaps)
                return times;
            std::vector<std::vector<int64_t>> longer;
            for (const std::vector<int64_t>& tap : taps) {
                for (int64_t at = low; at <= high; ++at) {
                    longer.push_back(tap);
                    longer.back().push_back(at);
                }
            }
            taps = std::move(longer);
        }
        double added = 0;
        for (std::vector<int64_t>& tap : taps) added += taps_.emplace(a.producer, std::move(tap)).second;
        return added;
    }

    // How far the element moves for a step along the row; 0 when that differs.
    Rational step_of(const Expr& e, const Access& a) const {
        if (a.args.empty()) return 0;
        // Reads of neighbours are new; the variables of a domain are the same for all.
        const auto known = by_node_.find(e.id());
        const AccessRegion* access = known == by_node_.end() ? any_ : known->second;
        const analysis::Environment none;
        const auto map = analysis::index_map(in_a_row(a.args[0]), access ? access->environment : none);
        if (!map || map->variable != stage_.dims[0]) return 0;
        return map->scale;
    }

    // With the other coordinates, which are the same for all of a row, at zero.
    Expr in_a_row(const Expr& index) const {
        std::unordered_map<std::string, Expr> others;
        for (size_t d = 1; d < stage_.dims.size(); ++d) others.emplace(stage_.dims[d], constant_i32(0));
        return substitute(index, Scope::coordinate, others);
    }

    void count_own(const Expr& e, double times) {
        count_operator(
            e, times, [&](const Expr& term) { return varies(term); }, counts_);
        const bool has_width = !is_bool(e.type()) && !as<Variable>(e);
        if (has_width) widest_ = std::max(widest_, size_in_bytes(e.type()));
    }

    const Pipeline& pipeline_;
    const Stage& stage_;
    const analysis::BoundValues& values_;
    Exprs known_;
    analysis::IntegerRanges ranges_;
    const AccessRegion* any_ = nullptr;
    std::unordered_map<const Node*, const AccessRegion*> by_node_;
    std::unordered_map<const Node*, bool> varies_;
    std::vector<Expr> reductions_;  // that were counted
    std::set<std::pair<std::string, std::vector<int64_t>>> taps_;
    Unify unify_;
    std::set<std::pair<std::string, std::vector<const Node*>>> rows_;  // of inputs
    OperationCounts counts_;
    int widest_ = 1;
    int in_loop_ = 0;
    std::unordered_map<const Node*, bool> repeats_;  // in a loop
    bool lanes_differ_ = false;
    bool runs_along_domain_ = false;
};

DefinitionWork count_pure(const StageReads& reads, const analysis::BoundValues& values) {
    const Stage& stage = reads.pipeline.stages[reads.stage];
    DefinitionWork work{.own_dims = std::vector<bool>(stage.dims.size(), true)};
    // Of several cases one holds at each point; that is the interior more often than a border, so the most
    // expensive one is taken.
    OperationCounts most;
    double most_work = -1;
    int widest = size_in_bytes(stage.type);
    bool lanes_differ = false;
    for (const Case& c : stage.cases) {
        WorkCounter one(reads, 0, values);
        if (c.condition) one.count_condition(*c.condition);
        one.count(c.value);
        lanes_differ |= one.lanes_differ();
        widest = std::max(widest, one.widest());
        const OperationCounts counts = one.take();
        const double size = counts.simple + 4 * counts.slow + 20 * counts.calls + counts.dense +
                            2 * counts.strided + 8 * counts.gathered;
        if (size > most_work) {
            most = counts;
            most_work = size;
        }
    }
    work.counts = most;
    work.counts.stores = 1;
    work.widest_bytes = widest;
    work.is_vector = !stage.dims.empty() && !lanes_differ;
    return work;
}

DefinitionWork count_update(const StageReads& reads, size_t definition, const analysis::BoundValues& values) {
    const Stage& stage = reads.pipeline.stages[reads.stage];
    const Update& update = stage.updates[definition - 1];
    DefinitionWork work;
    for (size_t d = 0; d < stage.dims.size(); ++d)
        work.own_dims.push_back(is_pure_argument(stage, update, d));
    WorkCounter counter(reads, definition, values);
    if (!stage.dims.empty() && !work.own_dims[0]) counter.run_along_domain();
    if (definition > 1 && analysis::may_run_together(stage, stage.updates[definition - 2], update)) {
        const Update& before = stage.updates[definition - 2];
        counter.skip(before.value);
        for (const Expr& arg : before.args) counter.skip(arg);
    }
    counter.count(update.value);
    for (size_t d = 0; d < stage.dims.size(); ++d) {
        if (!work.own_dims[d]) counter.count(update.args[d]);
    }
    if (update.domain.where) counter.count_condition(*update.domain.where);
    for (const ReductionVariable& v : update.domain.variables)
        work.domain *= expected_extent(v, counter.any_access(), values);
    if (!update.domain.variables.empty())
        work.fastest =
            std::max(1.0, expected_extent(update.domain.variables[0], counter.any_access(), values));
    if (!update.domain.variables.empty())
        work.slowest =
            std::max(1.0, expected_extent(update.domain.variables.back(), counter.any_access(), values));
    bool is_scan = false;
    for_each_node(update.value, [&](const Expr& n) {
        const Access* a = as<Access>(n);
        if (!a || a->producer != stage.name) return;
        work.reads_itself = true;
        const Variable* v = a->args.empty() ? nullptr : as<Variable>(a->args[0]);
        is_scan |= !v || v->name != stage.dims[0];
    });
    work.counts = counter.take();
    work.counts.stores = 1;
    work.widest_bytes = std::max(counter.widest(), size_in_bytes(stage.type));
    work.is_vector = !stage.dims.empty() && work.own_dims[0] && !is_scan && !counter.lanes_differ();
    // Its scalar loop computes what a row would share at every point.
    if (!work.is_vector) work.counts.simple += 2 + static_cast<double>(stage.dims.size());
    if (!work.is_vector && work.reads_itself) work.counts.gathered += 1;
    return work;
}

// Several terms of sums that stay in registers: what the stage holds is neither loaded nor stored.
Exprs terms_of_neighbours(const Stage& stage, const Update& update, size_t dim, int64_t count) {
    Unify unify;
    Exprs terms;
    for (int64_t r = 0; r < count; ++r) {
        const Expr held = variable(Scope::local, fmt::format("sum{}", r), stage.type);
        terms.push_back(unify(moved(with_held(stage, update, held), stage.dims[dim], r)));
    }
    return terms;
}

// Blocks of larger definitions than this have no registers left.
constexpr size_t kMostNodesInABlock = 150;

}  // namespace

double expected_extent(const ReductionVariable& variable, const AccessRegion* access,
                       const analysis::BoundValues& values) {
    std::optional<int64_t> min = constant_int(variable.min), max = constant_int(variable.max);
    if ((!min || !max) && access) {
        const auto bounds = access->environment.find(variable.name);
        if (bounds != access->environment.end()) {
            min = values(bounds->second.min);
            max = values(bounds->second.max);
        }
    }
    if (!min || !max) return kGuessedExtent;
    return static_cast<double>(std::max<int64_t>(*max - *min + 1, 0));
}

bool gains_from_blocks(const StageReads& reads, size_t definition, const DefinitionWork& single,
                       const PointBlock& block) {
    const Stage& stage = reads.pipeline.stages[reads.stage];
    if (!single.is_vector) return false;
    if (definition > 0) return adds_in_place(stage, stage.updates[definition - 1]);
    return block.dim > 0 && post_order(stage.cases[0].value).size() <= kMostNodesInABlock &&
           share_reads(reads.pipeline, stage, block);
}

DefinitionWork count_block(const StageReads& reads, size_t definition, const analysis::BoundValues& values,
                           const DefinitionWork& single, const PointsAtOnce& points) {
    const auto [block, math] = points;
    const auto [dim, count] = block;
    const Stage& stage = reads.pipeline.stages[reads.stage];
    const bool keeps_sums = definition > 0;
    WorkCounter counter(reads, definition, values);
    if (keeps_sums) counter.run_inside();
    counter.count_all(keeps_sums ? terms_of_neighbours(stage, stage.updates[definition - 1], dim, count)
                                 : values_of_neighbours(reads.pipeline, stage, block, math));
    DefinitionWork work = single;
    work.counts = OperationCounts{}.add(counter.take(), 1.0 / static_cast<double>(count));
    work.counts.stores = keeps_sums ? 0 : 1;
    work.block = count;
    work.keeps_sums = keeps_sums;
    return work;
}

DefinitionWork count_work(const StageReads& reads, size_t definition, const analysis::BoundValues& values) {
    return definition == 0 ? count_pure(reads, values) : count_update(reads, definition, values);
}

}  // namespace pantile::cost
