// Times the schedulers against each other on whole pipelines, and holds predictions against times.
#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "options.h"
#include "report.h"
#include "search/variations.h"

namespace pantile::bench {
namespace {

Pipeline load(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw Error({{.message = fmt::format("cannot read '{}'.", file)}});
    std::ostringstream text;
    text << in.rdbuf();
    return parse_pan(text.str(), file).value();
}

// Schedules from all over the space: those of the schedulers, and what random changes make of them.
std::vector<Contestant> sampled(const Arena& arena, int threads, size_t count) {
    std::vector<Contestant> out;
    std::vector<schedule::Schedule> known;
    const machine::Target target = driver::target_of({.scheduling = {.threads = threads}}).value();
    for (const std::string name : {"auto", "dp", "greedy", "forma", "naive"}) {
        out.push_back(arena.contestant(name, threads));
        known.push_back(out.back().schedule);
    }
    const search::ScheduleRequest request{.pipeline = arena.pipeline().ir(), .target = target};
    for (schedule::Schedule& s : search::random_variations(request, known, count - out.size())) {
        out.push_back(arena.contestant(fmt::format("sample{}", out.size()), std::move(s), target));
    }
    return out;
}

Outcome run(const Arena& arena, const Options& options, int threads) {
    Outcome outcome{arena.pipeline().name(), threads, {}};
    if (options.samples > 0) {
        outcome.contestants = sampled(arena, threads, static_cast<size_t>(options.samples));
    } else {
        for (const std::string& name : options.schedulers)
            outcome.contestants.push_back(name == "tune" ? arena.tuned(threads, options.budget)
                                                         : arena.contestant(name, threads));
    }
    arena.race(outcome.contestants, threads, options.rounds);
    return outcome;
}

void bench(const Options& options) {
    std::vector<Outcome> all;
    fmt::print("{}", options.samples > 0
                         ? "| pipeline | threads | schedules | rank correlation |\n|---|---|---|---|\n"
                         : heading(options.schedulers));
    for (const std::string& file : options.programs) {
        const Arena arena(load(file), options.math);
        for (const int threads : options.threads) {
            fmt::print(stderr, "{}: {} thread{}\n", file, threads, threads == 1 ? "" : "s");
            all.push_back(run(arena, options, threads));
            const Outcome& o = all.back();
            if (options.samples > 0)
                fmt::print("| {} | {} | {} | {:.2f} |\n", o.program, threads, o.contestants.size(),
                           rank_correlation(o.contestants));
            else
                fmt::print("{}", line_of(o));
            std::fflush(stdout);
        }
    }
    if (!options.json.empty()) std::ofstream(options.json) << to_json(all);
}

}  // namespace
}  // namespace pantile::bench

int main(int argc, char** argv) {
    try {
        pantile::bench::bench(pantile::bench::read_options(argc, argv));
    } catch (const pantile::Error& error) {
        fmt::print(stderr, "{}", pantile::render(error.diagnostics()));
        return 1;
    }
}
