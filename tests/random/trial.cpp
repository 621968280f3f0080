#include "random/trial.h"

#include <fmt/format.h>

#include "interp/interpret.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "random/generate.h"
#include "random/images.h"
#include "runtime/host_cpu.h"

namespace pantile::random {

namespace {

constexpr int kMostDrawn = 50;

// Whether the draw can be used; a refusal that should not be there is kept in 'broken'.
bool draw(Random& random, const SizeLimits& limits, Trial& trial) {
    trial.pipeline = generate(random, fmt::format("p{}", trial.seed));
    if (const Diagnostics found = ir::verify(trial.pipeline); !found.empty()) {
        trial.broken = "verify: " + found[0].message;
        return true;
    }
    try {
        if (!infer_bounds(trial)) return false;
    } catch (const std::logic_error& e) {
        trial.broken = e.what();
        return true;
    }
    const auto sizes = choose_sizes(random, trial.pipeline, trial.compilation.regions, limits);
    if (sizes) trial.sizes = *sizes;
    return sizes.has_value();
}

void fill_inputs(Trial& trial) {
    for (const ir::Input& input : trial.pipeline.inputs)
        trial.inputs.insert_or_assign(input.name,
                                      random_image(trial.seed, input, trial.sizes.inputs.at(input.name)));
}

}  // namespace

bool infer_bounds(Trial& trial) {
    Result<analysis::Regions> regions = analysis::infer_regions(trial.pipeline);
    if (!regions) return false;
    Result<analysis::Limits> limits = analysis::choose_limits(trial.pipeline, *regions);
    if (!limits) return false;
    trial.compilation.regions = std::move(*regions);
    trial.compilation.limits = std::move(*limits);
    return true;
}

Trial make_trial(uint64_t seed, const SizeLimits& limits) {
    Random random(seed);
    Trial trial;
    trial.seed = seed;
    while (!draw(random, limits, trial)) {
        if (++trial.drawn < kMostDrawn) continue;
        trial.broken = "no pipeline in so many draws could be used";
        return trial;
    }
    if (!trial.broken.empty()) return trial;
    fill_inputs(trial);
    ask_interpreter(trial);
    return trial;
}

Trial make_trial(uint64_t seed, ir::Pipeline pipeline, analysis::Sizes sizes) {
    Trial trial;
    trial.seed = seed;
    trial.pipeline = std::move(pipeline);
    trial.sizes = std::move(sizes);
    if (!infer_bounds(trial)) {
        trial.broken = "the pipeline has no bounds";
        return trial;
    }
    fill_inputs(trial);
    ask_interpreter(trial);
    return trial;
}

// Any compiler can build these for any machine.
std::string target_of(const Trial& trial) {
    constexpr const char* kTargets[] = {"x86-64-v2", "x86-64-v3", "native"};
    return kTargets[trial.seed % std::size(kTargets)];
}

machine::Target code_for(const Trial& trial) {
    const machine::InstructionSet set = machine::instruction_set(target_of(trial)).value();
    return {.instructions = set, .vector_bytes = machine::vector_bytes(set, runtime::host_vector_bytes())};
}

// Inlining lifts demands on inputs that only choose a coordinate nobody uses, so other schedules may accept
// sizes that the interpreter refuses.
void compile_naively(Trial& trial) {
    if (!trial.broken.empty()) return;
    try {
        Result<driver::Compilation> compiled =
            driver::compile_to_c(trial.pipeline, {.schedule = "naive", .target = target_of(trial)});
        if (compiled)
            trial.compilation = std::move(*compiled);
        else
            trial.broken = compiled.diagnostics()[0].message;
    } catch (const std::logic_error& e) {
        trial.broken = e.what();
    }
}

void ask_interpreter(Trial& trial) {
    trial.expected.clear();
    trial.refused.clear();
    const auto regions = analysis::evaluate_regions(trial.pipeline, trial.compilation.regions, trial.sizes);
    if (!regions) {
        trial.refused = regions.diagnostics()[0].message;
        return;
    }
    try {
        const auto outputs = interp::interpret({trial.pipeline, trial.inputs, trial.sizes, *regions});
        if (outputs)
            trial.expected = *outputs;
        else
            trial.broken = outputs.diagnostics()[0].message;
    } catch (const std::logic_error& e) {
        trial.broken = e.what();
    }
}

void shrink_an_input(Trial& trial) {
    Random random(trial.seed + 1);
    if (trial.pipeline.inputs.empty()) return;
    const ir::Input& input = random.pick(trial.pipeline.inputs);
    analysis::Box& box = trial.sizes.inputs.at(input.name);
    analysis::Interval& range = box[random.below(box.size())];
    if (range.extent() < 2) return;
    if (random.chance(50))
        ++range.min;
    else
        --range.max;
    trial.inputs.insert_or_assign(input.name, random_image(trial.seed, input, box));
    ask_interpreter(trial);
}

std::string reproducer(const Trial& trial) {
    return fmt::format(
        "reproduce: PANTILE_RANDOM_SEED={} build/bin/pantile_tests --gtest_filter=Random.OneSeed\n{}",
        trial.seed, ir::to_text(trial.pipeline));
}

}  // namespace pantile::random
