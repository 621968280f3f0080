// Schedules that were found by measuring, remembered in the cache directory: one file for each.
#pragma once

#include "pantile/compile.h"
#include "runtime/cache_directory.h"
#include "search/make_schedule.h"

namespace pantile::driver {

// Who a schedule that was measured is by, whoever proposed it.
inline constexpr const char* kTunedName = "tune";

// The name of the file for a pipeline of about these sizes under these options, on this machine, or measured
// here with candidates for another one. 'target' is what the options ask for.
std::string tuned_file(const ir::Pipeline& pipeline, const machine::Target& target,
                       const CompileOptions& options);

// A file that is damaged, or that does not fit the pipeline, counts as missing.
std::optional<schedule::Schedule> load_tuned(const runtime::CacheDirectory& cache, const std::string& file,
                                             const ir::Pipeline& pipeline);

// The answer is a reason, as the end of a sentence; empty when the schedule was stored.
std::string store_tuned(const runtime::CacheDirectory& cache, const std::string& file,
                        const schedule::Schedule& schedule, const ir::Pipeline& pipeline);

}  // namespace pantile::driver
