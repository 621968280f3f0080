#include "schedule/legality.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/collect_accesses.h"
#include "analysis/regions.h"
#include "base/identifier.h"
#include "ir/inline_stages.h"
#include "ir/traverse.h"
#include "schedule/check_group.h"

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
        check_inlined();
        for (const Group& group : schedule_.groups) check_members(group);
        for (const ir::Stage& stage : pipeline_.stages) {
            if (!done_.count(stage.name) && !inlined_.count(stage.name))
                refuse(fmt::format("the schedule does not mention the stage '{}'.", stage.name));
        }
        // What follows relies on all that.
        if (found_.empty()) check_order_and_tiles();
        return std::move(found_);
    }

  private:
    void refuse(std::string message) { found_.push_back({.message = std::move(message)}); }

    bool check_known(const std::string& name) {
        if (stages_.count(name)) return true;
        refuse(
            fmt::format("the schedule names {}, which is no stage of '{}'.", quoted(name), pipeline_.name));
        return false;
    }

    void check_inlined() {
        for (const std::string& name : schedule_.inlined) {
            if (check_known(name) && !inlined_.insert(name).second)
                refuse(fmt::format("the stage '{}' is inlined twice.", name));
        }
        if (!found_.empty()) return;
        if (const auto reason = ir::why_not_inlined(pipeline_, inlined_))
            refuse(fmt::format("not everything can be inlined that the schedule says: {}", *reason));
        for (const ir::Stage& stage : pipeline_.stages) {
            ir::for_each_expr(stage, [&](const ir::Expr& e, size_t) {
                ir::for_each_node(e, [&](const ir::Expr& n) { check_reduction(n); });
            });
        }
    }

    // A stage that is read in a reduction without points is not computed; inlined, what it reads would be
    // asked for all the same.
    void check_reduction(const ir::Expr& e) {
        const ir::Reduce* r = ir::as<ir::Reduce>(e);
        if (!r || inlined_.empty()) return;
        const analysis::ValueRanges none;
        analysis::IndexAnalysis analyse(pipeline_, none);
        const auto may_be_empty = [&](const ir::ReductionVariable& v) {
            const analysis::Index min = analyse(v.min, {}), max = analyse(v.max, {});
            return !min.min || !max.max || !analysis::surely_filled(pipeline_, {*min.min, *max.max});
        };
        if (std::none_of(r->domain.variables.begin(), r->domain.variables.end(), may_be_empty)) return;
        ir::for_each_node(e, [&](const ir::Expr& n) {
            const ir::Access* a = ir::as<ir::Access>(n);
            if (a && inlined_.count(a->producer))
                refuse(fmt::format("'{}' is inlined but read in a reduction that may have no points.",
                                   a->producer));
        });
    }

    void check_members(const Group& group) {
        if (group.stages.empty()) refuse("a group has no stages.");
        for (const std::string& name : group.stages) {
            if (!check_known(name)) continue;
            if (!done_.insert(name).second) refuse(fmt::format("the stage '{}' is scheduled twice.", name));
            if (inlined_.count(name)) refuse(fmt::format("the stage '{}' is inlined and in a group.", name));
        }
    }

    void check_order_and_tiles() {
        const ir::Pipeline left = ir::inline_stages(pipeline_, inlined_);
        const Result<analysis::Regions> regions = analysis::infer_regions(left);
        if (!regions) {
            for (const Diagnostic& d : regions.diagnostics())
                refuse(fmt::format("with these stages inlined, {}", d.message));
            return;
        }
        std::set<std::string> before;
        for (const Group& group : schedule_.groups) {
            for (const std::string& name : group.stages) {
                check_producers(*left.find_stage(name), left, before);
                before.insert(name);
            }
            for (std::string& reason : why_illegal(group, left, *regions)) refuse(std::move(reason));
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
    std::map<std::string, const ir::Stage*> stages_;
    std::set<std::string> inlined_;
    std::set<std::string> done_;
    Diagnostics found_;
};

}  // namespace

Diagnostics check_legal(const Schedule& schedule, const ir::Pipeline& pipeline) {
    return LegalityCheck(schedule, pipeline).run();
}

}  // namespace pantile::schedule
