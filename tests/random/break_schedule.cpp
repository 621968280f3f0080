#include "random/break_schedule.h"

#include <algorithm>
#include <functional>

#include "random/depends_on_data.h"
#include "rewrite/inline_stages.h"

namespace pantile::random {

using schedule::Group;
using schedule::Schedule;

namespace {

class Breaking {
  public:
    Breaking(Random& random, const Schedule& legal, const ir::Pipeline& pipeline)
        : random_(random), legal_(legal), pipeline_(pipeline) {}

    std::vector<BrokenSchedule> run() {
        break_header();
        break_stages();
        break_order();
        break_dimensions();
        break_inlining();
        break_fusion();
        break_reductions();
        break_stores();
        return std::move(out_);
    }

  private:
    void add(std::string mistake, const std::function<void(Schedule&)>& make) {
        BrokenSchedule broken{std::move(mistake), legal_};
        make(broken.schedule);
        out_.push_back(std::move(broken));
    }
    // In some group; it gets the rank of the group's reference stage.
    void add_in_group(std::string mistake, const std::function<void(Group&, size_t)>& make) {
        const size_t g = random_.below(legal_.groups.size());
        const size_t rank = pipeline_.find_stage(legal_.groups[g].stages.back())->dims.size();
        add(std::move(mistake), [&](Schedule& s) { make(s.groups[g], rank); });
    }

    void break_stores() {
        add_in_group("a stage of nowhere goes past the caches",
                     [](Group& g, size_t) { g.streamed.push_back("no_such_stage"); });
        add_in_group("a stage goes past the caches twice", [](Group& g, size_t) {
            g.streamed = {g.stages.back(), g.stages.back()};
        });
    }

    void break_header() {
        add("the hash is another one", [](Schedule& s) { s.pipeline_hash.back() ^= 1; });
        add("there is no hash", [](Schedule& s) { s.pipeline_hash.clear(); });
        add("there is nothing in it", [](Schedule& s) { s.groups.clear(), s.rewrites.clear(); });
    }

    void break_stages() {
        add_in_group("a stage is missing", [](Group& g, size_t) { g.stages.erase(g.stages.begin()); });
        add_in_group("a stage stands twice in a group",
                     [](Group& g, size_t) { g.stages.insert(g.stages.begin(), g.stages[0]); });
        add("a stage stands in two groups",
            [](Schedule& s) { s.groups.push_back({.stages = {s.groups[0].stages[0]}}); });
        add_in_group("a stage is not known",
                     [](Group& g, size_t) { g.stages.insert(g.stages.begin(), "no_such_stage"); });
        add_in_group("an input is scheduled", [&](Group& g, size_t) {
            g.stages.insert(g.stages.begin(), pipeline_.inputs.empty() ? "" : pipeline_.inputs[0].name);
        });
        add("a group is empty", [](Schedule& s) { s.groups.emplace_back(); });
    }

    bool reads(const std::string& consumer, const Group& producers) const {
        const std::vector<std::string> read = ir::producers_of(*pipeline_.find_stage(consumer));
        return std::any_of(producers.stages.begin(), producers.stages.end(), [&](const std::string& p) {
            return p != consumer && std::find(read.begin(), read.end(), p) != read.end();
        });
    }

    void break_order() {
        for (size_t g = 0; g + 1 < legal_.groups.size(); ++g) {
            const std::vector<std::string>& later = legal_.groups[g + 1].stages;
            const bool depends = std::any_of(later.begin(), later.end(), [&](const std::string& stage) {
                return reads(stage, legal_.groups[g]);
            });
            if (!depends) continue;
            add("a group comes before one that it reads",
                [&](Schedule& s) { std::swap(s.groups[g], s.groups[g + 1]); });
            return;
        }
    }

    void break_dimensions() {
        add_in_group("a tile is negative", [](Group& g, size_t rank) {
            g.tile.assign(std::max<size_t>(rank, 1), 0);
            g.tile.back() = -1;
        });
        add_in_group("there are more tile sizes than dimensions",
                     [](Group& g, size_t rank) { g.tile.assign(rank + 1, 8); });
        add_in_group("a parallel dimension is not there",
                     [](Group& g, size_t rank) { g.parallel_dims = {rank}; });
        add_in_group("a parallel dimension is far away",
                     [](Group& g, size_t) { g.parallel_dims = {SIZE_MAX}; });
        add_in_group("the order names a dimension that is not there",
                     [](Group& g, size_t rank) { g.order.assign(1, rank); });
        add_in_group("a loop is there twice", [](Group& g, size_t rank) { g.order.assign(rank + 1, 0); });
        add_in_group("registers hold no points",
                     [](Group& g, size_t rank) { g.registers.assign(rank + 1, 0); });
        add_in_group("registers along too many dimensions",
                     [](Group& g, size_t rank) { g.registers.assign(std::max<size_t>(rank, 1), 17); });
        add_in_group("an outer dimension becomes vectors", [](Group& g, size_t) { g.vector_dim = 1; });
        add_in_group("the sliding dimension is not there", [](Group& g, size_t rank) {
            g.tile.assign(rank, 8);
            g.sliding = schedule::Sliding{rank, 1};
        });
        for (const int64_t rows : {int64_t{0}, int64_t{-1}}) {
            add_in_group("it slides by no rows", [&](Group& g, size_t rank) {
                g.tile.assign(rank, 8);
                g.sliding = schedule::Sliding{0, rows};
            });
        }
    }

