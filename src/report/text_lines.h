// Lines of at most 110 columns, each about something: 'tiles      y 16, x 64; scalene'.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pantile::report {

inline constexpr size_t kColumns = 110;
inline constexpr size_t kAboutColumns = 13;  // where the text begins

// '×' and 'µ' take one column, but several bytes.
size_t columns(std::string_view text);
std::string padded(const std::string& text, size_t columns);

// The pieces with spaces between them, or the text with all its spaces, broken there. Later lines begin with
// so many spaces.
std::string wrapped(const std::vector<std::string>& pieces, size_t indent);
std::string wrapped(std::string_view text, size_t indent);

class Lines {
  public:
    explicit Lines(size_t indent) : indent_(indent) {}

    // What was said last is not named again.
    void add(std::string_view about, const std::string& text);
    std::string take() { return std::move(text_); }

  private:
    size_t indent_;
    std::string text_;
    std::string last_;
};

}  // namespace pantile::report
