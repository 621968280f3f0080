#include "cost/stage_graph.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analysis/index_map.h"
#include "ir/traverse.h"

namespace pantile::cost {

using namespace ir;
using analysis::AccessRegion;

namespace {

double value_of(Rational r) {
    return static_cast<double>(r.numerator()) / static_cast<double>(r.denominator());
}

bool reads_data(const Expr& index) {
    bool found = false;
    for_each_node(index, [&](const Expr& n) { found |= as<Access>(n) != nullptr; });
    return found;
}

// What covers both. Reads that move differently reach anywhere.
Reach hull(const Reach& a, const Reach& b) {
    const bool alike =
        a.kind == b.kind && a.kind != Reach::Kind::anywhere && a.dim == b.dim && a.scale == b.scale;
    if (!alike) return {.by_data = a.by_data || b.by_data, .over_domain = a.over_domain && b.over_domain};
    Reach out = a;
    out.lowest = std::min(a.lowest, b.lowest);
    out.highest = std::max(a.highest, b.highest);
    return out;
}

std::vector<int64_t> extents_of(const analysis::Box& box) {
    std::vector<int64_t> out;
    for (const analysis::Interval& range : box) out.push_back(range.extent());
    return out;
}

// How many points are computed at once.
const std::vector<int64_t> kBlocks = {2, 4, 6, 8};

class GraphBuilder {
  public:
    GraphBuilder(const Pipeline& pipeline, const analysis::Regions& regions,
                 const analysis::ChosenSizes& chosen, Math math)
        : pipeline_(pipeline),
          chosen_(chosen),
          math_(math),
          values_(pipeline, chosen.sizes),
          reads_(pipeline.stages.size()) {
        for (size_t s = 0; s < pipeline.stages.size(); ++s) {
            values_.set_box(pipeline.stages[s], chosen.boxes.stages[s]);
            numbers_[pipeline.stages[s].name] = s;
        }
        for (const AccessRegion& access : regions.accesses) reads_[access.consumer].push_back(&access);
    }

    StageGraph run() {
        for (size_t i = 0; i < pipeline_.inputs.size(); ++i) {
            const Input& input = pipeline_.inputs[i];
            input_numbers_[input.name] = i;
            graph_.inputs.push_back({input.name, input.dims, extents_of(chosen_.sizes.inputs.at(input.name)),
                                     size_in_bytes(input.type)});
        }
        for (size_t s = 0; s < pipeline_.stages.size(); ++s) add_stage(s);
        for (size_t s = 0; s < pipeline_.stages.size(); ++s) add_edges(s);
        return std::move(graph_);
    }

  private:
    Reach reach_of(const Expr& index, const AccessRegion& access, const Stage& consumer) const {
        auto map = analysis::index_map(index, access.environment);
        // Tiles find out by themselves which part of an input they read; borders are a small part of it.
        if (!map && pipeline_.find_input(access.producer))
            map = analysis::index_map(without_limits(index), access.environment);
        if (!map || !map->scale.is_known())
            return {.by_data = reads_data(index), .over_domain = !uses_coordinates(index)};
        if (map->variable.empty())
            return {.kind = Reach::Kind::fixed,
                    .scale = 0,
                    .lowest = value_of(map->lowest),
                    .highest = value_of(map->highest)};
        const auto found = std::find(consumer.dims.begin(), consumer.dims.end(), map->variable);
        if (found == consumer.dims.end()) return {.over_domain = !uses_coordinates(index)};
        return {.kind = Reach::Kind::follows,
                .dim = static_cast<size_t>(found - consumer.dims.begin()),
                .scale = value_of(map->scale),
                .lowest = value_of(map->lowest),
                .highest = value_of(map->highest),
                .limit = map->warp ? limit_number(*map->warp) : 0};
    }

    // The index as it is in the middle of a picture: clamp(clamp(x, …) + 1, …) is x + 1 there.
    static Expr without_limits(const Expr& index) {
        return transform(index, [](const Expr& n) {
            const Binary* b = as<Binary>(n);
            if (!b || (b->op != BinaryOp::min && b->op != BinaryOp::max)) return n;
            if (analysis::is_uniform(b->rhs)) return b->lhs;
            return analysis::is_uniform(b->lhs) ? b->rhs : n;
        });
    }

    int limit_number(const Expr& warp) const {
        for (size_t i = 0; i < limits_.size(); ++i) {
            if (same(limits_[i], warp)) return static_cast<int>(i) + 1;
        }
        limits_.push_back(warp);
        return static_cast<int>(limits_.size());
    }

