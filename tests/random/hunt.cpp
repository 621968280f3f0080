#include "random/hunt.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "random/child.h"
#include "random/relations/check_relation.h"

namespace pantile::random {
namespace {

using Json = nlohmann::json;

// Many times what a batch takes.
constexpr unsigned kSecondsForABatch = 900;
constexpr unsigned kSecondsForOne = 120;

std::string text_of(const Json& json) { return json.dump(-1, ' ', true, Json::error_handler_t::replace); }

uint64_t relation_count(const Hunt& hunt) {
    return hunt.check.layer == Layer::metamorphic ? relation_names().size() : 1;
}

uint64_t draw_count(const Hunt& hunt) { return hunt.draws * relation_count(hunt); }

// The other program of a draw; its own seed makes each draw another one.
std::string relation_of(uint64_t draw) {
    const size_t count = relation_names().size();
    return fmt::format("{} {}", relation_names()[draw % count], draw / count);
}

std::vector<Finding> look_at(const Hunt& hunt, const Trial& trial) {
    std::vector<Finding> found;
    ScheduleCounts counts;
    for (uint64_t draw = 0; draw < draw_count(hunt); ++draw) {
        const std::string wrong = hunt.check.layer == Layer::loops
                                      ? check_passes(make_schedule_trial(trial, draw, counts), counts)
                                      : check_relation(trial, relation_of(draw));
        if (!wrong.empty()) found.push_back({trial.seed, draw, wrong});
    }
    return found;
}

std::vector<Finding> look_at_compiled(const Hunt& hunt, const std::vector<Trial>& usable) {
    std::vector<ScheduleTrial> trials;
    ScheduleCounts counts;
    for (const Trial& trial : usable) {
        for (uint64_t draw = 0; draw < hunt.draws; ++draw)
            trials.push_back(make_schedule_trial(trial, draw, counts));
    }
    std::vector<Finding> found;
    const std::vector<std::string> wrong = check_compiled_batch(trials, hunt.check.build);
    for (size_t i = 0; i < trials.size(); ++i)
        if (!wrong[i].empty()) found.push_back({trials[i].trial.seed, trials[i].schedule_seed, wrong[i]});
    return found;
}

std::vector<Finding> look_at(const Hunt& hunt, const SeedRange& seeds) {
    std::vector<Finding> found;
    std::vector<Trial> usable;
    for (uint64_t seed = seeds.first; seed < seeds.end; ++seed) {
        Trial trial = make_trial(seed, kSmall);
        if (!trial.broken.empty())
            found.push_back({seed, 0, "no trial: " + trial.broken});
        else
            usable.push_back(std::move(trial));
    }
    if (hunt.check.layer == Layer::compiled) {
        for (Finding& f : look_at_compiled(hunt, usable)) found.push_back(std::move(f));
        return found;
    }
    for (const Trial& trial : usable)
        for (Finding& f : look_at(hunt, trial)) found.push_back(std::move(f));
    return found;
}

// Nothing when the process did not come to its end.
std::optional<std::vector<Finding>> look_from_afar(const Hunt& hunt, const SeedRange& seeds) {
    const auto look = [&] {
        Json list = Json::array();
        for (const Finding& f : look_at(hunt, seeds)) list.push_back({f.seed, f.draw, f.what});
        return text_of(list);
    };
    const Json list = Json::parse(in_child_process(look, kSecondsForABatch), nullptr, false);
    if (list.is_discarded()) return std::nullopt;
    std::vector<Finding> found;
    for (const Json& f : list)
        found.push_back({f[0].get<uint64_t>(), f[1].get<uint64_t>(), f[2].get<std::string>()});
    return found;
}

Check check_of(const Hunt& hunt, uint64_t draw) {
    Check check = hunt.check;
    if (check.layer == Layer::metamorphic) check.relation = relation_of(draw);
    return check;
}

// Which draws of the seed end their process, and how.
std::vector<Finding> find_crashes(const Hunt& hunt, uint64_t seed) {
    std::vector<Finding> found;
    const std::string drawing = in_child_process(
        [&] {
            make_specimen(seed, 0);
            return std::string();
        },
        kSecondsForOne);
    if (!drawing.empty()) return {{seed, 0, "no trial: " + drawing}};
    for (uint64_t draw = 0; draw < draw_count(hunt); ++draw) {
        const auto check = [&] { return check_specimen(make_specimen(seed, draw), check_of(hunt, draw)); };
        std::string wrong = in_child_process(check, kSecondsForOne);
        if (!wrong.empty()) found.push_back({seed, draw, std::move(wrong)});
    }
    return found;
}

}  // namespace

uint64_t seeds_at_once(const Hunt& hunt) {
    switch (hunt.check.layer) {
        case Layer::loops: return 40;
        case Layer::compiled: return std::max<uint64_t>(1, 64 / hunt.draws);
        case Layer::metamorphic: return 10;
    }
    return 1;
}

std::vector<Finding> find_failures(const Hunt& hunt, const SeedRange& seeds) {
    if (auto found = look_from_afar(hunt, seeds)) return *found;
    if (seeds.end - seeds.first <= 1) return find_crashes(hunt, seeds.first);
    const uint64_t middle = seeds.first + (seeds.end - seeds.first) / 2;
    std::vector<Finding> found = find_failures(hunt, {seeds.first, middle});
    for (Finding& f : find_failures(hunt, {middle, seeds.end})) found.push_back(std::move(f));
    return found;
}

std::optional<Failure> failure_of(const Hunt& hunt, const Finding& finding) {
    const auto texts = [&] {
        const FailureTexts t =
            to_texts({make_specimen(finding.seed, finding.draw), check_of(hunt, finding.draw), finding.what});
        return text_of({t.pipeline, t.schedule, t.check});
    };
    const Json list = Json::parse(in_child_process(texts, kSecondsForOne), nullptr, false);
    if (list.is_discarded()) return std::nullopt;
    Result<Failure> failure =
        from_texts({list[0].get<std::string>(), list[1].get<std::string>(), list[2].get<std::string>()});
    if (!failure) return std::nullopt;
    return std::move(*failure);
}

}  // namespace pantile::random
