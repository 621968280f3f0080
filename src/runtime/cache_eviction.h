// Keeps the cache below its size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pantile::runtime {

inline constexpr std::string_view kEntrySuffix = ".entry";

// Removes the entries used longest ago until the rest is at most 'max_bytes', but never 'keep', the entry
// that was just stored. Also removes temporary files of processes that were killed.
//
// No lock: a file that another process removes first counts as removed, a reader that has an entry open keeps
// its bytes, and one that comes later sees a miss. Files that are not named as ours are left alone.
void evict(int directory, int64_t max_bytes, const std::string& keep);

}  // namespace pantile::runtime