    void add_stage(size_t s) {
        const Stage& stage = pipeline_.stages[s];
        StageNode node{
            {stage.name, stage.dims, extents_of(chosen_.boxes.stages[s]), size_in_bytes(stage.type)}};
        node.is_output = pipeline_.is_output(stage.name);
        node.is_pointwise = is_pointwise(s);
        for (size_t d = 0; d < stage.dims.size(); ++d) {
            node.pure_dims.push_back(plan::is_pure_dimension(stage, d));
            node.reuse.push_back(stage.updates.empty() ? reuse_along(s, d) : 0);
        }
        const StageReads reads{pipeline_, s, reads_[s]};
        for (size_t k = 0; k <= stage.updates.size(); ++k) node.work.push_back(count_work(reads, k, values_));
        add_blocks(reads, node);
        graph_.stages.push_back(std::move(node));
    }

    void add_blocks(const StageReads& reads, StageNode& node) const {
        // Along the innermost dimension there are vectors; sums stay in registers also one by one.
        add_blocks(reads, node, 0, {1});
        for (size_t d = 1; d < node.dims.size(); ++d) {
            std::vector<int64_t> parts;
            for (const int64_t count : kBlocks) {
                if (!is_whole_range(pipeline_, pipeline_.stages[reads.stage], {d, count}))
                    parts.push_back(count);
            }
            add_blocks(reads, node, d, parts);
            const CoordinateRange* const range = pipeline_.stages[reads.stage].range_of(d);
            const int64_t more = range ? range->max - range->min : 0;
            if (more > 0 && more < kBlocks.back()) add_blocks(reads, node, d, {more + 1});
        }
    }

    // Who gains from one of these counts gains from all.
    void add_blocks(const StageReads& reads, StageNode& node, size_t dim,
                    const std::vector<int64_t>& counts) const {
        std::vector<size_t> gain;
        for (size_t k = 0; k < node.work.size() && dim < node.dims.size(); ++k) {
            if (gains_from_blocks(reads, k, node.work[k], {dim, counts[0]})) gain.push_back(k);
        }
        if (gain.empty()) return;
        for (const int64_t count : counts) {
            BlockWork block{dim, count, node.work};
            for (const size_t k : gain)
                block.work[k] = count_block(reads, k, values_, node.work[k], {{dim, count}, math_});
            node.blocks.push_back(std::move(block));
        }
    }

    // Every point depends on one point of what it reads, the same one everywhere; tables that values point
    // into do not count.
    bool is_pointwise(size_t s) const {
        const Stage& stage = pipeline_.stages[s];
        if (!stage.updates.empty()) return false;
        std::map<size_t, double> offsets;
        for (const AccessRegion* access : reads_[s]) {
            for (const Expr& index : as<Access>(access->access)->args) {
                if (reads_data(index)) continue;
                const Reach reach = reach_of(index, *access, stage);
                if (reach.kind == Reach::Kind::fixed && reach.lowest == reach.highest) continue;
                if (reach.kind != Reach::Kind::follows || reach.scale != 1 || reach.lowest != reach.highest)
                    return false;
                if (offsets.emplace(reach.dim, reach.lowest).first->second != reach.lowest) return false;
            }
        }
        return true;
    }

    // PolyMage+, section 4.2, as its code does it: how many elements are read both in the middle of a
    // dimension and one step further on, all producers together.
    int reuse_along(size_t s, size_t dim) const {
        constexpr double kMiddle = 1024;
        std::set<int64_t> here, next;
        for (const AccessRegion* access : reads_[s]) {
            for (const Expr& index : as<Access>(access->access)->args) {
                const Reach r = reach_of(index, *access, pipeline_.stages[s]);
                if (r.kind != Reach::Kind::follows || r.dim != dim || r.highest - r.lowest > 256) continue;
                for (double o = r.lowest; o <= r.highest; ++o) {
                    here.insert(static_cast<int64_t>(std::floor(r.scale * kMiddle + o)));
                    next.insert(static_cast<int64_t>(std::floor(r.scale * (kMiddle + 1) + o)));
                }
            }
        }
        int both = 0;
        for (const int64_t i : here) both += static_cast<int>(next.count(i));
        return both;
    }

