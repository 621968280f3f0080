#include "random/relations/check_relation.h"

#include <array>

#include "ir/verify.h"
#include "random/check_specimen.h"
#include "random/images.h"
#include "random/relations/relations.h"

namespace pantile::random {
namespace {

struct Known {
    const char* name;
    Relation make;
};
constexpr std::array<Known, 6> kRelations = {{{"crop", crop},
                                              {"shift", shift},
                                              {"split", split_stage},
                                              {"swap", swap_operands},
                                              {"constant", constant_images},
                                              {"schedules", simplest_schedule}}};

// One in so many is compiled, too: it takes a hundred times as long.
constexpr uint64_t kCompiledOneIn = 12;

std::string check_interpreter(const Trial& other, const Trial& asked) {
    for (const auto& [name, expected] : other.expected) {
        const std::string wrong = difference(name, expected, asked.expected.at(name));
        if (!wrong.empty()) return "interpreted: " + wrong;
    }
    return "";
}

std::string check_under_schedule(const Trial& other, uint64_t number, bool is_compiled) {
    ScheduleCounts counts;
    std::vector<ScheduleTrial> one;
    one.push_back(make_schedule_trial(other, number, counts));
    std::string wrong = check_passes(one[0], counts);
    if (wrong.empty() && is_compiled) wrong = check_compiled_batch(one, {})[0];
    return wrong;
}

}  // namespace

const std::vector<std::string>& relation_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Known& known : kRelations) all.emplace_back(known.name);
        return all;
    }();
    return names;
}

std::optional<Trial> with_pipeline(const Trial& trial, ir::Pipeline pipeline) {
    Trial other = trial;
    other.pipeline = std::move(pipeline);
    if (const Diagnostics wrong = ir::verify(other.pipeline); !wrong.empty()) {
        other.broken = "verify: " + wrong[0].message;
        return other;
    }
    if (!infer_bounds(other)) return std::nullopt;
    return other;
}

std::string check_relation(const Trial& trial, const std::string& relation) {
    if (!trial.refused.empty()) return "";
    const std::string name = relation.substr(0, relation.find(' '));
    const uint64_t number = std::stoull(relation.substr(name.size()));
    for (size_t r = 0; r < kRelations.size(); ++r) {
        if (kRelations[r].name != name) continue;
        Random random((trial.seed * 1000 + number) * kRelations.size() + r);
        const std::optional<Trial> other = kRelations[r].make(trial, random);
        if (!other) return "";
        if (!other->broken.empty()) return relation + ": " + other->broken;
        Trial asked = *other;
        ask_interpreter(asked);
        if (!asked.broken.empty()) return relation + ": " + asked.broken;
        if (!asked.refused.empty()) return "";
        std::string wrong = check_interpreter(*other, asked);
        const bool is_compiled = (trial.seed + r) % kCompiledOneIn == 0;
        if (wrong.empty()) wrong = check_under_schedule(*other, number, is_compiled);
        return wrong.empty() ? "" : relation + ": " + wrong;
    }
    return "there is no relation '" + relation + "'";
}

}  // namespace pantile::random
