// Stages that are computed where they are read instead of being stored.
//
// They are named in sets of texts: "blur" is computed wherever it is read and not stored at all, "blur in
// sharp" is computed where 'sharp' reads it, and stored for its other readers. The other way round, "parts of
// sharp" makes stages of what the points of 'sharp' share (see shared_parts.h), after all else is inlined.
#pragma once

#include <set>
#include <string>

#include "ir/pipeline.h"

namespace pantile::rewrite {

std::string inlined_in(const std::string& stage, const std::string& reader);
std::string parts_of(const std::string& stage);

struct InlinedName {
    std::string stage;
    std::optional<std::string> reader = std::nullopt;  // nothing: all of them
    bool parts = false;                                // of the stage, which itself is not inlined
};
InlinedName parse_inlined(const std::string& name);

// Whether this reader computes the stage itself.
bool is_inlined(const std::set<std::string>& inlined, const std::string& stage, const std::string& reader);

// Why these stages cannot be computed where they are read; nothing when they can.
std::optional<std::string> why_not_inlined(const ir::Pipeline& pipeline,
                                           const std::set<std::string>& inlined);

// The same pipeline without these stages: each read of one is replaced by its definition at that point. What
// is computed for some readers only stays. Stages of parts stand before the stage that they are parts of.
ir::Pipeline inline_stages(const ir::Pipeline& pipeline, const std::set<std::string>& inlined);

// The same pipeline with the stages of parts alone, to look names up in.
ir::Pipeline with_parts(const ir::Pipeline& pipeline, const std::vector<std::string>& inlined);

}  // namespace pantile::rewrite
