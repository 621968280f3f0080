// Compiled kernels (and small facts about compilers) kept between processes.
//
// The cache never serves a torn, mixed, damaged or foreign entry, whatever other processes do and wherever
// they are killed: an entry is one file, checked as a whole when it is read, and published by renaming a
// finished file. It never fails either: without a usable directory, with a full disk or a read-only one,
// there are only misses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pantile/diagnostic.h"
#include "runtime/cache_directory.h"
#include "runtime/cache_entry.h"
#include "runtime/environment.h"

namespace pantile::runtime {

struct CacheOptions {
    std::string directory;                   // empty: '$XDG_CACHE_HOME/pantile' or '~/.cache/pantile'
    int64_t max_bytes = int64_t{512} << 20;  // of all entries together
};

struct StoreStatus {
    std::string not_stored;  // the reason; empty when the entry was stored
    bool stored() const { return not_stored.empty(); }
};

// May be used from many threads at once.
class Cache {
  public:
    static Cache open(const CacheOptions& options, const Environment& environment);

    // The payload stored under this key. An entry that is not intact is removed and counts as missing.
    std::optional<std::string> load(const CacheKey& key) const;

    StoreStatus store(const CacheKey& key, std::string_view payload) const noexcept;

    const std::string& directory() const { return directory_.path; }  // empty when there is none
    const Diagnostics& warnings() const {
        return directory_.warnings;
    }  // why the wanted directory is not used

  private:
    Cache(CacheDirectory directory, int64_t max_bytes)
        : directory_(std::move(directory)), max_bytes_(max_bytes) {}
    StoreStatus publish(const CacheKey& key, std::string_view payload) const;

    CacheDirectory directory_;
    int64_t max_bytes_;
};

}  // namespace pantile::runtime
