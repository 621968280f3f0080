#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

namespace pantile::bench {

namespace {

// The place of each value among all, from 0; equal values share the mean of their places.
std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<size_t> order(values.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
    std::vector<double> out(values.size());
    for (size_t i = 0; i < order.size();) {
        size_t end = i;
        while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
        for (size_t k = i; k < end; ++k) out[order[k]] = static_cast<double>(i + end - 1) / 2;
        i = end;
    }
    return out;
}

}  // namespace

std::string heading(const std::vector<std::string>& schedulers) {
    return fmt::format(
        "| pipeline | threads | {} | auto / best other |\n|---|---|{}---|\n", fmt::join(schedulers, " | "),
        fmt::format("{:-<{}}", "", 0) + [&] {
            std::string dashes;
            for (size_t i = 0; i < schedulers.size(); ++i) dashes += "---|";
            return dashes;
        }());
}

std::string line_of(const Outcome& outcome) {
    std::string line = fmt::format("| {} | {} |", outcome.program, outcome.threads);
    double own = 0, other = 1e300;
    for (const Contestant& c : outcome.contestants) {
        line += fmt::format(" {:.2f} ({:.2f}) |", c.best, c.predicted);
        if (c.name == "auto")
            own = c.best;
        else
            other = std::min(other, c.best);
    }
    return line + fmt::format(" {:.2f} |\n", own / other);
}

double rank_correlation(const std::vector<Contestant>& contestants) {
    std::vector<double> predicted, measured;
    for (const Contestant& c : contestants) {
        predicted.push_back(c.predicted);
        measured.push_back(c.best);
    }
    const std::vector<double> a = ranks(predicted), b = ranks(measured);
    const double mean = static_cast<double>(a.size() - 1) / 2;
    double ab = 0, aa = 0, bb = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - mean) * (b[i] - mean);
        aa += (a[i] - mean) * (a[i] - mean);
        bb += (b[i] - mean) * (b[i] - mean);
    }
    return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

std::string to_json(const std::vector<Outcome>& outcomes) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const Outcome& o : outcomes) {
        nlohmann::ordered_json one = {
            {"pipeline", o.program}, {"threads", o.threads}, {"schedules", nlohmann::ordered_json::array()}};
        for (const Contestant& c : o.contestants) {
            nlohmann::ordered_json groups = nlohmann::ordered_json::array();
            for (const cost::Prediction& g : c.groups)
                groups.push_back({{"time", g.time},
                                  {"arithmetic", g.arithmetic},
                                  {"cache", g.cache},
                                  {"memory", g.memory},
                                  {"overhead", g.overhead},
                                  {"tiles", g.tiles},
                                  {"tasks", g.tasks}});
            one["schedules"].push_back({{"name", c.name},
                                        {"measured_ms", c.best},
                                        {"predicted_ms", c.predicted},
                                        {"groups_ns", std::move(groups)},
                                        {"scheduling_s", c.scheduling_seconds},
                                        {"schedule", nlohmann::ordered_json::parse(c.text)}});
        }
        all.push_back(std::move(one));
    }
    return all.dump(2) + "\n";
}

}  // namespace pantile::bench
