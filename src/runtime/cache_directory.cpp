#include "runtime/cache_directory.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace pantile::runtime {
namespace {

struct Opened {
    FileDescriptor descriptor;
    std::string refused;  // why there is no descriptor, as the end of a sentence
};

// The rule of the XDG specification: a relative XDG_CACHE_HOME is ignored.
std::string default_path(const Environment& environment) {
    if (environment.xdg_cache_home.starts_with('/')) return environment.xdg_cache_home + "/pantile";
    if (environment.home.starts_with('/')) return environment.home + "/.cache/pantile";
    return {};
}

std::string absolute_without_trailing_slash(const std::string& path) {
    std::error_code error;
    std::string absolute = std::filesystem::absolute(path, error).string();
    while (absolute.size() > 1 && absolute.ends_with('/')) absolute.pop_back();
    return absolute;
}

// Parents that are missing are made private too; a failure shows when the parent is opened.
void make_parents(const std::string& path) {
    for (size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
        ::mkdir(path.substr(0, slash).c_str(), 0700);
    }
}

constexpr mode_t kWritableByOthers = S_IWGRP | S_IWOTH;

// The parent may be the system's, such as '/tmp', but there others must not be able to rename what is ours.
std::string defect_of_parent(int descriptor) {
    struct stat facts = {};
    if (::fstat(descriptor, &facts) != 0) return describe_errno(errno);
    if (facts.st_uid != ::geteuid() && facts.st_uid != 0) return "it lies in a directory of another user";
    const bool sticky = (facts.st_mode & S_ISVTX) != 0;
    if ((facts.st_mode & kWritableByOthers) != 0 && !sticky)
        return "it lies in a directory that others can write to";
    return {};
}

std::string defect_of_directory(int descriptor) {
    struct stat facts = {};
    if (::fstat(descriptor, &facts) != 0) return describe_errno(errno);
    if (facts.st_uid != ::geteuid()) return "it belongs to another user";
    if ((facts.st_mode & kWritableByOthers) != 0) return "others can write to it";
    return {};
}

Opened open_private(const std::string& path) {
    make_parents(path);
    const size_t slash = path.rfind('/');
    const std::string parent_path = slash == 0 ? "/" : path.substr(0, slash);
    const std::string leaf = path.substr(slash + 1);
    const FileDescriptor parent(::open(parent_path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!parent.valid()) return {.refused = describe_errno(errno)};
    if (std::string defect = defect_of_parent(parent.number()); !defect.empty()) return {.refused = defect};

    ::mkdirat(parent.number(), leaf.c_str(), 0700);
    FileDescriptor directory(
        ::openat(parent.number(), leaf.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!directory.valid()) {
        // With O_DIRECTORY a link is reported as 'not a directory'.
        const bool not_directory = errno == ENOTDIR || errno == ELOOP;
        return {.refused = not_directory ? "it is a symbolic link or no directory" : describe_errno(errno)};
    }
    if (std::string defect = defect_of_directory(directory.number()); !defect.empty())
        return {.refused = defect};
    return {.descriptor = std::move(directory)};
}

Diagnostic refusal(const std::string& path, const std::string& reason) {
    const std::string which =
        path.empty() ? "no cache directory is used" : "the cache directory '" + path + "' is not used";
    return {
        .severity = Severity::warning,
        .message = which + ": " + reason + ".",
        .notes = {"kernels are compiled again in every process."},
        .hints = {"choose a directory of your own with mode 0700, or set 'XDG_CACHE_HOME' to its parent."}};
}

// Lasts as long as the process; without even that, there is no caching.
CacheDirectory open_temporary(const Environment& environment, Diagnostic warning) {
    CacheDirectory result{.warnings = {std::move(warning)}};
    Result<TemporaryDirectory> temporary =
        TemporaryDirectory::create(environment.temporary_root, "pantile-cache-");
    if (!temporary) return result;
    result.path = temporary->path();
    result.descriptor =
        FileDescriptor(::open(result.path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    result.temporary = std::move(*temporary);
    return result;
}

}  // namespace

CacheDirectory open_cache_directory(const std::string& chosen, const Environment& environment) {
    const std::string wanted = chosen.empty() ? default_path(environment) : chosen;
    if (wanted.empty())
        return open_temporary(environment, refusal("", "neither 'XDG_CACHE_HOME' nor 'HOME' is set"));
    const std::string path = absolute_without_trailing_slash(wanted);
    if (path.find('\0') != std::string::npos || !path.starts_with('/')) {
        return open_temporary(environment, refusal(path, "that is not a path"));
    }
    Opened opened = open_private(path);
    if (!opened.descriptor.valid()) return open_temporary(environment, refusal(path, opened.refused));
    return {.descriptor = std::move(opened.descriptor), .path = path};
}

}  // namespace pantile::runtime
