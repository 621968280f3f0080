#include "base/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/identifier.h"

namespace pantile {

namespace {

using Json = nlohmann::json;

// Goes through a text and leaves in '*read' how far the parser has come.
struct Counted {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* at;
    size_t* read;

    reference operator*() const { return *at; }
    Counted& operator++() {
        ++at;
        ++*read;
        return *this;
    }
    Counted operator++(int) {
        const Counted before = *this;
        ++*this;
        return before;
    }
    bool operator==(const Counted& other) const { return at == other.at; }
};

SourceSpan place_in(const std::string& text, size_t offset, size_t length) {
    const auto begin = text.begin(), at = begin + static_cast<std::ptrdiff_t>(offset);
    const size_t line_begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
    return {.line = static_cast<int>(std::count(begin, at, '\n')) + 1,
            .column = static_cast<int>(offset - line_begin) + 1,
            .length = static_cast<int>(length)};
}

std::string line_around(const std::string& text, size_t offset) {
    const size_t begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
    return text.substr(begin, text.find('\n', offset) - begin);
}

// Sees a text as it is parsed, and keeps the first thing that is wrong with it.
class Watcher {
  public:
    Watcher(const std::string& text, const std::string& file, const JsonForm& form)
        : text_(text), file_(file), form_(form) {}

    const std::optional<Diagnostic>& problem() const { return problem_; }

    Json parse() {
        size_t read = 0;
        const auto watch = [&](int depth, Json::parse_event_t event, Json& value) {
            if (depth > form_.most_depth)
                refuse({.message = fmt::format("the {} is nested too deeply.", form_.what)});
            if (problem_) return false;
            if (event == Json::parse_event_t::object_start) begin_object(static_cast<size_t>(depth));
            if (event == Json::parse_event_t::key)
                add_key(static_cast<size_t>(depth), value.get<std::string>(), read);
            return true;
        };
        return Json::parse(Counted{text_.data(), &read}, Counted{text_.data() + text_.size(), &read}, watch,
                           false);
    }

  private:
    void refuse(Diagnostic d) {
        if (problem_) return;
        d.file = file_;
        problem_ = std::move(d);
    }

    // The keys of an object are one level deeper than the object.
    void begin_object(size_t depth) {
        open_.resize(depth + 1);
        open_[depth].clear();
    }

    // 'end' is where the parser stands: behind the key's closing quote.
    void add_key(size_t depth, const std::string& key, size_t end) {
        // Quotes inside of a key are escaped.
        size_t begin = text_.rfind('"', end - 2);
        while (begin > 0 && text_[begin - 1] == '\\') begin = text_.rfind('"', begin - 1);
        const auto [first, is_new] = open_[depth - 1].emplace(key, begin);
        if (is_new) return;
        refuse({.span = place_in(text_, begin, end - begin),
                .message = fmt::format("{} is given twice.", in_quotes(key)),
                .source_line = line_around(text_, begin),
                .notes = {fmt::format("it is also in line {}; only one of them could count.",
                                      place_in(text_, first->second, 1).line)},
                .hints = {"keep one of the two."}});
    }

    const std::string& text_;
    const std::string& file_;
    const JsonForm& form_;
    std::optional<Diagnostic> problem_;
    std::vector<std::map<std::string, size_t>> open_;  // where each key is, by the depth of its object
};

std::string size_in_words(size_t bytes) {
    return bytes >= 1 << 20 ? fmt::format("{} MiB", bytes >> 20) : fmt::format("{} KiB", bytes >> 10);
}

}  // namespace

Result<nlohmann::json> read_json(const std::string& text, const std::string& file, const JsonForm& form) {
    const auto refusal = [&](const std::string& why) {
        return Diagnostic{.file = file, .message = fmt::format("the {} is {}.", form.what, why)};
    };
    if (text.size() > form.most_bytes) return refusal("larger than " + size_in_words(form.most_bytes));
    Watcher watcher(text, file, form);
    Json json = watcher.parse();
    if (watcher.problem()) return *watcher.problem();
    if (json.is_discarded() || !json.is_object()) return refusal("not a JSON object");
    return json;
}

Json with_keys_renamed(Json object, const std::vector<RenamedKey>& renamed) {
    if (!object.is_object()) return object;
    for (const RenamedKey& r : renamed) {
        if (!object.contains(r.old_key) || object.contains(r.key)) continue;
        object[r.key] = object[r.old_key];
        object.erase(r.old_key);
    }
    return object;
}

}  // namespace pantile
