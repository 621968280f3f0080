#include "report/text_lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace pantile::report {

size_t columns(std::string_view text) {
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, size_t wanted) {
    return text + std::string(wanted - std::min(wanted, columns(text)), ' ');
}

std::string wrapped(const std::vector<std::string>& pieces, size_t indent) {
    std::string out;
    size_t used = 0;
    for (const std::string& piece : pieces) {
        const size_t wanted = columns(piece);
        if (used > 0 && used + 1 + wanted > kColumns) {
            // Spaces before a piece align it with others in its line.
            const std::string_view word = std::string_view(piece).substr(piece.find_first_not_of(' '));
            out += "\n" + std::string(indent, ' ') + std::string(word);
            used = indent + columns(word);
        } else {
            out += (out.empty() ? "" : " ") + piece;
            used += (out.size() == piece.size() ? 0 : 1) + wanted;
        }
    }
    return out;
}

std::string wrapped(std::string_view text, size_t indent) {
    std::vector<std::string> pieces;
    while (!text.empty()) {
        const size_t begin = text.find_first_not_of(' ');
        const size_t end = std::min(text.find(' ', begin), text.size());
        pieces.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return wrapped(pieces, indent);
}

void Lines::add(std::string_view about, const std::string& text) {
    const std::string label(about == last_ ? std::string_view() : about);
    const std::string begin = std::string(indent_, ' ') + padded(label, kAboutColumns - indent_);
    text_ += wrapped(begin + text, kAboutColumns) + "\n";
    last_ = about;
}

}  // namespace pantile::report
