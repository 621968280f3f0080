#include "runtime/cache_eviction.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <tuple>
#include <vector>

#include "runtime/file.h"
#include "runtime/publish_file.h"

namespace pantile::runtime {
namespace {

// Nobody takes an hour from the first byte of an entry to its rename.
constexpr time_t kAbandonedAfterSeconds = 60 * 60;

struct File {
    timespec used;
    int64_t bytes;
    std::string name;
};

struct CloseListing {
    void operator()(DIR* listing) const { ::closedir(listing); }
};

std::unique_ptr<DIR, CloseListing> list(int directory) {
    // A fresh open file description: a duplicate would share the read position with other threads.
    const int descriptor = ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return nullptr;
    std::unique_ptr<DIR, CloseListing> listing(::fdopendir(descriptor));
    if (!listing) ::close(descriptor);
    return listing;
}

std::vector<File> files_named(int directory, std::string_view suffix) {
    std::vector<File> files;
    const std::unique_ptr<DIR, CloseListing> listing = list(directory);
    if (!listing) return files;
    while (const dirent* entry = ::readdir(listing.get())) {
        const std::string name = entry->d_name;
        struct stat facts = {};
        if (!name.ends_with(suffix) || ::fstatat(directory, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        files.push_back({facts.st_mtim, static_cast<int64_t>(facts.st_size), name});
    }
    return files;
}

bool used_earlier(const File& a, const File& b) {
    return std::tie(a.used.tv_sec, a.used.tv_nsec, a.name) < std::tie(b.used.tv_sec, b.used.tv_nsec, b.name);
}

void remove_abandoned(int directory) {
    const time_t now = ::time(nullptr);
    for (const File& file : files_named(directory, kTemporarySuffix)) {
        if (file.used.tv_sec < now - kAbandonedAfterSeconds) ::unlinkat(directory, file.name.c_str(), 0);
    }
}

}  // namespace

void evict(int directory, int64_t max_bytes, const std::string& keep) {
    remove_abandoned(directory);
    std::vector<File> entries = files_named(directory, kEntrySuffix);
    int64_t total = 0;
    for (const File& entry : entries) total += entry.bytes;
    std::sort(entries.begin(), entries.end(), used_earlier);
    for (const File& entry : entries) {
        if (total <= max_bytes) return;
        if (entry.name == keep) continue;
        ::unlinkat(directory, entry.name.c_str(), 0);
        total -= entry.bytes;
    }
}

}  // namespace pantile::runtime
