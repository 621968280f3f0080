// Random pipelines: Loops mean the same before and after each pass, and touch only elements that exist.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "interp/interpret_loops.h"
#include "ir/verify_loops.h"
#include "lower/lower.h"
#include "passes/hoist_invariants.h"
#include "passes/reduce_strength.h"
#include "passes/split_borders.h"
#include "random/trial.h"

namespace pantile::random {
namespace {

using Pass = ir::Loops (*)(const ir::Loops&);

// Interiors that are shorter than a vector of this target are none.
ir::Loops split_borders(const ir::Loops& loops) { return passes::split_borders(loops, {}); }

std::map<std::string, AnyBuffer> room_for(const Trial& trial) {
    std::map<std::string, AnyBuffer> outputs;
    for (const auto& [name, expected] : trial.expected)
        outputs.emplace(name, AnyBuffer::allocate(expected.type(), expected.dims()).value());
    return outputs;
}

std::string difference(const Trial& trial, const ir::Loops& loops) {
    const auto outputs = room_for(trial);
    if (const auto error = interp::interpret_loops({loops, trial.inputs, outputs, trial.sizes.params}))
        return "refused: " + *error;
    for (const auto& [name, expected] : trial.expected) {
        const AnyBuffer& got = outputs.at(name);
        for (int64_t i = 0; i < expected.element_count(); ++i) {
            const int size = size_in_bytes(expected.type());
            const ir::Value e = ir::load_value(expected.type(), expected.data() + i * size);
            const ir::Value g = ir::load_value(expected.type(), got.data() + i * size);
            if (e != g) return fmt::format("'{}', element {}: {}, not {}", name, i, to_text(g), to_text(e));
        }
    }
    return "";
}

std::string check_passes(const Trial& trial) {
    ir::Loops loops = lower::lower(trial.compilation.chosen.plan);
    const std::pair<const char*, Pass> passes[] = {{"hoist_invariants", passes::hoist_invariants},
                                                   {"split_borders", split_borders},
                                                   {"hoist_invariants again", passes::hoist_invariants},
                                                   {"reduce_strength", passes::reduce_strength}};
    for (const auto& [name, pass] : passes) {
        loops = pass(loops);
        if (const auto violation = ir::violation_of(loops)) return fmt::format("{}: {}", name, *violation);
        try {
            if (const std::string wrong = difference(trial, loops); !wrong.empty())
                return fmt::format("{}: {}", name, wrong);
        } catch (const std::logic_error& e) {
            return fmt::format("{}: {}", name, e.what());
        }
    }
    return "";
}

TEST(RandomPasses, LoopsKeepTheirMeaning) {
    const char* const first = std::getenv("PANTILE_RANDOM_FIRST");
    const char* const count = std::getenv("PANTILE_RANDOM_COUNT");
    const uint64_t begin = first ? std::strtoull(first, nullptr, 10) : 0;
    const uint64_t end = begin + (count ? std::strtoull(count, nullptr, 10) : 150);
    for (uint64_t seed = begin; seed < end; ++seed) {
        Trial trial = make_trial(seed);
        compile_naively(trial);
        if (!trial.broken.empty() || !trial.refused.empty()) continue;
        EXPECT_EQ(check_passes(trial), "") << reproducer(trial);
    }
}

}  // namespace
}  // namespace pantile::random
