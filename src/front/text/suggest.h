// Finding the name that was meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pantile::front {

// The least number of insertions, deletions, replacements and swaps of neighbours that turn 'a' into 'b', or
// 'limit + 1' when that is more than 'limit'.
size_t edit_distance(std::string_view a, std::string_view b, size_t limit);

// The nearest of the candidates, when it is near enough to be a slip; the first of equals.
std::optional<std::string> nearest_name(std::string_view name,
                                        const std::vector<std::string_view>& candidates);

}  // namespace pantile::front
