#include "front/cpp/names.h"

#include "base/identifier.h"

namespace pantile::front {

std::string UniqueNames::claim(const std::string& wanted) {
    if (free(wanted)) {
        taken_.insert(wanted);
        return wanted;
    }
    // '__' and names that are too long are refused; room for the number is made at the end.
    constexpr size_t kRoom = 8;
    std::string prefix = wanted.substr(0, kMaxNameLength - kRoom);
    if (prefix.empty() || prefix.back() != '_') prefix += '_';
    size_t& next = next_.try_emplace(prefix, 1).first->second;
    while (!free(prefix + std::to_string(next))) ++next;
    return claim(prefix + std::to_string(next++));
}

std::string UniqueNames::claim_numbered(const std::string& prefix) {
    size_t& next = next_[prefix];
    // 'f32' is a reserved word.
    const auto usable = [&](const std::string& name) { return free(name) && !why_not_a_name(name); };
    while (!usable(prefix + std::to_string(next))) ++next;
    return claim(prefix + std::to_string(next++));
}

}  // namespace pantile::front
