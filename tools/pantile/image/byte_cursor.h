// Reads the text headers of PNM and PFM files.
#pragma once

#include <optional>

#include "image/format.h"

namespace pantile::image {

class ByteCursor {
  public:
    explicit ByteCursor(Bytes file) : file_(file) {}

    size_t remaining() const { return file_.size() - offset_; }
    const uint8_t* here() const { return file_.data() + offset_; }
    bool at_end() const { return offset_ == file_.size(); }
    uint8_t take() { return file_[offset_++]; }
    void skip(size_t count) { offset_ += count; }

    // White space, and comments from '#' to the end of the line.
    void skip_space() {
        while (!at_end() && (is_space(*here()) || *here() == '#')) {
            if (take() == '#') skip_line();
        }
    }

    // The single character of white space that ends a header.
    bool take_space() { return !at_end() && is_space(take()); }

    // A decimal number of at most 'most'; nothing when there is none or it is larger.
    std::optional<int64_t> take_number(int64_t most) {
        skip_space();
        if (at_end() || !is_digit(*here())) return std::nullopt;
        int64_t number = 0;
        while (!at_end() && is_digit(*here())) {
            number = number * 10 + (take() - '0');
            if (number > most) return std::nullopt;
        }
        return number;
    }

    std::string_view take_word() {
        skip_space();
        const uint8_t* start = here();
        while (!at_end() && !is_space(*here())) skip(1);
        return {reinterpret_cast<const char*>(start), static_cast<size_t>(here() - start)};
    }

  private:
    static bool is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
    static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }
    void skip_line() {
        while (!at_end() && *here() != '\n') skip(1);
    }

    Bytes file_;
    size_t offset_ = 0;
};

}  // namespace pantile::image
