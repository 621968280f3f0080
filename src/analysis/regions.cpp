#include "analysis/regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "analysis/collect_accesses.h"
#include "analysis/symbolic.h"
#include "analysis/value_ranges.h"
#include "ir/build.h"
#include "ir/print.h"
#include "ir/traverse.h"

namespace pantile::analysis {

using namespace ir;

namespace {

Expr box_variable(const Stage& stage, size_t dim, std::string_view which) {
    return variable(Scope::local, fmt::format("{}.{}.{}", stage.name, stage.dims[dim], which), ScalarType::i64);
}

// All bounds that a producer's dimension must cover.
struct Demand {
    std::vector<Expr> mins;
    std::vector<Expr> maxs;
};

class RegionInference {
  public:
    explicit RegionInference(const Pipeline& pipeline) : pipeline_(pipeline), ranges_(value_ranges(pipeline)) {
        regions_.stages.resize(pipeline.stages.size());
        regions_.writes.resize(pipeline.stages.size());
        regions_.computed_in_place.assign(pipeline.stages.size(), false);
        for (size_t s = 0; s < pipeline.stages.size(); ++s) number_[pipeline.stages[s].name] = s;
    }

    Result<Regions> run() {
        for (size_t s = 0; s < pipeline_.stages.size(); ++s) collect(s);
        if (!found_.empty()) return std::move(found_);
        group_by_producer();
        for (size_t s = pipeline_.stages.size(); s-- > 0;) settle_stage(s);
        for (const Input& input : pipeline_.inputs) settle_input(input);
        return std::move(regions_);
    }

  private:
    void collect(size_t s) {
        CollectedAccesses collected = collect_accesses(pipeline_, s, ranges_);
        for (Diagnostic& d : collected.diagnostics) found_.push_back(std::move(d));
        regions_.writes[s] = std::move(collected.writes);
        std::move(collected.accesses.begin(), collected.accesses.end(), std::back_inserter(regions_.accesses));
        std::move(collected.conditions.begin(), collected.conditions.end(), std::back_inserter(regions_.conditions));
    }

    void group_by_producer() {
        for (const AccessRegion& access : regions_.accesses) readers_[access.producer].push_back(&access);
    }

    // A bound 'STAGE.x.min + k' whose stage is settled already, in terms of what that stage's bound is made of: bounds
    // then mostly read 'output plus a number', and those that are equal are seen to be.
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

    // Adds what one access demands of dimension d. A demand that may not happen counts as an empty box when it does not.
    void add_demand(const AccessRegion& access, size_t d, Demand& demand) const {
        const Expr min = resolved(access.box[d].min), max = resolved(access.box[d].max);
        demand.mins.push_back(access.happens ? select(*access.happens, min, constant_i64(kNowhere)) : min);
        demand.maxs.push_back(access.happens ? select(*access.happens, max, constant_i64(-kNowhere)) : max);
    }

    // An update's own coordinates run over whatever box the stage has; they demand nothing by themselves.
    bool follows_the_box(const AccessRegion& access, size_t s, size_t d) const {
        if (access.consumer != s) return false;
        const Variable* v = as<Variable>(as<Access>(access.access)->args[d]);
        return v && v->scope == Scope::coordinate;
    }

    Demand demand_on_stage(size_t s, size_t d) {
        Demand demand;
        const Stage& stage = pipeline_.stages[s];
        if (pipeline_.is_output(stage.name)) {
            demand.mins.push_back(requested_min(stage, d));
            demand.maxs.push_back(requested_max(stage, d));
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
            larger_than_asked |= demand.mins.size() > 1;
            if (!regions_.writes[s].empty() && !is_invalid(regions_.writes[s][d].min)) {
                larger_than_asked = true;
                demand.mins.push_back(regions_.writes[s][d].min);
                demand.maxs.push_back(regions_.writes[s][d].max);
            }
            regions_.stages[s].push_back({least(demand.mins), greatest(demand.maxs)});
            settle(box_min(stage, d), regions_.stages[s][d].min);
            settle(box_max(stage, d), regions_.stages[s][d].max);
        }
        regions_.computed_in_place[s] = pipeline_.is_output(stage.name) && !larger_than_asked;
    }

    void settle_input(const Input& input) {
        std::vector<Bounds> box;
        const std::vector<const AccessRegion*>& readers = readers_[input.name];
        for (size_t d = 0; d < input.dims.size() && !readers.empty(); ++d) {
            Demand demand;
            for (const AccessRegion* access : readers) add_demand(*access, d, demand);
            box.push_back({least(demand.mins), greatest(demand.maxs)});
        }
        regions_.inputs.push_back(std::move(box));
    }

    const Pipeline& pipeline_;
    ValueRanges ranges_;
    Regions regions_;
    Diagnostics found_;
    std::unordered_map<std::string, size_t> number_;
    std::unordered_map<std::string, std::vector<const AccessRegion*>> readers_;
    std::unordered_map<std::string, Expr> settled_;
};

}  // namespace

Expr box_min(const Stage& stage, size_t dim) { return box_variable(stage, dim, "min"); }
Expr box_max(const Stage& stage, size_t dim) { return box_variable(stage, dim, "max"); }
Expr requested_min(const Stage& stage, size_t dim) { return box_variable(stage, dim, "out_min"); }
Expr requested_max(const Stage& stage, size_t dim) { return box_variable(stage, dim, "out_max"); }

Result<Regions> infer_regions(const Pipeline& pipeline) { return RegionInference(pipeline).run(); }

}  // namespace pantile::analysis
