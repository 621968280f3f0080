#include "schedule/pins.h"

#include <algorithm>

namespace pantile::schedule {

rewrite::Rewrites Pins::rewrites() const {
    rewrite::Rewrites out;
    for (const std::string& stage : inlined) out.insert(rewrite::Inline{stage});
    return out;
}

bool Pins::keeps(const std::string& stage) const {
    if (stored.count(stage) || ends_group(stage)) return true;
    return std::any_of(together.begin(), together.end(), [&](const std::vector<std::string>& set) {
        return std::find(set.begin(), set.end(), stage) != set.end();
    });
}

}  // namespace pantile::schedule