    void add_edges(size_t s) {
        std::map<std::string, size_t> known;  // producer to edge
        for (const AccessRegion* access : reads_[s]) {
            if (access->producer == pipeline_.stages[s].name) continue;
            std::vector<Reach> reaches = reaches_of(*access, s);
            const double loads = loads_of(reaches);
            const auto [place, is_new] = known.emplace(access->producer, graph_.edges.size());
            if (is_new)
                add_edge(access->producer, s, std::move(reaches));
            else
                widen(graph_.edges[place->second], reaches);
            Edge& edge = graph_.edges[place->second];
            edge.loads += loads;
            edge.always.resize(pipeline_.stages[s].dims.size(), false);
            for (size_t d = 0; d < edge.always.size(); ++d)
                edge.always[d] = edge.always[d] || plan::is_unconditional(pipeline_, *access, d);
        }
        for (const auto& [producer, e] : known)
            graph_.edges[e].reuse = reuse_of(graph_.edges[e].reaches, pipeline_.stages[s].dims.size());
    }

    static Reuse reuse_of(const std::vector<Reach>& reaches, size_t rank) {
        Reuse reuse{.is_followed = std::vector<bool>(rank, false)};
        for (size_t d = 0; d < reaches.size(); ++d) {
            const Reach& r = reaches[d];
            const bool follows = r.kind == Reach::Kind::follows;
            if (follows && d > 0) reuse.rows = std::max(reuse.rows, r.highest - r.lowest);
            if (follows) reuse.is_followed[r.dim] = true;
            reuse.over_domain |= r.over_domain;
            reuse.is_known &= r.kind != Reach::Kind::anywhere || (r.over_domain && !r.by_data);
        }
        return reuse;
    }

    std::vector<Reach> reaches_of(const AccessRegion& access, size_t s) const {
        std::vector<Reach> reaches;
        for (const Expr& index : as<Access>(access.access)->args)
            reaches.push_back(reach_of(index, access, pipeline_.stages[s]));
        return reaches;
    }

    // A read inside of a reduction reaches as far as the reduction runs, and loads as many elements.
    static double loads_of(const std::vector<Reach>& reaches) {
        double loads = 1;
        for (const Reach& r : reaches) {
            if (r.kind != Reach::Kind::anywhere) loads *= std::max(1.0, std::floor(r.highest - r.lowest) + 1);
        }
        return loads;
    }

    void add_edge(const std::string& producer, size_t consumer, std::vector<Reach> reaches) {
        const auto input = input_numbers_.find(producer);
        const bool from_input = input != input_numbers_.end();
        const size_t number = from_input ? input->second : numbers_.at(producer);
        graph_.stages[consumer].in.push_back(graph_.edges.size());
        if (!from_input) graph_.stages[number].out.push_back(graph_.edges.size());
        graph_.edges.push_back({.producer = number,
                                .consumer = consumer,
                                .from_input = from_input,
                                .reaches = std::move(reaches)});
    }

    static void widen(Edge& edge, const std::vector<Reach>& reaches) {
        for (size_t d = 0; d < reaches.size(); ++d) edge.reaches[d] = hull(edge.reaches[d], reaches[d]);
    }

    const Pipeline& pipeline_;
    const analysis::ChosenSizes& chosen_;
    const Math math_;
    analysis::BoundValues values_;
    std::vector<std::vector<const AccessRegion*>> reads_;
    std::map<std::string, size_t> numbers_, input_numbers_;
    mutable std::vector<Expr> limits_;  // all that were met
    StageGraph graph_;
};

}  // namespace

double Array::points() const {
    double all = 1;
    for (const int64_t e : extents) all *= static_cast<double>(e);
    return all;
}

double StageGraph::bytes_in_and_out() const {
    double bytes = 0;
    for (const Array& input : inputs) bytes += input.bytes();
    for (const StageNode& stage : stages) bytes += stage.is_output ? stage.bytes() : 0;
    return bytes;
}

StageSet StageGraph::all() const {
    StageSet set(stages.size());
    for (size_t s = 0; s < stages.size(); ++s) set.insert(s);
    return set;
}

std::vector<size_t> StageGraph::producers_of(size_t stage) const {
    std::vector<size_t> out;
    for (const size_t e : stages[stage].in) {
        if (!edges[e].from_input) out.push_back(edges[e].producer);
    }
    return out;
}

std::vector<size_t> StageGraph::consumers_of(size_t stage) const {
    std::vector<size_t> out;
    for (const size_t e : stages[stage].out) out.push_back(edges[e].consumer);
    return out;
}

StageGraph build_graph(const Pipeline& pipeline, const analysis::Regions& regions,
                       const analysis::ChosenSizes& chosen, Math math) {
    StageGraph graph = GraphBuilder(pipeline, regions, chosen, math).run();
    graph.reads = std::make_shared<const plan::StageReads>(plan::stage_reads(pipeline, regions));
    return graph;
}

}  // namespace pantile::cost
