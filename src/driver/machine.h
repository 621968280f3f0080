// The machine that this runs on, and the file in the cache that keeps what was measured on it.
#pragma once

#include <optional>
#include <string>

#include "machine/machine.h"
#include "runtime/cache_directory.h"

namespace pantile::driver {

struct Host {
    machine::Machine typical;  // its cores, sizes and vectors; typical values for the rest
    machine::CacheSizes cache_sizes;
    // The name of its measurement in the cache directory. One home directory may serve many machines, and a
    // process may be allowed fewer cores than the one before.
    std::string file;
};

Host find_host();

// What was measured on this host; a file that is damaged, or of another machine, counts as missing.
std::optional<machine::Machine> load_measurement(const runtime::CacheDirectory& cache, const Host& host);

// The answer is a reason, as the end of a sentence; empty when the measurement was stored.
std::string store_measurement(const runtime::CacheDirectory& cache, const Host& host,
                              const machine::Machine& measured);

// The measurement in the cache if there is one, else typical values. Never measures: that takes seconds, and
// is for the user to ask for.
machine::Machine host_machine(const runtime::CacheDirectory& cache);

}  // namespace pantile::driver
