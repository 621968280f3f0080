// What a schedule does: for people who choose, write or compare schedules.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "pantile/compile.h"

#pragma GCC visibility push(default)
namespace pantile {

// dot: the stages as a graph for Graphviz. count: how many groupings the scheduler looked at, and its time.
enum class ReportForm { text, json, dot, count };

// The boxes that a tile has of each stage, for the loose and the scalene shape side by side, or not.
enum class Footprints { none, by_shape };

struct ExplainOptions {
    // Of the outputs, by dimension name. Those that are missing are the program's estimates, or else those of
    // an ordinary picture; which were assumed is said.
    std::map<std::string, int64_t> sizes;
    int threads = 0;  // to expect; 0: those that the schedule was made for
    Footprints footprints = Footprints::none;
    ReportForm form = ReportForm::text;
};

// The groups of the schedule in order: their tiles, scratch, redundant work and predicted time; what is
// inlined, and why; for each read between groups, why they are not one; and the memory of a run.
Result<std::string> explain(const Pipeline& pipeline, const CompileOptions& options,
                            const ExplainOptions& explain_options = {});

// The schedule that 'options' chooses, as the text of a schedule file: to be changed by hand.
Result<std::string> schedule_file(const Pipeline& pipeline, const CompileOptions& options);

}  // namespace pantile
#pragma GCC visibility pop
