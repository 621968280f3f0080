#include "runtime/cache_entry.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace pantile::runtime {

CacheKey CacheKey::of(std::string_view all_that_matters) { return CacheKey(fingerprint(all_that_matters)); }

std::string entry_header(const CacheKey& key, std::string_view payload) {
    return fmt::format("pantile-cache 1\n{}\n{:016x}\n{}\n", key.text(), payload.size(),
                       fingerprint(payload));
}

std::optional<std::string> payload_of_entry(const CacheKey& key, std::string file) {
    if (file.size() < kEntryHeaderSize) return std::nullopt;
    const std::string_view whole = file;
    if (whole.substr(0, kEntryHeaderSize) != entry_header(key, whole.substr(kEntryHeaderSize)))
        return std::nullopt;
    file.erase(0, kEntryHeaderSize);
    return file;
}

}  // namespace pantile::runtime
