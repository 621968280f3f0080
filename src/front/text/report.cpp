#include "front/text/report.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace pantile::front {
namespace {

// A hostile text can have an error in every byte; what is beyond this is only counted.
constexpr size_t kMostKept = 2000;

// Those without a place come last.
auto place(const Diagnostic& d) { return std::make_tuple(d.span.line == 0, d.span.line, d.span.column); }

bool same_place(const Diagnostic& a, const Diagnostic& b) { return a.span.line > 0 && place(a) == place(b); }

std::string shown_line(const ir::Source& source, int line) {
    std::string text = ir::line_of(source, line);
    if (!text.empty() && text.back() == '\r') text.pop_back();
    return text;
}

}  // namespace

Diagnostic& Report::error(SourceSpan span, std::string message, std::vector<std::string> hints) {
    if (found_.size() >= kMostKept) {
        ++not_kept_;
        found_.pop_back();
    }
    Diagnostic d;
    d.span = span;
    d.message = std::move(message);
    d.hints = std::move(hints);
    found_.push_back(std::move(d));
    return found_.back();
}

void Report::add(Diagnostics found) {
    for (Diagnostic& d : found) error(d.span, {}) = std::move(d);
}

Diagnostics Report::finish(const ir::Source& source) && {
    // A multimap keeps those of one place in the order in which they were found.
    std::multimap<decltype(place(found_[0])), Diagnostic> sorted;
    for (Diagnostic& d : found_) {
        auto where = place(d);
        sorted.emplace(where, std::move(d));
    }
    found_.clear();
    for (auto& [where, d] : sorted) {
        if (found_.empty() || !same_place(found_.back(), d)) found_.push_back(std::move(d));
    }
    size_t more = not_kept_;
    if (found_.size() > kMostShown) {
        more += found_.size() - kMostShown;
        found_.resize(kMostShown);
    }
    for (Diagnostic& d : found_) {
        d.file = source.file;
        d.source_line = shown_line(source, d.span.line);
    }
    if (more > 0) {
        error({}, fmt::format("and {} more {}.", more, more == 1 ? "error" : "errors")).file = source.file;
    }
    return std::move(found_);
}

}  // namespace pantile::front
