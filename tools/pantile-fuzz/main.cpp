// Looks for failures of the compiler in random pipelines, writes each as a folder of files, makes it small,
// and sees a folder's failure again. All work is done by tests/random.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>

#include "preload.h"
#include "progress.h"
#include "random/child.h"
#include "random/hunt.h"
#include "random/sanitizer.h"
#include "random/shrink/shrink.h"

namespace pantile::fuzz {
namespace {

using namespace random;

constexpr int kNothingFound = 0, kFailureFound = 1, kWrongUsage = 2;
constexpr unsigned kShrinkSeconds = 120;

struct Options {
    uint64_t seed = 0;
    uint64_t count = 100;
    uint64_t schedules = 4;
    std::string layer = "loops";
    std::string compiler = "gcc";
    bool full = false;
    bool sanitize = false;
    double seconds = 0;
    std::optional<unsigned> shrink_seconds;
    size_t most_failures = 10;
    std::string folder = "fuzz-failures";
    std::string replayed;
};

constexpr const char* kFooter = R"(layers:
  loops        the program is interpreted after every pass, with tasks in both orders; no C compiler
  compiled     the emitted code is built and run, its images between guard pages, with 1 and 2 threads
  metamorphic  crop, shift, split a stage, swap operands, constant images, every schedule equal: programs whose
               results are known from each other

A failure is a directory with pipeline.pan, schedule.json and check.json (sizes, the seed of the images, what to
check), and the command that shows it again is printed. A crash or an endless loop is a failure, too.

exit status: 0 nothing was found, 1 a failure was found, 2 wrong usage

examples:
  pantile-fuzz --layer loops --seed 1000000 --count 2000
  pantile-fuzz --layer compiled --compiler clang --schedules 8 --sanitize
  pantile-fuzz --replay fuzz-failures/loops-17-0
)";

void add_options(CLI::App& app, Options& o) {
    app.add_option("--seed", o.seed, "the seed of the first pipeline")->capture_default_str();
    app.add_option("--count", o.count, "how many pipelines to try, one for each seed")->capture_default_str();
    app.add_option("--schedules", o.schedules,
                   "schedules to try for each; of 'metamorphic': programs for each relation")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    app.add_option("--layer", o.layer, "what to check; see below")
        ->check(CLI::IsMember({"loops", "compiled", "metamorphic"}))
        ->capture_default_str();
    app.add_option("--compiler", o.compiler, "of 'compiled': who builds the emitted code")
        ->check(CLI::IsMember({"gcc", "clang"}))
        ->capture_default_str();
    CLI::Option* full = app.add_flag("--full", o.full, "of 'compiled': -O3 for this machine, instead of -O1");
    app.add_flag("--sanitize", o.sanitize,
                 "of 'compiled': with the address and undefined-behaviour sanitizers")
        ->excludes(full);
    app.add_option("--seconds", o.seconds, "begin nothing new after so many seconds; 0: try all pipelines")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.0, 1e9));
    app.add_option("--shrink", o.shrink_seconds,
                   "how long each failure is reduced; 0: not at all. With --replay: that of the directory")
        ->type_name("SECONDS")
        ->default_str("120");
    app.add_option("--stop-after", o.most_failures, "end after so many failures")->capture_default_str();
    app.add_option("--out", o.folder, "where the directories of failures go")
        ->type_name("FOLDER")
        ->capture_default_str();
    app.add_option("--replay", o.replayed, "reproduce the failure of a directory; with --shrink, reduce it")
        ->type_name("FOLDER");
    app.footer(kFooter);
}

Check check_of(const Options& o) {
    const Optimisation optimisation = o.sanitize ? Optimisation::sanitized
                                      : o.full   ? Optimisation::full
                                                 : Optimisation::quick;
    const auto compiler = o.compiler == "gcc" ? runtime::CompilerKind::gcc : runtime::CompilerKind::clang;
    // The clang that has the sanitizer's library need not be the one that has OpenMP's.
    const Threads threads = o.sanitize && o.compiler == "clang" ? Threads::none : Threads::openmp;
    return {*layer_named(o.layer), {compiler, optimisation, threads}, ""};
}

