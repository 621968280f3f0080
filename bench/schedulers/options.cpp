#include "options.h"

#include <CLI/CLI.hpp>

namespace pantile::bench {

Options read_options(int argc, char** argv) {
    Options options;
    std::string math = "fast";
    CLI::App app{"Times schedulers against each other, and predictions against times"};
    app.add_option("PROGRAM", options.programs, ".pan files, with estimates")->required();
    app.add_option("--schedules", options.schedulers,
                   "schedulers, as 'dp' or 'dp:halide', schedule files, and 'tune'")
        ->delimiter(',');
    app.add_option("--threads", options.threads, "numbers of threads")
        ->delimiter(',')
        ->check(CLI::Range(1, 256));
    app.add_option("--rounds", options.rounds, "how often each one runs")->check(CLI::Range(1, 10000));
    app.add_option("--budget", options.budget, "seconds that 'tune' may measure")->check(CLI::PositiveNumber);
    app.add_option("--samples", options.samples, "time this many schedules of each program and rank them")
        ->check(CLI::Range(2, 1000));
    app.add_option("--math", math, "strict or fast")->check(CLI::IsMember({"strict", "fast"}));
    app.add_option("--json", options.json, "a file that gets all numbers");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(app.exit(error));
    }
    options.math = math == "strict" ? Math::strict : Math::fast;
    return options;
}

}  // namespace pantile::bench
