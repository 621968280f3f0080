#include "front/text/words.h"

#include <algorithm>
#include <array>

#include "base/identifier.h"

namespace pantile::front {
namespace {

constexpr std::array kKeywords = std::to_array<std::string_view>(
    {"and", "case", "const", "define",    "estimate", "false", "for",      "in",   "inf",   "input",
     "nan", "not",  "or",    "otherwise", "output",   "param", "pipeline", "true", "where", "with"});
static_assert(std::is_sorted(kKeywords.begin(), kKeywords.end()));

// In the order of ir::BoundaryKind.
constexpr std::array kBoundaries = std::to_array<std::string_view>(
    {"repeat_edge", "repeat_image", "mirror_image", "mirror_interior", "constant_exterior"});

std::vector<std::string_view> all_builtins() {
    std::vector<std::string_view> names = {"select", "clamp", "lerp"};
    for (int op = 0; op <= static_cast<int>(ir::UnaryOp::is_nan); ++op) {
        const ir::UnaryFacts& info = ir::facts(static_cast<ir::UnaryOp>(op));
        if (info.notation == ir::Notation::call) names.push_back(info.spelling);
    }
    for (int op = 0; op <= static_cast<int>(ir::BinaryOp::logical_or); ++op) {
        const ir::BinaryFacts& info = ir::facts(static_cast<ir::BinaryOp>(op));
        if (info.notation == ir::Notation::call) names.push_back(info.spelling);
    }
    for (int op = 0; op <= static_cast<int>(ir::ReduceOp::maximum); ++op) {
        names.push_back(ir::spelling(static_cast<ir::ReduceOp>(op)));
    }
    for (const ScalarType type : kAllScalarTypes) names.push_back(name_of(type));
    names.insert(names.end(), kBoundaries.begin(), kBoundaries.end());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

bool is_keyword(std::string_view word) {
    return std::binary_search(kKeywords.begin(), kKeywords.end(), word);
}

std::optional<ir::BoundaryKind> boundary_call(std::string_view name) {
    const auto found = std::find(kBoundaries.begin(), kBoundaries.end(), name);
    if (found == kBoundaries.end()) return std::nullopt;
    return static_cast<ir::BoundaryKind>(found - kBoundaries.begin());
}

const std::vector<std::string_view>& builtin_names() {
    static const std::vector<std::string_view> names = all_builtins();
    return names;
}

bool is_builtin(std::string_view name) {
    return std::binary_search(builtin_names().begin(), builtin_names().end(), name);
}

std::optional<std::string> why_not_declared(std::string_view name) {
    if (is_keyword(name)) return "it is a keyword of the language";
    if (scalar_type_from_name(name)) return "it is a type";
    if (is_builtin(name)) return "it is a function of the language";
    return why_not_a_name(name);
}

}  // namespace pantile::front