    void inline_stage(const std::string& mistake, const std::string& stage) {
        add(mistake, [&](Schedule& s) {
            for (Group& g : s.groups) std::erase(g.stages, stage);
            std::erase_if(s.groups, [](const Group& g) { return g.stages.empty(); });
            // What else these groups say was meant for their last stage.
            for (Group& g : s.groups) g = {.stages = g.stages, .tile = g.tile};
            s.rewrites.insert(rewrite::Inline{stage});
        });
    }

    bool is_read(const std::string& name) const {
        return std::any_of(pipeline_.stages.begin(), pipeline_.stages.end(),
                           [&](const ir::Stage& s) { return s.name != name && ir::reads_from(s, name); });
    }

    void break_inlining() {
        inline_stage("an output is inlined", pipeline_.outputs[0]);
        for (const ir::Stage& s : pipeline_.stages) {
            if (pipeline_.is_output(s.name)) continue;
            if (!s.updates.empty()) inline_stage("a stage with updates is inlined", s.name);
            if (depends_on_data(s.cases[0].condition) && is_read(s.name))
                inline_stage("a stage whose cases depend on data is inlined", s.name);
        }
        add("a stage is inlined that is not known",
            [](Schedule& s) { s.rewrites.insert(rewrite::Inline{"no_such_stage"}); });
        add("a stage is computed and inlined",
            [](Schedule& s) { s.rewrites.insert(rewrite::Inline{s.groups[0].stages[0]}); });
        add("a stage is inlined in one that does not read it", [&](Schedule& s) {
            s.rewrites.insert(rewrite::InlineInto{pipeline_.stages[0].name, pipeline_.stages[0].name});
        });
    }

    void break_fusion() {
        add_in_group("a fused stage is not known", [](Group& g, size_t) {
            g.fused = {{g.stages[0], "no_such_stage"}};
        });
        add_in_group("a stage is fused with itself", [](Group& g, size_t) {
            g.fused = {{g.stages[0], g.stages[0]}};
        });
        for (size_t i = 0; i < legal_.groups.size(); ++i) {
            if (legal_.groups[i].stages.size() < 3) continue;
            add("stages are fused that do not follow each other", [&](Schedule& s) {
                s.groups[i].fused = {{s.groups[i].stages[0], s.groups[i].stages[2]}};
            });
        }
    }

    void break_reductions() {
        add_in_group("a reduction of no stage is tiled", [](Group& g, size_t) {
            g.reduction_tiles = {{"no_such_stage", 1, "r", 4}};
        });
        for (size_t i = 0; i < legal_.groups.size(); ++i) {
            const ir::Stage& stage = *pipeline_.find_stage(legal_.groups[i].stages.back());
            const auto tile = [&](std::string mistake, size_t update, std::string variable, int64_t size) {
                add(std::move(mistake), [&](Schedule& s) {
                    s.groups[i].reduction_tiles = {{stage.name, update, variable, size}};
                });
            };
            tile("an update is not there", stage.updates.size() + 1, "r", 4);
            if (stage.updates.empty() || stage.updates[0].domain.variables.empty()) continue;
            const std::string& variable = stage.updates[0].domain.variables[0].name;
            tile("updates are counted from 1", 0, variable, 4);
            tile("a reduction variable is not there", 1, "no_such_variable", 4);
            tile("a reduction tile is empty", 1, variable, 0);
            tile("a reduction tile is negative", 1, variable, -3);
        }
    }

    Random& random_;
    const Schedule& legal_;
    const ir::Pipeline& pipeline_;
    std::vector<BrokenSchedule> out_;
};

}  // namespace

std::vector<BrokenSchedule> break_schedule(Random& random, const Schedule& legal,
                                           const ir::Pipeline& pipeline) {
    return Breaking(random, legal, pipeline).run();
}

}  // namespace pantile::random
