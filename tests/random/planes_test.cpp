// Outputs whose planes have formulas of their own, under random schedules that compute all planes at once.
#include <gtest/gtest.h>

#include "front/text/parsing.h"
#include "plan/plan.h"
#include "random/check_specimen.h"
#include "random/schedule_trial.h"

namespace pantile::random {
namespace {

struct Planes {
    const char* text;
    analysis::Interval all;  // of the last coordinate of 'f'
};
constexpr const char* kInput = "pipeline p\ninput img: u8(x, y)\n";
constexpr Planes kPrograms[] = {
    {"output f(x, c in 0..2) = select(c == 0, img(x, 0) + img(x, 1), c == 1, img(x, 1) * 2, img(x, 2))\n",
     {0, 2}},
    {"y(x, k) = f32(img(x, k)) * 0.25\n"
     "output f(x, c in -1..2) = y(x, 0) * f32(c) + select(c < 1, y(x+1, 0), y(x, 3))\n",
     {-1, 2}},
    {"output f(x, z, c in 0..3) = sum(i32(img(x+i, z)) * (c + i) for i in 0..2)\n", {0, 3}},
    {"g(x, z) = i32(img(x, z)) - i32(img(x-1, z))\n"
     "output f(x, z, c in 2..4) = u8(clamp(select(c == 3, g(x, z), c == 4, g(x, z+1), g(x, z) + g(x, z+1)), "
     "0, 255))\n",
     {2, 4}},
    {"output f(x, c in 0..1) = img(x, 0) + u8(c)\noutput g(x) = f(x, -1) + f(x, 3)\n", {0, 1}},
};

Trial trial_of(const Planes& planes, analysis::Interval asked, uint64_t seed) {
    ir::Pipeline p = front::parsed(kInput + std::string(planes.text));
    analysis::Sizes sizes;
    sizes.inputs["img"] = {{-4, 60}, {-1, 12}};
    sizes.outputs["f"] = {{0, 40}};
    if (p.find_stage("f")->dims.size() == 3) sizes.outputs["f"].push_back({0, 9});
    sizes.outputs["f"].push_back(asked);
    for (const std::string& name : p.outputs)
        if (name == "g") sizes.outputs[name] = {{0, 40}};
    return make_trial(seed, std::move(p), std::move(sizes));
}

// The schedule with all planes of 'f' in one block, where that is legal.
void compute_at_once(ScheduleTrial& t, int64_t count) {
    schedule::Schedule other = t.schedule;
    for (schedule::Group& group : other.groups) {
        if (group.stages.back() != "f") continue;
        group.registers.assign(t.trial.pipeline.find_stage("f")->dims.size(), 1);
        group.registers.back() = count;
    }
    if (plan::check_legal(other, t.trial.pipeline).empty()) t.schedule = std::move(other);
}

TEST(Planes, AllAtOnceOrNotTheyAreRight) {
    ScheduleCounts counts;
    uint64_t seed = 0;
    for (const Planes& planes : kPrograms) {
        const int64_t most = planes.all.extent();
        std::vector<ScheduleTrial> trials;
        for (const analysis::Interval asked :
             {planes.all, analysis::Interval{planes.all.min + 1, planes.all.max},
              analysis::Interval{planes.all.min, planes.all.min}}) {
            const Trial trial = trial_of(planes, asked, ++seed);
            ASSERT_EQ(trial.broken + trial.refused, "");
            for (uint64_t k = 0; k < 6; ++k) {
                trials.push_back(make_schedule_trial(trial, k, counts));
                trials.back().trial.pipeline.name += "_" + std::to_string(seed);
                trials.back().schedule.pipeline_hash = schedule::hash_of(trials.back().trial.pipeline);
                if (k % 3 != 0) compute_at_once(trials.back(), most);
                EXPECT_EQ(check_passes(trials.back(), counts), "") << reproducer(trials.back(), Layer::loops);
            }
        }
        const std::vector<std::string> wrong = check_compiled_batch(trials, {});
        for (size_t i = 0; i < trials.size(); ++i)
            EXPECT_EQ(wrong[i], "") << reproducer(trials[i], Layer::compiled);
    }
}

}  // namespace
}  // namespace pantile::random
