#include <fmt/format.h>

#include "schedule/pins.h"

namespace pantile::schedule {

namespace {

class HeldCheck {
  public:
    HeldCheck(const Pins& pins, const Schedule& schedule) : pins_(pins) {
        for (const Group& group : schedule.groups) {
            for (const std::string& name : group.stages) group_of_[name] = &group;
        }
    }

    Diagnostics run() {
        for (const std::string& name : pins_.inlined) {
            if (group_of_.count(name))
                refuse("'{}' cannot be inlined together with other stages that are.", name);
        }
        for (const std::string& name : pins_.stored) {
            if (!group_of_.count(name)) refuse("'{}' cannot be stored.", name);
        }
        for (const auto& set : pins_.together) {
            for (const std::string& name : set) {
                if (group_at(name) != group_at(set[0]))
                    refuse("'{}' and '{}' cannot be one group.", set[0], name);
            }
        }
        for (const auto& set : pins_.apart) check_apart(set);
        for (const auto& [name, tile] : pins_.tiles) check_end(name);
        for (const auto& [name, slide] : pins_.slides) check_end(name);
        return std::move(found_);
    }

  private:
    template <typename... Args>
    void refuse(fmt::format_string<Args...> format, Args&&... args) {
        found_.push_back({.message = fmt::format(format, std::forward<Args>(args)...)});
    }

    // Nothing for a stage that is inlined.
    const Group* group_at(const std::string& name) const {
        const auto found = group_of_.find(name);
        return found == group_of_.end() ? nullptr : found->second;
    }

    void check_apart(const std::vector<std::string>& set) {
        std::map<const Group*, std::string> seen;
        for (const std::string& name : set) {
            const Group* group = group_at(name);
            const auto [other, is_first] = seen.emplace(group, name);
            if (group && !is_first && other->second != name)
                refuse("'{}' and '{}' cannot be apart.", other->second, name);
        }
    }

    // Tiles are those of the last stage, which is the largest of those that no other one of the group reads.
    void check_end(const std::string& name) {
        const Group* group = group_at(name);
        if (group && group->stages.back() == name) return;
        refuse(
            "'{}' has pinned tiles, so its group ends with it; but it is pinned into one that ends with "
            "'{}'.",
            name, group ? group->stages.back() : "nothing");
    }

    const Pins& pins_;
    std::map<std::string, const Group*> group_of_;
    Diagnostics found_;
};

}  // namespace

Diagnostics check_held(const Pins& pins, const Schedule& schedule) { return HeldCheck(pins, schedule).run(); }

}  // namespace pantile::schedule
