// Files that appear whole or not at all, whatever other processes do and wherever this one is killed.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace pantile::runtime {

// Files that were begun and not finished end in this.
inline constexpr std::string_view kTemporarySuffix = ".tmp";

// Writes the pieces, one after the other, to a file beside 'name' in that directory, and renames it. Only its
// owner can read it. The answer is 0 or an errno value; then 'name' is as it was.
int publish_file(int directory, const std::string& name, std::initializer_list<std::string_view> pieces);

}  // namespace pantile::runtime
