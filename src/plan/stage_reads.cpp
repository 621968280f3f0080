#include "plan/stage_reads.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "ir/traverse.h"

namespace pantile::plan {

using namespace analysis;
using namespace ir;

namespace {

bool same_warp(const IndexMap& a, const IndexMap& b) {
    return a.warp.has_value() == b.warp.has_value() && (!a.warp || a.warp->id() == b.warp->id());
}

bool is_known(const IndexMap& map) {
    return map.scale.is_known() && map.lowest.is_known() && map.highest.is_known() && map.reached.is_known();
}

bool differ_in_offsets(const ReadDim& a, const ReadDim& b) {
    if (!a.map || !b.map) return !a.map && !b.map;
    return is_known(*a.map) && is_known(*b.map) && a.map->variable == b.map->variable &&
           a.map->scale == b.map->scale && same_warp(*a.map, *b.map);
}

bool can_join(const StageRead& a, const StageRead& b) {
    return a.consumer == b.consumer && a.always == b.always &&
           std::equal(a.dims.begin(), a.dims.end(), b.dims.begin(), b.dims.end(), differ_in_offsets);
}

void join(StageRead& into, const StageRead& read) {
    into.accesses.insert(into.accesses.end(), read.accesses.begin(), read.accesses.end());
    for (size_t d = 0; d < into.dims.size(); ++d) {
        if (!into.dims[d].map) continue;
        IndexMap& all = *into.dims[d].map;
        const IndexMap& one = *read.dims[d].map;
        all.lowest = smaller_of(all.lowest, one.lowest);
        all.highest = larger_of(all.highest, one.highest);
        all.reached = larger_of(all.reached, one.reached);
        into.dims[d].least_reached = smaller_of(into.dims[d].least_reached, read.dims[d].least_reached);
    }
}

class ReadCollection {
  public:
    ReadCollection(const Pipeline& pipeline, const Regions& regions)
        : pipeline_(pipeline),
          regions_(regions),
          is_wanted_(pipeline.stages.size(), false),
          reads_of_(pipeline.stages.size()) {
        out_.stages.resize(pipeline.stages.size());
        for (size_t s = 0; s < pipeline.stages.size(); ++s) {
            numbers_[pipeline.stages[s].name] = s;
            out_.stages[s].dims = pipeline.stages[s].dims;
            out_.stages[s].is_output = pipeline.is_output(pipeline.stages[s].name);
        }
    }

    StageReads run(const std::vector<size_t>& stages) {
        for (const size_t s : stages) {
            is_wanted_[s] = true;
            for (size_t d = 0; d < out_.stages[s].dims.size(); ++d)
                out_.stages[s].pure_dims.push_back(is_pure_dimension(pipeline_.stages[s], d));
        }
        for (size_t a = regions_.accesses.size(); a-- > 0;) add(a);
        std::reverse(out_.reads.begin(), out_.reads.end());
        for (size_t r = 0; r < out_.reads.size(); ++r) {
            out_.stages[out_.reads[r].producer].out.push_back(r);
            out_.stages[out_.reads[r].consumer].in.push_back(r);
        }
        return std::move(out_);
    }

  private:
    void add(size_t a) {
        const AccessRegion& access = regions_.accesses[a];
        const auto producer = numbers_.find(access.producer);
        if (producer == numbers_.end() || producer->second == access.consumer) return;
        StageRead read{producer->second, access.consumer, {a}};
        if (is_wanted_[read.producer] && is_wanted_[read.consumer]) fill(read, access);
        std::vector<size_t>& known = reads_of_[read.producer];
        const auto like =
            std::find_if(known.begin(), known.end(), [&](size_t r) { return can_join(out_.reads[r], read); });
        if (like != known.end()) return join(out_.reads[*like], read);
        known.push_back(out_.reads.size());
        out_.reads.push_back(std::move(read));
    }

    // Equal ones become one node: they are compared for every group.
    Expr known_warp(const Expr& warp) {
        const auto found =
            std::find_if(warps_.begin(), warps_.end(), [&](const Expr& w) { return same(w, warp); });
        if (found != warps_.end()) return *found;
        warps_.push_back(warp);
        return warp;
    }

    void fill(StageRead& read, const AccessRegion& access) {
        const std::vector<std::string>& dims = pipeline_.stages[read.consumer].dims;
        for (const Expr& index : as<Access>(access.access)->args) {
            ReadDim dim{index_map(index, access.environment), std::nullopt};
            if (dim.map) {
                if (dim.map->warp) dim.map->warp = known_warp(*dim.map->warp);
                const auto found = std::find(dims.begin(), dims.end(), dim.map->variable);
                if (found != dims.end()) dim.along = static_cast<size_t>(found - dims.begin());
                dim.least_reached = dim.map->reached;
            }
            read.dims.push_back(std::move(dim));
        }
        for (size_t d = 0; d < dims.size(); ++d)
            read.always.push_back(is_unconditional(pipeline_, access, d));
    }

    const Pipeline& pipeline_;
    const Regions& regions_;
    std::map<std::string, size_t> numbers_;
    std::vector<bool> is_wanted_;
    std::vector<std::vector<size_t>> reads_of_;  // of each stage as a producer, while they are collected
    std::vector<Expr> warps_;                    // that were met
    StageReads out_;
};

}  // namespace

StageReads reads_between(const Pipeline& pipeline, const Regions& regions,
                         const std::vector<size_t>& stages) {
    return ReadCollection(pipeline, regions).run(stages);
}

StageReads stage_reads(const Pipeline& pipeline, const Regions& regions) {
    std::vector<size_t> stages(pipeline.stages.size());
    std::iota(stages.begin(), stages.end(), size_t{0});
    return reads_between(pipeline, regions, stages);
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

}  // namespace pantile::plan
