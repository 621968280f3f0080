#include "random/check_specimen.h"

#include <fmt/format.h>

#include <array>

#include "emit/emit_c.h"
#include "ir/print.h"
#include "random/check.h"
#include "random/relations/check_relation.h"
#include "schedule/file.h"

namespace pantile::random {
namespace {

constexpr std::array<std::pair<Layer, std::string_view>, 3> kLayers = {{
    {Layer::loops, "loops"},
    {Layer::compiled, "compiled"},
    {Layer::metamorphic, "metamorphic"},
}};

}  // namespace

std::string_view name_of(Layer layer) {
    for (const auto& [known, name] : kLayers)
        if (known == layer) return name;
    return "";
}

std::optional<Layer> layer_named(std::string_view name) {
    for (const auto& [layer, known] : kLayers)
        if (known == name) return layer;
    return std::nullopt;
}

std::string check_specimen(const Specimen& s, const Check& check) {
    const Trial trial = make_trial(s.seed, s.pipeline, s.sizes);
    if (!trial.broken.empty()) return "no trial: " + trial.broken;
    switch (check.layer) {
        case Layer::loops: {
            ScheduleCounts counts;
            return check_passes({trial, 0, s.schedule}, counts);
        }
        case Layer::compiled: {
            std::vector<ScheduleTrial> one = {{trial, 0, s.schedule}};
            return check_compiled_batch(one, check.build)[0];
        }
        case Layer::metamorphic: return check_relation(trial, check.relation);
    }
    return "";
}

std::vector<std::string> check_compiled_batch(std::vector<ScheduleTrial>& trials,
                                              const BatchOptions& options) {
    std::vector<std::string> wrong(trials.size());
    std::vector<NamedSource> sources;
    std::vector<size_t> compiled;
    for (size_t i = 0; i < trials.size(); ++i) {
        wrong[i] = compile(trials[i]);
        if (!wrong[i].empty() || takes_too_long(trials[i])) continue;
        const Trial& trial = trials[i].trial;
        sources.push_back({trial.pipeline.name, emit::single_file(trial.compilation.files)});
        compiled.push_back(i);
    }
    const std::vector<Built> built = build_batch(sources, options);
    for (size_t i = 0; i < compiled.size(); ++i) {
        const ScheduleTrial& t = trials[compiled[i]];
        if (!is_comparable(t)) continue;
        wrong[compiled[i]] = t.schedule.rewrites.empty() ? check_built(t.trial, built[i])
                                                         : check_built_as_it_is(t.trial, built[i]);
    }
    return wrong;
}

// A value that is wrong may be wrong elsewhere and otherwise, and after an earlier pass, in a smaller
// program.
std::string kind_of(const std::string& failure) {
    for (const char* known : {"ended by signal", "does not compile", "accepts what should be refused",
                              "refuses its arguments", "a legal schedule is refused", "it ran, but",
                              "was written between its rows", "ended with status", "no trial"}) {
        const size_t at = failure.find(known);
        if (at != std::string::npos) return failure.substr(at, failure.find_first_of("(:\n", at) - at);
    }
    const bool is_value =
        failure.find("' at (") != std::string::npos && failure.find(", not ") != std::string::npos;
    return is_value ? "a wrong value" : without_names(failure.substr(failure.rfind(": ") + 1));
}

std::string reproducer(const ScheduleTrial& t, Layer layer) {
    return fmt::format("reproduce: build/bin/pantile-fuzz --layer {} --seed {} --schedules {}\n{}\n{}",
                       name_of(layer), t.trial.seed, t.schedule_seed + 1,
                       schedule::to_json(t.schedule, t.trial.pipeline), ir::to_text(t.trial.pipeline));
}

}  // namespace pantile::random
