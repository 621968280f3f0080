#include "analysis/regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "analysis/collect_accesses.h"
#include "analysis/demand.h"
#include "analysis/symbolic.h"
#include "analysis/value_ranges.h"
#include "ir/build.h"
#include "ir/print.h"
#include "ir/traverse.h"

namespace pantile::analysis {

using namespace ir;

namespace {

Expr box_variable(const Stage& stage, size_t dim, std::string_view which) {
    return variable(Scope::local, fmt::format("{}.{}.{}", stage.name, stage.dims[dim], which),
                    ScalarType::i64);
}

class RegionInference {
  public:
    explicit RegionInference(const Pipeline& pipeline)
        : pipeline_(pipeline), ranges_(value_ranges(pipeline)) {
        regions_.stages.resize(pipeline.stages.size());
        regions_.order.resize(pipeline.stages.size());
        optional_.assign(pipeline.stages.size(), false);
        regions_.writes.resize(pipeline.stages.size());
        regions_.computed_in_place.assign(pipeline.stages.size(), false);
        for (size_t s = 0; s < pipeline.stages.size(); ++s) number_[pipeline.stages[s].name] = s;
    }

    Result<Regions> run() {
        for (size_t s = 0; s < pipeline_.stages.size(); ++s) collect(s);
        if (!found_.empty()) return std::move(found_);
        group_by_producer();
        for (size_t s = pipeline_.stages.size(); s-- > 0;) settle_stage(s);
        if (!found_.empty()) return std::move(found_);
        for (const Input& input : pipeline_.inputs) settle_input(input);
        return std::move(regions_);
    }

  private:
    void collect(size_t s) {
        CollectedAccesses collected = collect_accesses(pipeline_, s, ranges_);
        for (Diagnostic& d : collected.diagnostics) found_.push_back(std::move(d));
        regions_.writes[s] = std::move(collected.writes);
        std::move(collected.accesses.begin(), collected.accesses.end(),
                  std::back_inserter(regions_.accesses));
        std::move(collected.conditions.begin(), collected.conditions.end(),
                  std::back_inserter(regions_.conditions));
    }

    void group_by_producer() {
        for (AccessRegion& access : regions_.accesses) {
            readers_[access.producer].push_back(&access);
            reads_of_[access.consumer].push_back(&access);
        }
    }

    // A bound 'STAGE.x.min + k' whose stage is settled already, in terms of what that stage's bound is made
    // of: bounds then mostly read 'output plus a number', and those that are equal are seen to be.
    Expr resolved(const Expr& bound) const {
        const Offset parts = split_offset(bound);
        const Variable* v = parts.base ? as<Variable>(*parts.base) : nullptr;
        const auto found = v ? settled_.find(v->name) : settled_.end();
        return found == settled_.end() ? bound : plus(found->second, parts.offset);
    }

    void settle(const Expr& name, const Expr& bound) {
        const Offset parts = split_offset(bound);
        if (!parts.base || as<Variable>(*parts.base)) settled_.emplace(as<Variable>(name)->name, bound);
    }

    // Adds what one access demands of dimension d. A demand that may not happen counts as an empty box when
    // it does not.
    void add_demand(const AccessRegion& access, size_t d, Demand& demand) const {
        demand.add(access.happens, {resolved(access.box[d].min), resolved(access.box[d].max)});
    }

    // An update's own coordinates run over whatever box the stage has; they demand nothing by themselves.
    bool follows_the_box(const AccessRegion& access, size_t s, size_t d) const {
        if (access.consumer != s) return false;
        const Variable* v = as<Variable>(as<Access>(access.access)->args[d]);
        return v && v->scope == Scope::coordinate && v->name == pipeline_.stages[s].dims[d];
    }

    Demand demand_on_stage(size_t s, size_t d) {
        Demand demand;
        const Stage& stage = pipeline_.stages[s];
        if (pipeline_.is_output(stage.name)) {
            demand.add({}, {requested_min(stage, d), requested_max(stage, d)});
        }
        for (const AccessRegion* access : readers_[stage.name]) {
            if (!follows_the_box(*access, s, d)) add_demand(*access, d, demand);
        }
        return demand;
    }

    void settle_stage(size_t s) {
        const Stage& stage = pipeline_.stages[s];
        bool larger_than_asked = false;
        for (size_t d = 0; d < stage.dims.size(); ++d) {
            Demand demand = demand_on_stage(s, d);
            larger_than_asked |= demand.size() > 1;
            if (!regions_.writes[s].empty() && !is_invalid(regions_.writes[s][d].min)) {
                larger_than_asked = true;
                demand.add({}, regions_.writes[s][d]);
            }
            // A stage that nobody reads has nothing to compute.
            if (demand.is_empty()) demand.add({}, {constant_i64(kNowhere), constant_i64(-kNowhere)});
            regions_.stages[s].push_back(demand.box());
        }
        regions_.order[s] = order_of(stage, regions_.stages[s]);
        for (const size_t d : regions_.order[s]) {
            settle(box_min(stage, d), regions_.stages[s][d].min);
            settle(box_max(stage, d), regions_.stages[s][d].max);
        }
        regions_.computed_in_place[s] = pipeline_.is_output(stage.name) && !larger_than_asked;
        note_if_optional(s);
    }

