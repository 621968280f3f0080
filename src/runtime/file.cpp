#include "runtime/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace pantile::runtime {

FileDescriptor::~FileDescriptor() {
    if (number_ >= 0) ::close(number_);
}

std::string describe_errno(int error) { return std::generic_category().message(error); }

int write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes.remove_prefix(static_cast<size_t>(written));
    }
    return 0;
}

int write_new_file(const std::string& path, std::string_view bytes) {
    const FileDescriptor file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    return file.valid() ? write_all(file.number(), bytes) : errno;
}

std::optional<std::string> read_regular_file(int directory, const std::string& name, size_t limit) {
    // O_NONBLOCK: opening a named pipe must not wait for a writer.
    const int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
    const FileDescriptor file(::openat(directory, name.c_str(), flags));
    return file.valid() ? read_all(file.number(), limit) : std::nullopt;
}

std::optional<std::string> read_all(int descriptor, size_t limit) {
    struct stat facts = {};
    if (::fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
    if (facts.st_size < 0 || static_cast<size_t>(facts.st_size) > limit) return std::nullopt;
    std::string bytes(static_cast<size_t>(facts.st_size), '\0');
    size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t count =
            ::pread(descriptor, bytes.data() + filled, bytes.size() - filled, static_cast<off_t>(filled));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return std::nullopt;
        if (count == 0) break;  // truncated since fstat: the caller's validation sees a short file
        filled += static_cast<size_t>(count);
    }
    bytes.resize(filled);
    return bytes;
}

}  // namespace pantile::runtime
