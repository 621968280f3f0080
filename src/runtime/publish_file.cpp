#include "runtime/publish_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>

#include "runtime/file.h"

namespace pantile::runtime {
namespace {

// Two processes, perhaps on two machines with one home directory, never share a temporary name; should they,
// O_EXCL makes the second one fail.
std::string temporary_name(const std::string& name) {
    uint64_t random = 0;
    if (::getrandom(&random, sizeof random, 0) != sizeof random) random = static_cast<uint64_t>(::getpid());
    return fmt::format("{}.{:016x}{}", name, random, kTemporarySuffix);
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

}  // namespace

int publish_file(int directory, const std::string& name, std::initializer_list<std::string_view> pieces) {
    UnpublishedFile file(directory, temporary_name(name));
    for (const std::string_view piece : pieces) file.write(piece);
    file.publish(name);
    return file.error();
}

}  // namespace pantile::runtime
