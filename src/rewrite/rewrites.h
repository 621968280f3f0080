// The rewrites of a pipeline that a schedule asks for, as plain data. They never change the result.
#pragma once

#include <compare>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace pantile::rewrite {

// Computed wherever it is read, and not stored at all. In files: 'blur'.
struct Inline {
    std::string stage;
    auto operator<=>(const Inline&) const = default;
};

// Computed where one consumer reads it, and stored for its other consumers. In files: 'blur in sharp'.
struct InlineInto {
    std::string stage;
    std::string consumer;
    auto operator<=>(const InlineInto&) const = default;
};

// The other way round: what the points of a stage share becomes stages of its own (shared_parts.h), after all
// else is inlined. In files: 'parts of sharp'.
struct FactorParts {
    std::string stage;
    auto operator<=>(const FactorParts&) const = default;
};

using Rewrite = std::variant<Inline, InlineInto, FactorParts>;

// By stage: what is said of one stage stands together where people read it.
struct ByStage {
    bool operator()(const Rewrite& a, const Rewrite& b) const;
};
using Rewrites = std::set<Rewrite, ByStage>;

const std::string& stage_of(const Rewrite& rewrite);
std::string to_text(const Rewrite& rewrite);
std::vector<std::string> to_texts(const Rewrites& rewrites);
// Any text is one; whether its stages exist is for the reader of the schedule to say.
Rewrite parse_rewrite(const std::string& text);

// Whether this consumer computes the stage itself.
bool is_inlined(const Rewrites& rewrites, const std::string& stage, const std::string& consumer);

}  // namespace pantile::rewrite
