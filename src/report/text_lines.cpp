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

std::string wrapped(std::string_view text, size_t indent) {
    std::string out;
    size_t used = 0;
    while (!text.empty()) {
        // Spaces before a word stay with it: they may align it.
        const size_t begin = std::min(text.find_first_not_of(' '), text.size());
        const size_t end = std::min(text.find(' ', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        if (used > 0 && used + begin + columns(word) > kColumns) {
            out += "\n" + std::string(indent, ' ');
            used = indent;
        } else {
            out += std::string(begin, ' ');
            used += begin;
        }
        out += word;
        used += columns(word);
        text.remove_prefix(end);
    }
    return out;
}

void Lines::add(std::string_view about, const std::string& text) {
    const std::string label(about == last_ ? std::string_view() : about);
    const std::string begin = std::string(indent_, ' ') + padded(label, kAboutColumns - indent_);
    text_ += wrapped(begin + text, kAboutColumns) + "\n";
    last_ = about;
}

}  // namespace pantile::report
