// The format of one cache entry: a header that says what the file must be, then the payload.
//
//     pantile-cache 1
//     <key, 32 digits>
//     <length of the payload, 16 digits>
//     <checksum of the payload, 32 digits>
//     <payload>
//
// A reader computes the header that the payload should have and compares; so there is nothing to parse, and
// no damage of the header that goes unseen. The checksum finds accidents; forgers are kept out by the
// directory.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pantile::runtime {

// Names an entry. Made only by hashing, so it is always safe as a part of a file name.
class CacheKey {
  public:
    static CacheKey of(std::string_view all_that_matters);
    const std::string& text() const { return text_; }
    bool operator==(const CacheKey&) const = default;

  private:
    explicit CacheKey(std::string text) : text_(std::move(text)) {}
    std::string text_;
};

inline constexpr size_t kEntryHeaderSize = 99;

std::string entry_header(const CacheKey& key, std::string_view payload);

// The payload, or nothing unless the file is a whole and undamaged entry of this key.
std::optional<std::string> payload_of_entry(const CacheKey& key, std::string file);

}  // namespace pantile::runtime
