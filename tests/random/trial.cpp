#include "random/trial.h"

#include <fmt/format.h>

#include "interp/interpret.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "random/generate.h"
#include "random/values.h"

namespace pantile::random {

namespace {

constexpr int kMostDrawn = 50;

AnyBuffer random_image(Random& random, ScalarType type, const analysis::Box& box) {
    std::vector<Dimension> dims;
    for (const analysis::Interval& i : box) dims.push_back({i.min, i.extent(), 0});
    const AnyBuffer image = AnyBuffer::allocate(type, dims).value();
    const int size = size_in_bytes(type);
    for (int64_t i = 0; i < image.element_count(); ++i)
        ir::store_value(random_value(random, type), image.data() + i * size);
    return image;
}

// Whether the draw can be used; a refusal that should not be there is kept in 'broken'.
bool draw(Random& random, const SizeLimits& limits, Trial& trial) {
    trial.pipeline = generate(random, fmt::format("p{}", trial.seed));
    if (const Diagnostics found = ir::verify(trial.pipeline); !found.empty()) {
        trial.broken = "verify: " + found[0].message;
        return true;
    }
    // Short vectors for small images; any compiler can build them for any machine. The schedule is the one
    // that stores every stage: inlining lifts demands on inputs that only choose a coordinate nobody uses, so
    // other schedules may accept sizes that the interpreter refuses.
    constexpr const char* kTargets[] = {"x86-64-v2", "x86-64-v3", "native"};
    try {
        Result<driver::Compilation> compiled =
            driver::compile_to_c(trial.pipeline, {.schedule = "naive", .target = kTargets[trial.seed % 3]});
        if (!compiled) return false;
        trial.compilation = std::move(*compiled);
    } catch (const std::logic_error& e) {
        trial.broken = e.what();
        return true;
    }
    const auto sizes = choose_sizes(random, trial.pipeline, trial.compilation.regions, limits);
    if (sizes) trial.sizes = *sizes;
    return sizes.has_value();
}

}  // namespace

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
    for (const ir::Input& input : trial.pipeline.inputs) {
        trial.inputs.emplace(input.name, random_image(random, input.type, trial.sizes.inputs.at(input.name)));
    }
    ask_interpreter(trial);
    return trial;
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
    trial.inputs.insert_or_assign(input.name, random_image(random, input.type, box));
    ask_interpreter(trial);
}

std::string reproducer(const Trial& trial) {
    return fmt::format(
        "reproduce: PANTILE_RANDOM_SEED={} build/bin/pantile_tests --gtest_filter=Random.OneSeed\n{}",
        trial.seed, ir::to_text(trial.pipeline));
}

}  // namespace pantile::random