// Whether the check can be made here. The process may begin anew.
bool prepare(const Check& check, char** argv) {
    if (check.layer != Layer::compiled || check.build.optimisation != Optimisation::sanitized) return true;
    const auto sanitizer = find_sanitizer(check.build.compiler, runtime::from_process_environment());
    if (sanitizer && run_with_library(sanitizer->library, argv)) return true;
    fmt::print(stderr,
               "error: the compiler has no library of the address sanitizer.\n"
               "hint: take the other '--compiler', or install the library (libclang-rt-dev, libasan).\n");
    return false;
}

// Makes the failure of a folder smaller; says by how much.
std::string shrunk(const std::string& folder, unsigned seconds, tool::Progress& progress) {
    const std::string before = describe(read_folder(folder).value().specimen);
    progress.now("shrinking " + folder);
    shrink_folder(folder, {.seconds = seconds});
    return before + " -> " + describe(read_folder(folder).value().specimen);
}

int replay(const Options& options, char** argv) {
    const Result<Failure> failure = read_folder(options.replayed);
    if (!failure) {
        fmt::print(stderr, "{}", render(failure.diagnostics()));
        return kWrongUsage;
    }
    if (!prepare(failure->check, argv)) return kWrongUsage;
    tool::Progress progress("checking");
    const std::string wrong = failing_text(failure->specimen, failure->check);
    if (wrong.empty()) {
        fmt::print("Nothing is wrong here: {}.\n", describe(failure->specimen));
        return kNothingFound;
    }
    fmt::print("{}\n", wrong);
    if (options.shrink_seconds.value_or(0) > 0)
        fmt::print("  {}\n", shrunk(options.replayed, *options.shrink_seconds, progress));
    return kFailureFound;
}

// Writes and shrinks one; says where it is.
void keep(const Options& options, const Hunt& hunt, const Finding& finding, tool::Progress& progress) {
    fmt::print("seed {}, draw {}: {}\n", finding.seed, finding.draw, finding.what.substr(0, 2000));
    const std::optional<Failure> failure = failure_of(hunt, finding);
    if (!failure) {
        fmt::print("  reproduce: pantile-fuzz --layer {} --seed {} --count 1 --schedules {}\n", options.layer,
                   finding.seed, options.schedules);
        return;
    }
    const std::string folder =
        fmt::format("{}/{}-{}-{}", options.folder, options.layer, finding.seed, finding.draw);
    if (const std::string wrong = write_folder(folder, *failure); !wrong.empty())
        throw std::runtime_error(wrong);
    const unsigned seconds = options.shrink_seconds.value_or(kShrinkSeconds);
    const std::string size = seconds > 0 ? shrunk(folder, seconds, progress) : describe(failure->specimen);
    fmt::print("  {}\n  reproduce: pantile-fuzz --replay {}\n", size, folder);
}

int hunt(const Options& options, char** argv) {
    const Hunt hunt{check_of(options), options.schedules};
    if (!prepare(hunt.check, argv)) return kWrongUsage;
    size_t found = 0;
    uint64_t seed = options.seed;
    const uint64_t end = options.seed + options.count;
    tool::Progress progress("looking");
    const auto begin = std::chrono::steady_clock::now();
    const auto is_time = [&] {
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
        return options.seconds == 0 || spent.count() < options.seconds;
    };
    while (seed < end && found < options.most_failures && is_time()) {
        progress.now(fmt::format("{}: {} of {} pipelines, {} failures", options.layer, seed - options.seed,
                                 options.count, found));
        const SeedRange range{seed, std::min(end, seed + seeds_at_once(hunt))};
        for (const Finding& finding : find_failures(hunt, range)) {
            if (found++ < options.most_failures) keep(options, hunt, finding, progress);
        }
        seed = range.end;
    }
    fmt::print("{}: {} pipelines tried, {} failures.\n", options.layer, seed - options.seed, found);
    return found == 0 ? kNothingFound : kFailureFound;
}

int run(int argc, char** argv) {
    CLI::App app{"Looks for bugs of Pantile in random pipelines under random schedules", "pantile-fuzz"};
    Options options;
    add_options(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? kNothingFound : kWrongUsage;
    }
    return options.replayed.empty() ? hunt(options, argv) : replay(options, argv);
}

}  // namespace
}  // namespace pantile::fuzz

int main(int argc, char** argv) {
    // Lines must not be written again by child processes.
    std::setvbuf(stdout, nullptr, _IONBF, 0);
    try {
        return pantile::fuzz::run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "error: {}.\n", error.what());
        return 2;
    }
}
