#include "plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/identifier.h"
#include "plan/check_inlining.h"
#include "rewrite/inline_stages.h"

namespace pantile::plan {

using namespace schedule;

namespace {

class Planning {
  public:
    Planning(const Schedule& schedule, const ir::Pipeline& pipeline)
        : schedule_(schedule), pipeline_(pipeline) {}

    Result<Plan> run(const machine::Target& target) {
        check_stages();
        if (!found_.empty()) return std::move(found_);
        // What follows relies on all that.
        Result<Rewritten> rewritten = rewrite_pipeline(pipeline_, schedule_.rewrites);
        if (!rewritten) return with_inlining(rewritten.diagnostics());
        Result<analysis::Limits> limits = limits_of(*rewritten);
        if (!limits) return with_inlining(limits.diagnostics());
        Plan plan{std::make_shared<const Schedule>(schedule_),
                  std::make_shared<const Rewritten>(std::move(*rewritten)),
                  std::move(*limits),
                  target,
                  {}};
        check_order(plan.pipeline());
        add_groups(plan);
        if (!found_.empty()) return std::move(found_);
        return plan;
    }

  private:
    void check_stages() {
        if (schedule_.pipeline_hash != hash_of(pipeline_)) {
            refuse("the schedule was made for another pipeline, or for another version of this one.");
            return;
        }
        for (const ir::Stage& stage : pipeline_.stages) stages_.insert(stage.name);
        check_rewrites();
        const ir::Pipeline all =
            found_.empty() ? rewrite::with_parts(pipeline_, schedule_.rewrites) : pipeline_;
        for (const ir::Stage& stage : all.stages) stages_.insert(stage.name);
        for (const Group& group : schedule_.groups) check_members(group);
        for (const ir::Stage& stage : all.stages) {
            if (!done_.count(stage.name) && !is_inlined(stage.name))
                refuse(fmt::format("the schedule does not mention the stage '{}'.", stage.name));
        }
    }

    void refuse(std::string message) { found_.push_back({.message = std::move(message)}); }

    bool check_known(const std::string& name) {
        if (stages_.count(name)) return true;
        refuse(fmt::format("the schedule names {}, which is not a stage of '{}'.", in_quotes(name),
                           pipeline_.name));
        return false;
    }

    void check_rewrites() {
        for (const rewrite::Rewrite& rewrite : schedule_.rewrites) {
            const auto* into = std::get_if<rewrite::InlineInto>(&rewrite);
            if (check_known(stage_of(rewrite)) && into) check_known(into->consumer);
        }
        if (!found_.empty()) return;
        for (std::string& reason : reasons_against_inlining(pipeline_, schedule_.rewrites))
            refuse(std::move(reason));
    }

    bool is_inlined(const std::string& stage) const {
        return schedule_.rewrites.count(rewrite::Inline{stage}) > 0;
    }

    void check_members(const Group& group) {
        if (group.stages.empty()) refuse("a group has no stages.");
        for (const std::string& name : group.stages) {
            if (!check_known(name)) continue;
            if (!done_.insert(name).second) refuse(fmt::format("the stage '{}' is scheduled twice.", name));
            if (is_inlined(name)) refuse(fmt::format("the stage '{}' is inlined and in a group.", name));
        }
    }

    Diagnostics with_inlining(Diagnostics wrong) const {
        if (schedule_.rewrites.empty()) return wrong;
        for (Diagnostic& d : wrong) d = {.message = fmt::format("with these stages inlined, {}", d.message)};
        return wrong;
    }

    void check_order(const ir::Pipeline& left) {
        std::set<std::string> before;
        for (const Group& group : schedule_.groups) {
            for (const std::string& name : group.stages) {
                check_producers(*left.find_stage(name), left, before);
                before.insert(name);
            }
        }
    }

    void add_groups(Plan& plan) {
        for (size_t g = 0; g < plan.schedule->groups.size(); ++g) {
            GroupOutcome outcome =
                plan_group(plan.schedule->groups[g], *plan.rewritten, fmt::format("group{}", g + 1));
            for (std::string& reason : outcome.refused) refuse(std::move(reason));
            if (outcome.plan) plan.groups.push_back(std::move(*outcome.plan));
        }
    }

    void check_producers(const ir::Stage& stage, const ir::Pipeline& left,
                         const std::set<std::string>& before) {
        for (const std::string& producer : ir::producers_of(stage)) {
            if (producer != stage.name && left.find_stage(producer) && !before.count(producer))
                refuse(fmt::format("'{}' comes before '{}', which it reads.", stage.name, producer));
        }
    }

    const Schedule& schedule_;
    const ir::Pipeline& pipeline_;
    std::set<std::string> stages_;
    std::set<std::string> done_;
    Diagnostics found_;
};

}  // namespace

Result<Plan> make_plan(const ir::Pipeline& pipeline, const Schedule& schedule,
                       const machine::Target& target) {
    return Planning(schedule, pipeline).run(target);
}

Diagnostics check_legal(const Schedule& schedule, const ir::Pipeline& pipeline) {
    const Result<Plan> plan = make_plan(pipeline, schedule);
    return plan ? Diagnostics{} : plan.diagnostics();
}

}  // namespace pantile::plan
