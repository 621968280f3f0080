#include "random/make_schedule.h"

#include <algorithm>
#include <set>

#include "plan/plan.h"
#include "random/depends_on_data.h"
#include "rewrite/inline_stages.h"
#include "search/naive.h"

namespace pantile::random {

using ir::Input;
using ir::Pipeline;
using ir::ReductionVariable;
using ir::Stage;
using schedule::Group;
using schedule::ReductionTile;
using schedule::Schedule;
using schedule::Shape;

namespace {

constexpr int kMostDraws = 40;

class ScheduleDraw {
  public:
    ScheduleDraw(Random& random, const Pipeline& pipeline, const std::vector<analysis::Box>& boxes,
                 Boldness boldness)
        : random_(random), pipeline_(pipeline), boxes_(boxes), boldness_(boldness) {}

    Schedule run() {
        Schedule s{"random", schedule::hash_of(pipeline_), {}, {}};
        for (const size_t stage : some_order()) {
            const Stage& next = pipeline_.stages[stage];
            if (can_be_inlined(next) && boldly(25)) {
                s.rewrites.insert(rewrite::Inline{next.name});
            } else {
                if (s.groups.empty() || !boldly(65)) s.groups.emplace_back();
                s.groups.back().stages.push_back(next.name);
                if (can_be_inlined(next) && boldly(25)) inline_for_some(next, s);
            }
        }
        for (const Stage& stage : pipeline_.stages)
            if (random_.chance(40)) make_parts(stage, s);
        for (Group& group : s.groups) fill(group);
        return s;
    }

  private:
    bool boldly(int percent) { return random_.chance(percent * boldness_ / 100); }

    bool can_be_inlined(const Stage& s) const {
        return !pipeline_.is_output(s.name) && s.updates.empty() && !depends_on_data(s.cases[0].condition);
    }

    // All of its readers but one may compute it.
    void inline_for_some(const Stage& stage, Schedule& s) {
        std::vector<std::string> readers;
        for (const Stage& other : pipeline_.stages)
            if (ir::reads_from(other, stage.name)) readers.push_back(other.name);
        if (readers.size() < 2) return;
        const size_t kept = random_.below(readers.size());
        for (size_t r = 0; r < readers.size(); ++r)
            if (r != kept && random_.chance(60))
                s.rewrites.insert(rewrite::InlineInto{stage.name, readers[r]});
    }

    // What its points share is computed before it, in the same group.
    void make_parts(const Stage& stage, Schedule& s) {
        rewrite::Rewrites rewrites = s.rewrites;
        rewrites.insert(rewrite::FactorParts{stage.name});
        if (rewrites.count(rewrite::Inline{stage.name}) || rewrite::why_not_inlined(pipeline_, rewrites))
            return;
        const Pipeline left = rewrite::inline_stages(pipeline_, rewrites);
        s.rewrites = std::move(rewrites);
        for (Group& group : s.groups) {
            const auto at = std::find(group.stages.begin(), group.stages.end(), stage.name);
            if (at == group.stages.end()) continue;
            const auto place = at - group.stages.begin();
            std::vector<std::string> parts;
            for (const std::string& name : ir::producers_of(*left.find_stage(stage.name)))
                if (left.find_stage(name) && !pipeline_.find_stage(name)) parts.push_back(name);
            group.stages.insert(group.stages.begin() + place, parts.begin(), parts.end());
        }
    }

    // Producers before consumers, otherwise as it comes.
    std::vector<size_t> some_order() {
        std::vector<size_t> order;
        std::set<std::string> done;
        for (const Input& input : pipeline_.inputs) done.insert(input.name);
        while (order.size() < pipeline_.stages.size()) {
            std::vector<size_t> ready;
            for (size_t s = 0; s < pipeline_.stages.size(); ++s) {
                if (!done.count(pipeline_.stages[s].name) && is_ready(pipeline_.stages[s], done))
                    ready.push_back(s);
            }
            const size_t next = boldly(40) ? random_.pick(ready) : ready[0];
            done.insert(pipeline_.stages[next].name);
            order.push_back(next);
        }
        return order;
    }

    static bool is_ready(const Stage& stage, const std::set<std::string>& done) {
        const std::vector<std::string> producers = ir::producers_of(stage);
        return std::all_of(producers.begin(), producers.end(), [&](const std::string& name) {
            return name == stage.name || done.count(name) > 0;
        });
    }

    size_t number_of(const std::string& stage) const {
        for (size_t s = 0; s < pipeline_.stages.size(); ++s)
            if (pipeline_.stages[s].name == stage) return s;
        return 0;
    }

