// One stage: its cases, its type, its updates.
#pragma once

#include <optional>
#include <vector>

#include "front/text/elaborate_expr.h"

namespace pantile::front {

struct StageAttempt {
    std::vector<size_t> needs;       // stages that must be elaborated before; then there is nothing else
    std::optional<ir::Stage> stage;  // nothing when there were errors
    Diagnostics errors;
};

StageAttempt elaborate_stage(const Program& program, const StageTypes& known, size_t stage, Session& session);

}  // namespace pantile::front