    static bool mentions(const Bounds& bounds, const Stage& stage, size_t dim) {
        const std::string min = as<Variable>(box_min(stage, dim))->name;
        const std::string max = as<Variable>(box_max(stage, dim))->name;
        bool found = false;
        for (const Expr& end : {bounds.min, bounds.max}) {
            for_each_node(end, [&](const Expr& n) {
                const Variable* v = as<Variable>(n);
                found |= v && (v->name == min || v->name == max);
            });
        }
        return found;
    }

    // Each dimension after those that its bounds use.
    std::vector<size_t> order_of(const Stage& stage, const std::vector<Bounds>& box) {
        std::vector<size_t> order, left;
        for (size_t d = 0; d < box.size(); ++d) left.push_back(d);
        while (!left.empty()) {
            const auto next = std::find_if(left.begin(), left.end(), [&](size_t d) {
                return std::none_of(left.begin(), left.end(),
                                    [&](size_t e) { return mentions(box[d], stage, e); });
            });
            if (next == left.end()) {
                report_circle(stage, left);
                return order;
            }
            order.push_back(*next);
            left.erase(next);
        }
        return order;
    }

    void report_circle(const Stage& stage, const std::vector<size_t>& dims) {
        std::vector<std::string> names;
        for (const size_t d : dims) names.push_back("'" + stage.dims[d] + "'");
        Diagnostic d = diagnostic_at(
            pipeline_, stage.span,
            fmt::format("the updates of '{}' make the sizes of its dimensions {} depend on each other.",
                        stage.name, fmt::join(names, ", ")));
        d.hints.push_back("limit an index in them with 'clamp', or split them into two stages.");
        found_.push_back(std::move(d));
    }

    // A stage that is read only where some condition holds may have an empty box; then it reads nothing
    // itself. Neither do its updates: what they store to is a part of the box.
    void note_if_optional(size_t s) {
        const Stage& stage = pipeline_.stages[s];
        if (stage.dims.empty() || pipeline_.is_output(stage.name)) return;
        for (const AccessRegion* access : readers_[stage.name]) {
            const bool by_itself = access->consumer == s;
            if (!by_itself && !access->happens && !optional_[access->consumer]) return;
        }
        optional_[s] = true;
        std::optional<Expr> filled;
        for (size_t d = 0; d < stage.dims.size(); ++d) {
            const Expr one = binary(BinaryOp::le, box_min(stage, d), box_max(stage, d));
            filled = filled ? conjunction(*filled, one) : one;
        }
        for (AccessRegion* access : reads_of_[s]) {
            // What an update reads of its own stage is a part of the box that this is about.
            if (as<Access>(access->access)->producer == stage.name) continue;
            access->happens = access->happens ? conjunction(*access->happens, *filled) : *filled;
        }
    }

    void settle_input(const Input& input) {
        std::vector<Bounds> box;
        const std::vector<AccessRegion*>& readers = readers_[input.name];
        for (size_t d = 0; d < input.dims.size() && !readers.empty(); ++d) {
            Demand demand;
            for (const AccessRegion* access : readers) add_demand(*access, d, demand);
            box.push_back(demand.box());
        }
        regions_.inputs.push_back(std::move(box));
    }

    const Pipeline& pipeline_;
    ValueRanges ranges_;
    Regions regions_;
    Diagnostics found_;
    std::unordered_map<std::string, size_t> number_;
    std::unordered_map<std::string, std::vector<AccessRegion*>> readers_;
    std::unordered_map<size_t, std::vector<AccessRegion*>> reads_of_;  // by consumer
    std::vector<bool> optional_;
    std::unordered_map<std::string, Expr> settled_;
};

}  // namespace

Expr box_min(const Stage& stage, size_t dim) { return box_variable(stage, dim, "min"); }
Expr box_max(const Stage& stage, size_t dim) { return box_variable(stage, dim, "max"); }
Expr requested_min(const Stage& stage, size_t dim) { return box_variable(stage, dim, "out_min"); }
Expr requested_max(const Stage& stage, size_t dim) { return box_variable(stage, dim, "out_max"); }

Result<Regions> infer_regions(const Pipeline& pipeline) { return RegionInference(pipeline).run(); }

}  // namespace pantile::analysis
