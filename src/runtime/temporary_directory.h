// A directory that only we can enter and that goes away, with all it holds, when its owner does.
#pragma once

#include <string>
#include <utility>

#include "pantile/result.h"

namespace pantile::runtime {

class TemporaryDirectory {
  public:
    // Named '<root>/<prefix>XXXXXX'; a root that cannot be used gives way to '/tmp'.
    static Result<TemporaryDirectory> create(const std::string& root, const std::string& prefix);

    TemporaryDirectory(TemporaryDirectory&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    TemporaryDirectory& operator=(TemporaryDirectory&& other) noexcept {
        std::swap(path_, other.path_);
        return *this;
    }
    ~TemporaryDirectory();

    const std::string& path() const { return path_; }

  private:
    explicit TemporaryDirectory(std::string path) : path_(std::move(path)) {}
    std::string path_;
};

// Removes directories of that prefix that are ours and older than a day: a process ended by SIGKILL cannot
// remove its own. Failures are of no interest, the next process tries again.
void remove_abandoned_directories(const std::string& root, const std::string& prefix);

}  // namespace pantile::runtime
