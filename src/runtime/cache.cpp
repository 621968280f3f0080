#include "runtime/cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>

#include "runtime/cache_eviction.h"
#include "runtime/publish_file.h"

namespace pantile::runtime {
namespace {

std::string entry_name(const CacheKey& key) { return key.text() + std::string(kEntrySuffix); }

bool is_private_file(int descriptor) {
    struct stat facts = {};
    return ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == ::geteuid() &&
           (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

Cache Cache::open(const CacheOptions& options, const Environment& environment) {
    return Cache(open_cache_directory(options.directory, environment),
                 std::max<int64_t>(options.max_bytes, 0));
}

std::optional<std::string> Cache::load(const CacheKey& key) const {
    if (!directory_.descriptor.valid()) return std::nullopt;
    const int directory = directory_.descriptor.number();
    const std::string name = entry_name(key);
    const FileDescriptor file(
        ::openat(directory, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
    if (!file.valid() && errno != ELOOP) return std::nullopt;

    std::optional<std::string> payload;
    if (file.valid() && is_private_file(file.number())) {
        std::optional<std::string> bytes = read_all(file.number(), static_cast<size_t>(max_bytes_));
        if (bytes) payload = payload_of_entry(key, std::move(*bytes));
    }
    if (payload) {
        ::futimens(file.number(),
                   nullptr);  // the time of last use, for eviction; it may fail on a read-only disk
    } else {
        // Should a good entry have taken the name meanwhile, it is lost; that costs one compilation.
        ::unlinkat(directory, name.c_str(), 0);
    }
    return payload;
}

StoreStatus Cache::store(const CacheKey& key, std::string_view payload) const noexcept {
    try {
        return publish(key, payload);
    } catch (const std::exception&) {
        return {"no memory"};  // short enough to need none
    }
}

StoreStatus Cache::publish(const CacheKey& key, std::string_view payload) const {
    if (!directory_.descriptor.valid()) return {"there is no cache directory"};
    if (payload.size() + kEntryHeaderSize > static_cast<size_t>(max_bytes_)) {
        return {"the entry is larger than the whole cache may be"};
    }
    const int directory = directory_.descriptor.number();
    const int error = publish_file(directory, entry_name(key), {entry_header(key, payload), payload});
    if (error != 0) return {describe_errno(error)};
    evict(directory, max_bytes_, entry_name(key));
    return {};
}

}  // namespace pantile::runtime
