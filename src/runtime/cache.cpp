#include "runtime/cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>

#include "runtime/cache_eviction.h"

namespace pantile::runtime {
namespace {

std::string entry_name(const CacheKey& key) { return key.text() + std::string(kEntrySuffix); }

// Two processes, perhaps on two machines with one home directory, never share a temporary name; should they,
// O_EXCL makes the second one fail.
std::string temporary_name(const CacheKey& key) {
    uint64_t random = 0;
    if (::getrandom(&random, sizeof random, 0) != sizeof random) random = static_cast<uint64_t>(::getpid());
    return fmt::format("{}.{:016x}{}", key.text(), random, kTemporarySuffix);
}

// A file that goes away unless it was renamed.
class UnpublishedFile {
  public:
    UnpublishedFile(int directory, std::string name)
        : directory_(directory),
          name_(std::move(name)),
          file_(::openat(directory, name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                         0600)) {
        error_ = file_.valid() ? 0 : errno;
    }
    UnpublishedFile(const UnpublishedFile&) = delete;
    ~UnpublishedFile() {
        if (file_.valid() && !published_) ::unlinkat(directory_, name_.c_str(), 0);
    }

    void write(std::string_view bytes) {
        if (error_ == 0) error_ = write_all(file_.number(), bytes);
    }
    // Without fsync a power failure could leave the new name with an empty file. Readers would notice, but
    // every later process would pay for the check and the rebuild.
    void publish(const std::string& name) {
        if (error_ == 0 && ::fsync(file_.number()) != 0) error_ = errno;
        if (error_ != 0) return;
        published_ = ::renameat(directory_, name_.c_str(), directory_, name.c_str()) == 0;
        if (!published_) error_ = errno;
    }
    int error() const { return error_; }

  private:
    int directory_;
    std::string name_;
    FileDescriptor file_;
    int error_ = 0;
    bool published_ = false;
};

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
    UnpublishedFile file(directory, temporary_name(key));
    file.write(entry_header(key, payload));
    file.write(payload);
    file.publish(entry_name(key));
    if (file.error() != 0) return {describe_errno(file.error())};
    evict(directory, max_bytes_, entry_name(key));
    return {};
}

}  // namespace pantile::runtime
