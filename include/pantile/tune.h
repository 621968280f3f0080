// Schedules found by measuring, on the user's machine and images.
#pragma once

#include <functional>

#include "pantile/compile.h"

#pragma GCC visibility push(default)
namespace pantile {

struct TuneProgress {
    int measured = 0;         // candidates so far
    double best = 0;          // ms
    double seconds_left = 0;  // of the budget
    std::string trying;       // 'auto', 'dp with the cost model halide', 'auto, other tiles', …
};

// again: also where a schedule is remembered from before.
enum class Tune { when_not_known, again };

struct TuneOptions {
    Tune when = Tune::when_not_known;
    std::map<std::string, int64_t>
        sizes;  // of the outputs; those that are missing are inferred from the inputs
    std::function<void(const TuneProgress&)> progress = [](const TuneProgress&) {};
};

struct Tuned {
    std::string schedule_json;  // for CompileOptions, or a file
    bool was_known = false;     // nothing was measured now
    int measured = 0;           // candidates
    double milliseconds = 0;    // of the best
    std::string origin;         // who proposed the best; empty when it was known
    Diagnostics warnings;
};

// Measures schedules of all schedulers, then changes to the best, on these arguments, for about
// 'options.scheduling.budget' seconds, and remembers the best for this pipeline, machine, about this size,
// number of threads and kind of math. 'options.schedule' does not count. A later compilation with the
// schedule 'tune' finds it.
Result<Tuned> tune(const Pipeline& pipeline, const Arguments& arguments, const CompileOptions& options,
                   const TuneOptions& tune_options = {});

}  // namespace pantile
#pragma GCC visibility pop
