#include "front/text/suggest.h"

#include <algorithm>

#include "base/identifier.h"
#include "base/letters.h"

namespace pantile::front {
namespace {

bool same_letters(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return to_small(x) == to_small(y); });
}

size_t allowed_edits(std::string_view name) { return name.size() <= 2 ? 0 : name.size() <= 5 ? 1 : 2; }

}  // namespace

size_t edit_distance(std::string_view a, std::string_view b, size_t limit) {
    const size_t apart = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
    if (apart > limit) return limit + 1;
    std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(last);
        last.swap(row);
    }
    return std::min(last[b.size()], limit + 1);
}

std::optional<std::string> nearest_name(std::string_view name,
                                        const std::vector<std::string_view>& candidates) {
    if (name.size() > kMaxNameLength) return std::nullopt;
    size_t best = allowed_edits(name) + 1;
    std::optional<std::string> found;
    for (const std::string_view candidate : candidates) {
        if (candidate == name || candidate.size() > kMaxNameLength) continue;
        const size_t distance =
            same_letters(name, candidate) ? 0 : edit_distance(name, candidate, allowed_edits(name));
        if (distance >= best) continue;
        best = distance;
        found = std::string(candidate);
    }
    return found;
}

}  // namespace pantile::front
