#include "plan/check_pins.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/identifier.h"
#include "plan/check_inlining.h"

namespace pantile::plan {

using schedule::Pins;

namespace {

class PinCheck {
  public:
    PinCheck(const Pins& pins, const ir::Pipeline& pipeline) : pins_(pins), pipeline_(pipeline) {}

    Diagnostics run() {
        check_names();
        if (found_.empty()) check_inlining();
        if (found_.empty()) check_sets();
        if (found_.empty()) check_circles();
        return std::move(found_);
    }

  private:
    template <typename... Args>
    void refuse(fmt::format_string<Args...> format, Args&&... args) {
        found_.push_back({.message = fmt::format(format, std::forward<Args>(args)...)});
    }

    void check_name(const std::string& name) {
        if (!pipeline_.find_stage(name))
            refuse("a pin names {}, which is not a stage of '{}'.", in_quotes(name), pipeline_.name);
    }

    void check_names() {
        for (const auto* sets : {&pins_.together, &pins_.apart}) {
            for (const auto& set : *sets)
                std::for_each(set.begin(), set.end(), [&](const auto& n) { check_name(n); });
        }
        for (const auto* names : {&pins_.inlined, &pins_.stored}) {
            for (const std::string& name : *names) check_name(name);
        }
        for (const auto& [name, tile] : pins_.tiles) check_name(name);
        for (const auto& [name, slide] : pins_.slides) check_name(name);
    }

    void check_inlining() {
        for (const std::string& name : pins_.inlined) {
            if (pins_.stored.count(name))
                refuse("'{}' is pinned both as inlined and as never inlined.", name);
            if (pins_.ends_group(name)) refuse("'{}' is pinned as inlined, but also has tiles.", name);
            for (const auto& set : pins_.together) {
                if (std::find(set.begin(), set.end(), name) != set.end())
                    refuse("'{}' is pinned as inlined, but also into a group.", name);
            }
        }
        for (const std::string& reason : reasons_against_inlining(pipeline_, pins_.rewrites()))
            refuse("{}", reason);
    }

    void check_sets() {
        for (const auto& set : pins_.apart) {
            if (std::set<std::string>(set.begin(), set.end()).size() != set.size())
                refuse("a set of 'apart' names a stage twice: {}.", fmt::join(set, ", "));
        }
        std::set<std::string> seen;
        for (const auto& set : pins_.together) {
            for (const std::string& name : set) {
                if (!seen.insert(name).second)
                    refuse("'{}' is in two sets of 'together'; join them into one.", name);
                check_end(set, name);
            }
            for (const auto& apart : pins_.apart) check_contradiction(set, apart);
        }
    }

    // A stage with tiles of its own ends its group.
    void check_end(const std::vector<std::string>& set, const std::string& name) {
        if (!pins_.ends_group(name)) return;
        for (const std::string& other : set) {
            const ir::Stage& reader = *pipeline_.find_stage(other);
            const std::vector<std::string> read = ir::producers_of(reader);
            if (other != name && std::find(read.begin(), read.end(), name) != read.end())
                refuse(
                    "'{}' has pinned tiles, so its group ends with it; '{}' reads it and is pinned into the "
                    "same group.",
                    name, other);
        }
    }

    void check_contradiction(const std::vector<std::string>& together,
                             const std::vector<std::string>& apart) {
        std::vector<std::string> both;
        for (const std::string& name : apart) {
            if (std::find(together.begin(), together.end(), name) != together.end()) both.push_back(name);
        }
        if (both.size() > 1) refuse("'{}' and '{}' are pinned both together and apart.", both[0], both[1]);
    }

    // Walks from each set through stages outside of it; who comes back closes a circle.
    void check_circles() {
        std::map<std::string, size_t> set_of;
        for (size_t i = 0; i < pins_.together.size(); ++i) {
            for (const std::string& name : pins_.together[i]) set_of[name] = i;
        }
        // reached[stage]: the sets that a stage outside of them depends on.
        std::map<std::string, std::map<size_t, std::string>> reached;
        std::map<size_t, std::map<size_t, std::string>> set_needs;
        for (int round = 0; round < 2; ++round) {
            for (const ir::Stage& stage : pipeline_.stages) {
                const auto own = set_of.find(stage.name);
                auto& through = own == set_of.end() ? reached[stage.name] : set_needs[own->second];
                for (const std::string& p : ir::producers_of(stage)) {
                    const auto from = set_of.find(p);
                    if (p == stage.name || !pipeline_.find_stage(p)) continue;
                    if (from == set_of.end()) {
                        for (const auto& [set, via] : reached[p]) through.emplace(set, via.empty() ? p : via);
                    } else if (own == set_of.end() || own->second != from->second) {
                        through.emplace(from->second, own == set_of.end() ? stage.name : p);
                        for (const auto& [set, via] : set_needs[from->second]) through.emplace(set, via);
                    }
                }
            }
        }
        for (const auto& [set, needs] : set_needs) {
            const auto circle = needs.find(set);
            if (circle == needs.end()) continue;
            refuse("{} cannot be one group: '{}' reads one of them and is read by another.",
                   fmt::join(pins_.together[set], ", "), circle->second);
        }
    }

    const Pins& pins_;
    const ir::Pipeline& pipeline_;
    Diagnostics found_;
};

}  // namespace

Diagnostics check_pins(const Pins& pins, const ir::Pipeline& pipeline) {
    return PinCheck(pins, pipeline).run();
}

}  // namespace pantile::plan
