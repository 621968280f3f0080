#include "schedule/legality.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/identifier.h"

namespace pantile::schedule {

namespace {

class LegalityCheck {
  public:
    LegalityCheck(const Schedule& schedule, const ir::Pipeline& pipeline)
        : schedule_(schedule), pipeline_(pipeline) {}

    Diagnostics run() {
        if (schedule_.pipeline_hash != hash_of(pipeline_)) {
            refuse("the schedule was made for another pipeline, or for another version of this one.");
            return std::move(found_);
        }
        for (const ir::Stage& stage : pipeline_.stages) stages_[stage.name] = &stage;
        for (const Group& group : schedule_.groups) check_group(group);
        for (const ir::Stage& stage : pipeline_.stages) {
            if (!done_.count(stage.name))
                refuse(fmt::format("the schedule does not mention the stage '{}'.", stage.name));
        }
        return std::move(found_);
    }

  private:
    void refuse(std::string message) { found_.push_back({.message = std::move(message)}); }

    void check_group(const Group& group) {
        if (group.stages.size() != 1) {
            refuse(fmt::format(
                "a group has {} stages; groups of several stages cannot be computed together yet.",
                group.stages.size()));
            return;
        }
        const std::string& name = group.stages[0];
        const auto found = stages_.find(name);
        if (found == stages_.end())
            return refuse(fmt::format("the schedule names {}, which is no stage of '{}'.", quoted(name),
                                      pipeline_.name));
        for (const std::string& producer : ir::producers_of(*found->second)) {
            const bool late = producer != name && stages_.count(producer) && !done_.count(producer);
            if (late) refuse(fmt::format("'{}' comes before '{}', which it reads.", name, producer));
        }
        if (!done_.insert(name).second) refuse(fmt::format("the stage '{}' is scheduled twice.", name));
        const size_t rank = found->second->dims.size();
        for (const size_t d : group.parallel_dims)
            if (d >= rank) refuse(fmt::format("'{}' has no such dimension to run in parallel.", name));
        if (group.vector_dim && (rank == 0 || *group.vector_dim != 0)) {
            refuse(fmt::format("'{}' becomes vectors along its innermost dimension or not at all.", name));
        }
    }

    const Schedule& schedule_;
    const ir::Pipeline& pipeline_;
    std::map<std::string, const ir::Stage*> stages_;
    std::set<std::string> done_;
    Diagnostics found_;
};

}  // namespace

Diagnostics check_legal(const Schedule& schedule, const ir::Pipeline& pipeline) {
    return LegalityCheck(schedule, pipeline).run();
}

}  // namespace pantile::schedule
