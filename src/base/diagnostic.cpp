#include "pantile/diagnostic.h"

#include <algorithm>

namespace pantile {
namespace {

constexpr size_t kLongestShownLine = 160;

// The source line is the user's bytes: control characters must not reach a terminal.
std::string printable(const std::string& text) {
    std::string shown = text;
    for (char& c : shown) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    }
    return shown;
}

// Shows the part of a long line around the place the caret points at.
void render_source(const Diagnostic& d, std::string& out) {
    if (d.source_line.empty() || d.span.column < 1) return;
    const size_t column = static_cast<size_t>(d.span.column) - 1;
    const size_t first = column > kLongestShownLine / 2 ? column - kLongestShownLine / 2 : 0;
    if (first > d.source_line.size()) return;
    const std::string shown = printable(d.source_line.substr(first, kLongestShownLine));
    const size_t room = shown.size() > column - first ? shown.size() - (column - first) : 1;
    const size_t carets = std::clamp<size_t>(static_cast<size_t>(std::max(d.span.length, 1)), 1, room);
    out += "  " + shown + "\n  " + std::string(column - first, ' ') + std::string(carets, '^') + "\n";
}

}  // namespace

bool has_errors(const Diagnostics& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::string render(const Diagnostic& d) {
    std::string out;
    if (!d.file.empty()) out += printable(d.file) + ":";
    if (d.span.line > 0) out += std::to_string(d.span.line) + ":" + std::to_string(d.span.column) + ":";
    if (!out.empty()) out += " ";
    out += d.severity == Severity::error ? "error: " : "warning: ";
    out += printable(d.message) + "\n";
    render_source(d, out);
    for (const std::string& note : d.notes) out += "note: " + printable(note) + "\n";
    for (const std::string& hint : d.hints) out += "hint: " + printable(hint) + "\n";
    return out;
}

std::string render(const Diagnostics& diagnostics) {
    std::string out;
    for (const Diagnostic& d : diagnostics) out += render(d);
    return out;
}

}  // namespace pantile
