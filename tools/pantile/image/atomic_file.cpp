#include "image/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "image/picture.h"

namespace pantile::image {
namespace {

constexpr int kMostAttempts = 1000;

Diagnostics failed(int error) {
    return {refuse("the file cannot be written.", {std::system_category().message(error) + "."})};
}

// A new file beside the target; it vanishes unless it is renamed.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& target) {
        for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
            name_ = target + "." + std::to_string(getpid()) + "-" + std::to_string(attempt) + ".tmp";
            descriptor_ = open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor_ >= 0 || errno != EEXIST) break;
        }
        exists_ = descriptor_ >= 0;
        if (!exists_) error_ = errno;
    }
    ~TemporaryFile() {
        if (descriptor_ >= 0) close(descriptor_);
        if (exists_) unlink(name_.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    int error() const { return error_; }

    void write_all(Bytes bytes) {
        constexpr size_t kChunk = size_t{1} << 30;
        while (error_ == 0 && !bytes.empty()) {
            const ssize_t written = write(descriptor_, bytes.data(), std::min(bytes.size(), kChunk));
            if (written > 0)
                bytes = bytes.subspan(static_cast<size_t>(written));
            else if (written == 0 || errno != EINTR)
                error_ = written == 0 ? EIO : errno;
        }
    }

    void rename_to(const std::string& target) {
        if (error_ != 0) return;
        if (close(descriptor_) != 0) error_ = errno;
        descriptor_ = -1;
        if (error_ == 0 && rename(name_.c_str(), target.c_str()) != 0) error_ = errno;
        exists_ = error_ != 0;
    }

  private:
    std::string name_;
    int descriptor_ = -1;
    int error_ = 0;
    bool exists_ = false;
};

}  // namespace

Diagnostics replace_file(const std::string& path, Bytes bytes) {
    std::error_code error;
    std::string target = path;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && status.type() != std::filesystem::file_type::regular) {
        return {refuse("the file cannot be written: there is something else of that name.")};
    }
    if (std::filesystem::exists(status)) {
        const std::filesystem::path resolved = std::filesystem::canonical(path, error);
        if (!error) target = resolved.string();
    }
    TemporaryFile temporary(target);
    temporary.write_all(bytes);
    temporary.rename_to(target);
    return temporary.error() == 0 ? Diagnostics{} : failed(temporary.error());
}

}  // namespace pantile::image
