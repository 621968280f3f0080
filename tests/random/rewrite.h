// Changing the expressions of a pipeline.
#pragma once

#include <functional>

#include "ir/pipeline.h"
#include "ir/traverse.h"

namespace pantile::random {

using ir::Expr;

// The stage with 'change' applied to each of its expressions.
ir::Stage map_exprs(const ir::Stage& stage, const std::function<Expr(const Expr&)>& change);
ir::Pipeline map_exprs(const ir::Pipeline& pipeline, const std::function<Expr(const Expr&)>& change);

// 'root' with one of its nodes replaced, wherever it is used.
Expr replace_node(const Expr& root, const ir::Node* node, const Expr& replacement);

// What the outputs do not need is left out: stages, and inputs and parameters that nothing uses.
void drop_unread_stages(ir::Pipeline& pipeline);
void drop_unused_arguments(ir::Pipeline& pipeline);

}  // namespace pantile::random
