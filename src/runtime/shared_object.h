// A shared object loaded from bytes in memory.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "pantile/result.h"

namespace pantile::runtime {

class SharedObject {
  public:
    // Loads a private copy of the bytes. A file that others can reach (the cache's) is never loaded itself:
    // it may be replaced or cut short while it is mapped, and a mapping of a cut file ends the process with
    // SIGBUS. 'temporary_root' is used where the system has no files in memory.
    static Result<SharedObject> load(std::string_view bytes, const std::string& temporary_root = "/tmp");

    SharedObject(SharedObject&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    SharedObject& operator=(SharedObject&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~SharedObject();

    // The address of an exported name, or null. It is good as long as this object lives.
    void* symbol(const std::string& name) const;

  private:
    explicit SharedObject(void* handle);
    void* handle_;
};

}  // namespace pantile::runtime
