// Lines of code with indentation.
#pragma once

#include <string>
#include <string_view>

namespace pantile::emit {

class TextWriter {
  public:
    void line(std::string_view text) {
        if (!text.empty()) out_.append(static_cast<size_t>(4 * depth_), ' ').append(text);
        out_ += '\n';
    }
    // A line at the left margin, as preprocessor lines are written.
    void margin(std::string_view text) { out_.append(text) += '\n'; }
    void open(std::string_view text) {
        line(text);
        ++depth_;
    }
    void close(std::string_view text = "}") {
        --depth_;
        line(text);
    }
    // Closes one branch and opens the next: '} else {'.
    void reopen(std::string_view text) {
        --depth_;
        line(text);
        ++depth_;
    }
    void raw(std::string_view text) { out_ += text; }
    std::string take() { return std::move(out_); }

  private:
    std::string out_;
    int depth_ = 0;
};

}  // namespace pantile::emit
