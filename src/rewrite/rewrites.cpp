#include "rewrite/rewrites.h"

#include <fmt/format.h>

#include <tuple>

#include "ir/expr.h"

namespace pantile::rewrite {

namespace {

constexpr std::string_view kInto = " in ";
constexpr std::string_view kParts = "parts of ";

const std::string& consumer_of(const Rewrite& rewrite) {
    static const std::string none;
    const InlineInto* into = std::get_if<InlineInto>(&rewrite);
    return into ? into->consumer : none;
}

}  // namespace

bool ByStage::operator()(const Rewrite& a, const Rewrite& b) const {
    const size_t kind_of_a = a.index(), kind_of_b = b.index();
    return std::tie(stage_of(a), kind_of_a, consumer_of(a)) <
           std::tie(stage_of(b), kind_of_b, consumer_of(b));
}

const std::string& stage_of(const Rewrite& rewrite) {
    return std::visit([](const auto& r) -> const std::string& { return r.stage; }, rewrite);
}

std::string to_text(const Rewrite& rewrite) {
    return std::visit(
        ir::Overloaded{[](const Inline& r) { return r.stage; },
                       [](const InlineInto& r) { return fmt::format("{}{}{}", r.stage, kInto, r.consumer); },
                       [](const FactorParts& r) { return fmt::format("{}{}", kParts, r.stage); }},
        rewrite);
}

std::vector<std::string> to_texts(const Rewrites& rewrites) {
    std::vector<std::string> out;
    for (const Rewrite& rewrite : rewrites) out.push_back(to_text(rewrite));
    return out;
}

Rewrite parse_rewrite(const std::string& text) {
    if (text.starts_with(kParts)) return FactorParts{text.substr(kParts.size())};
    const size_t at = text.find(kInto);
    if (at == std::string::npos) return Inline{text};
    return InlineInto{text.substr(0, at), text.substr(at + kInto.size())};
}

bool is_inlined(const Rewrites& rewrites, const std::string& stage, const std::string& consumer) {
    return rewrites.count(Inline{stage}) || rewrites.count(InlineInto{stage, consumer});
}

}  // namespace pantile::rewrite
