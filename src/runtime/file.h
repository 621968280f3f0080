// File descriptors that close themselves, and whole-file reads and writes that survive interrupts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pantile::runtime {

class FileDescriptor {
  public:
    FileDescriptor() = default;
    explicit FileDescriptor(int number) : number_(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~FileDescriptor();

    bool valid() const { return number_ >= 0; }
    int number() const { return number_; }

  private:
    int number_ = -1;
};

// The sentence of the C library for an errno value; unlike strerror it may be called from many threads.
std::string describe_errno(int error);

// Writes all bytes; the answer is 0 or an errno value.
int write_all(int descriptor, std::string_view bytes);

// A new file that only its owner can read; fails when the name exists. The answer is 0 or an errno value.
int write_new_file(const std::string& path, std::string_view bytes);

// The content of a regular file of at most 'limit' bytes. 'directory' may be AT_FDCWD. Symbolic links,
// devices and pipes are refused: they are no file that we wrote.
std::optional<std::string> read_regular_file(int directory, const std::string& name, size_t limit);

// Reads what a regular file opened by the caller holds now, from its start, at most 'limit' bytes.
std::optional<std::string> read_all(int descriptor, size_t limit);

}  // namespace pantile::runtime