    void fill(Group& group) {
        const size_t reference = number_of(group.stages.back());
        const size_t rank = pipeline_.stages[reference].dims.size();
        const bool tiled = group.stages.size() > 1 || boldly(60);
        for (size_t d = 0; tiled && d < rank; ++d)
            group.tile.push_back(tile_size(boxes_[reference][d].extent()));
        if (tiled)
            group.shape = random_.pick({Shape::scalene, Shape::scalene, Shape::loose, Shape::rectangle});
        if (tiled && rank > 0 && boldly(45))
            group.sliding = schedule::Sliding{random_.below(rank), random_.between(1, 4)};
        if (rank > 0 && boldly(30)) group.order = loop_order(rank);
        for (size_t d = 0; d < rank; ++d)
            if (random_.chance(35)) group.parallel_dims.push_back(d);
        if (rank > 0 && random_.chance(50)) group.vector_dim = 0;
        if (rank > 0 && boldly(30)) group.registers = registers(pipeline_.stages[reference]);
        if (boldly(70)) fuse(group);
        for (const std::string& name : group.stages)
            if (group.vector_dim && boldly(20)) group.streamed.push_back(name);
        for (const std::string& name : group.stages)
            tile_reductions(pipeline_.stages[number_of(name)], group);
    }

    // Any order that ends with the innermost dimension.
    std::vector<size_t> loop_order(size_t rank) {
        std::vector<size_t> left, order;
        for (size_t d = 1; d < rank; ++d) left.push_back(d);
        while (!left.empty()) {
            const size_t at = random_.below(left.size());
            order.push_back(left[at]);
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
        }
        order.push_back(0);
        return order;
    }

    // A few vectors, and a few points along one other dimension, or all that it has.
    std::vector<int64_t> registers(const Stage& last) {
        std::vector<int64_t> counts(last.dims.size(), 1);
        counts[0] = random_.between(1, 3);
        if (counts.size() == 1) return counts;
        const size_t d = 1 + random_.below(counts.size() - 1);
        const ir::CoordinateRange* all = last.range_of(d);
        counts[d] = all && random_.chance(70) ? all->max - all->min + 1 : random_.between(1, 5);
        return counts;
    }

    int64_t tile_size(int64_t extent) {
        if (!random_.chance(50)) return random_.pick({0, 1, 2, 3, 5, 8, 16});
        return std::max<int64_t>(1, extent + random_.between(-1, 1));
    }

    // Mostly neighbours that look as if a tile needs the same part of them: others cannot share their loops.
    void fuse(Group& group) {
        for (size_t i = 0; i + 1 < group.stages.size();) {
            size_t end = i + 1;
            while (end < group.stages.size() && (are_alike(group, i, end) || random_.chance(2))) ++end;
            if (end > i + 1) {
                const auto first = group.stages.begin();
                group.fused.emplace_back(first + static_cast<std::ptrdiff_t>(i),
                                         first + static_cast<std::ptrdiff_t>(end));
            }
            i = end;
        }
    }

    // Whether the same stages read both, and neither has updates.
    bool are_alike(const Group& group, size_t a, size_t b) const {
        const Stage &x = pipeline_.stages[number_of(group.stages[a])],
                    &y = pipeline_.stages[number_of(group.stages[b])];
        return x.dims == y.dims && x.updates.empty() && y.updates.empty() && !pipeline_.is_output(x.name) &&
               readers_of(x.name) == readers_of(y.name);
    }

    std::set<std::string> readers_of(const std::string& name) const {
        std::set<std::string> readers;
        for (const Stage& stage : pipeline_.stages) {
            const std::vector<std::string> read = ir::producers_of(stage);
            if (std::find(read.begin(), read.end(), name) != read.end()) readers.insert(stage.name);
        }
        return readers;
    }

    void tile_reductions(const Stage& stage, Group& group) {
        for (size_t u = 0; u < stage.updates.size(); ++u) {
            for (const ReductionVariable& v : stage.updates[u].domain.variables) {
                if (!boldly(30)) continue;
                const int64_t size = random_.pick({1, 2, 3, 4, 7, 16});
                group.reduction_tiles.push_back({stage.name, u + 1, v.name, size, random_.chance(40)});
            }
        }
    }

    Random& random_;
    const Pipeline& pipeline_;
    const std::vector<analysis::Box>& boxes_;
    const Boldness boldness_;
};

}  // namespace

std::string without_names(const std::string& message) {
    std::string out;
    bool quoted = false;
    for (const char c : message) {
        if (c == '\'') {
            quoted = !quoted;
            out += quoted ? "'…" : "'";
        } else if (!quoted && c >= '0' && c <= '9') {
            if (out.empty() || out.back() != 'N') out += 'N';
        } else if (!quoted) {
            out += c;
        }
    }
    return out;
}

Schedule draw_schedule(Random& random, const Pipeline& pipeline, const std::vector<analysis::Box>& boxes,
                       Boldness boldness) {
    return ScheduleDraw(random, pipeline, boxes, boldness).run();
}

LegalSchedule make_schedule(Random& random, const Pipeline& pipeline,
                            const std::vector<analysis::Box>& boxes) {
    LegalSchedule out;
    for (int draw = 0; draw < kMostDraws; ++draw) {
        const Boldness boldness = 100 - 100 * draw / kMostDraws;
        out.schedule = draw_schedule(random, pipeline, boxes, boldness);
        const Diagnostics reasons = plan::check_legal(out.schedule, pipeline);
        if (reasons.empty()) return out;
        ++out.refusals[without_names(reasons[0].message)];
    }
    out.schedule = search::naive(pipeline);
    return out;
}

}  // namespace pantile::random
