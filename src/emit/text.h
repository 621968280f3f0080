// Lines of code with indentation.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace pantile::emit {

class TextWriter {
  public:
    void line(std::string_view text) {
        if (!text.empty()) out_.append(static_cast<size_t>(4 * depth_), ' ').append(text);
        out_ += '\n';
    }
    // A line of code, broken at spaces where it is too long to read. Nothing in it may depend on its spaces.
    void code(std::string_view text) { wrapped(text, 8, ""); }
    // A comment of one sentence or formula, as many lines as it takes.
    void comment(std::string_view text) { wrapped("/* " + std::string(text) + " */", 0, " * "); }
    // A line at the left margin, as preprocessor lines are written.
    void margin(std::string_view text) { out_.append(text) += '\n'; }
    void open(std::string_view text) {
        code(text);
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
    static constexpr size_t kColumns = 110;

    void wrapped(std::string_view text, int indent, std::string_view lead) {
        std::string prefix(static_cast<size_t>(4 * depth_), ' ');
        while (prefix.size() + text.size() > kColumns) {
            const size_t space = best_break(text, kColumns - std::min(prefix.size(), kColumns / 2));
            if (space == std::string_view::npos) break;
            out_.append(prefix).append(text.substr(0, space)) += '\n';
            text = text.substr(space + 1);
            prefix = std::string(static_cast<size_t>(4 * depth_ + indent), ' ') + std::string(lead);
        }
        out_.append(prefix).append(text) += '\n';
    }

    // How bad it is to break a line after this character: best after a comma, a sum or a comparison.
    static int break_cost(char before) {
        switch (before) {
            case ',':
            case '+':
            case '-':
            case '|':
            case '&':
            case '?':
            case ':': return 0;
            case '*':
            case '/': return 3;
            case '=': return 4;
            default: return 6;
        }
    }

    // The space in the second half of the line that lies outermost in parentheses; the last of equals.
    static size_t best_break(std::string_view text, size_t room) {
        size_t best = std::string_view::npos;
        int best_cost = 0, depth = 0;
        for (size_t i = 0; i < text.size() && i <= room; ++i) {
            if (text[i] == '(') ++depth;
            if (text[i] == ')') --depth;
            if (text[i] != ' ' || i < room / 2) continue;
            const int cost = 10 * depth + break_cost(text[i - 1]);
            if (best != std::string_view::npos && cost > best_cost) continue;
            best = i;
            best_cost = cost;
        }
        // Calls within calls may have no space for long: then the last one before, or the first one after.
        if (best == std::string_view::npos) best = text.substr(0, room).rfind(' ');
        return best == std::string_view::npos ? text.find(' ', room) : best;
    }

    std::string out_;
    int depth_ = 0;
};

}  // namespace pantile::emit
