#include "report/forecast.h"

namespace pantile::report {

namespace {

using cost::PlannedGroup;

// The first cache that holds so many bytes per thread. The last one belongs to all of them.
std::string cache_for(double bytes, const machine::Target& target) {
    const machine::Machine& m = target.machine;
    if (bytes <= static_cast<double>(m.l1.bytes)) return "L1";
    if (bytes <= static_cast<double>(m.l2.bytes)) return "L2";
    if (bytes * target.threads <= static_cast<double>(m.l3.bytes)) return "L3";
    return "";
}

// As it was planned, or as it is expected where the sizes of the plan are not known.
double scratch_of(const ExplainRequest& in, const PlannedGroup& planned, const GroupReport& group) {
    if (group.arena_bytes) return static_cast<double>(*group.arena_bytes);
    return cost::scratch_bytes(in.graph, planned.frame, planned.plan);
}

void add_group(const ExplainRequest& in, const PlannedGroup& planned, GroupReport& group) {
    group.forecast = {.time = planned.prediction.time,
                      .bytes = planned.prediction.bytes,
                      .least_bytes = planned.prediction.least_bytes};
    if (schedule::is_tiled(group.group))
        group.forecast.fits = cache_for(scratch_of(in, planned, group), in.target);
}

// What a single group of everything, in one tile, would move.
double least_bytes(const ExplainRequest& in) {
    const cost::GroupFrame frame = cost::frame_group(in.graph, in.graph.all());
    const cost::TilePlan whole{
        .tile = cost::TileSizes(frame.reference().dims.size(), 0), .sliding = {}, .parallel = {}};
    return cost::predict(in.graph, frame, whole, in.target).least_bytes;
}

void add_total(const ExplainRequest& in, Explanation& out) {
    out.total = {.share = 1, .least_bytes = least_bytes(in)};
    for (const GroupReport& g : out.groups) {
        out.total.time += g.forecast.time;
        out.total.bytes += g.forecast.bytes;
    }
    for (GroupReport& g : out.groups)
        g.forecast.share = out.total.time > 0 ? g.forecast.time / out.total.time : 0;
}

void add_apart(const ExplainRequest& in, const std::vector<PlannedGroup>& planned, Explanation& out) {
    std::vector<size_t> group_of(in.graph.stages.size(), 0);
    for (size_t g = 0; g < planned.size(); ++g)
        planned[g].stages.for_each([&](size_t s) { group_of[s] = g; });
    // The same for all reads between two groups.
    std::map<std::pair<size_t, size_t>, std::string> known;
    for (const cost::Edge& e : in.graph.edges) {
        if (e.from_input || group_of[e.producer] == group_of[e.consumer]) continue;
        const auto pair = std::pair(group_of[e.producer], group_of[e.consumer]);
        auto found = known.find(pair);
        if (found == known.end()) {
            const search::DecidedGroups decided{in.graph, in.target, planned, in.by};
            found = known.emplace(pair, search::why_apart(decided, pair.first, pair.second)).first;
        }
        out.apart.push_back({in.graph.stages[e.producer].name, in.graph.stages[e.consumer].name, pair.first,
                             pair.second, found->second});
    }
}

}  // namespace

void add_forecast(const ExplainRequest& in, Explanation& out) {
    std::vector<PlannedGroup> planned;
    for (GroupReport& g : out.groups) {
        planned.push_back(cost::plan_group(in.graph, g.group, in.target));
        add_group(in, planned.back(), g);
    }
    add_total(in, out);
    add_apart(in, planned, out);
}

}  // namespace pantile::report
