#include "runtime/temporary_directory.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <system_error>

#include "runtime/file.h"

namespace pantile::runtime {
namespace {

constexpr time_t kAbandonedAfterSeconds = 24 * 60 * 60;

std::optional<std::string> make_directory(const std::string& root, const std::string& prefix) {
    std::string path = root + "/" + prefix + "XXXXXX";
    return ::mkdtemp(path.data()) == nullptr ? std::nullopt : std::optional<std::string>(path);
}

bool is_abandoned(const std::string& path) {
    struct stat facts = {};
    return ::lstat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == ::geteuid() &&
           facts.st_mtime < ::time(nullptr) - kAbandonedAfterSeconds;
}

}  // namespace

Result<TemporaryDirectory> TemporaryDirectory::create(const std::string& root, const std::string& prefix) {
    std::optional<std::string> path = make_directory(root, prefix);
    if (!path) path = make_directory("/tmp", prefix);
    if (path) return TemporaryDirectory(std::move(*path));
    const std::string reason = describe_errno(errno);
    return Diagnostic{.message = "no temporary directory could be made in '" + root + "': " + reason + ".",
                      .hints = {"set 'TMPDIR' to a directory that you can write to."}};
}

TemporaryDirectory::~TemporaryDirectory() {
    if (path_.empty()) return;
    try {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    } catch (const std::exception&) {
        // Out of memory: the directory stays, and is swept as abandoned later.
    }
}

void remove_abandoned_directories(const std::string& root, const std::string& prefix) {
    std::error_code error;
    std::filesystem::directory_iterator entry(root, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::string path = entry->path().string();
        if (!entry->path().filename().string().starts_with(prefix) || !is_abandoned(path)) continue;
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
}

}  // namespace pantile::runtime
