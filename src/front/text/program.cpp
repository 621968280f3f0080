#include "front/text/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pantile::front {

std::string member_name(std::string_view family, const std::vector<int64_t>& indices) {
    return fmt::format("{}_{}", family, fmt::join(indices, "_"));
}

std::string_view describe(NameKind kind) {
    constexpr std::array<std::string_view, 6> kWords = {"a const",  "an input", "a param",
                                                        "a define", "a stage",  "a family"};
    return kWords[static_cast<size_t>(kind)];
}

std::vector<std::string_view> global_names(const Program& program) {
    std::vector<std::string_view> names;
    for (const auto& [name, global] : program.globals) names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace pantile::front
