// Expressions of a pipeline into expressions of Loops: reads become loads, shared nodes and long reductions
// become locals.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/index.h"
#include "ir/loops.h"
#include "ir/sharing.h"
#include "ir/traverse.h"

namespace pantile::lower {

// Lowers the expressions of one definition. Statements that compute locals are collected in scopes: the point
// itself, and the body of each reduction loop inside of it. A local stands in the outermost scope that knows
// its variables.
class ExprLowering {
  public:
    // 'environment' gives the bounds of the coordinates and of the update's reduction variables.
    // 'counter' numbers the locals of the whole step.
    ExprLowering(const ir::Pipeline& pipeline, analysis::Environment environment, int& counter);

    // The roots must be announced before they are lowered, so that what they share is known.
    void announce(const ir::Exprs& roots);
    ir::Expr lower(const ir::Expr& e);
    ir::Expr lower_index(const ir::Expr& e);

    // The statements that must come before the use of what was lowered; empties the collection.
    std::vector<ir::StatementPtr> take_statements();

  private:
    struct LoopScope {
        std::set<std::string> names;  // reduction variables known here
        std::vector<ir::StatementPtr> statements;
        std::unordered_map<const ir::Node*, ir::Expr> lowered;
        std::vector<ir::Expr> kept;  // keeps the keys of 'lowered' alive
    };

    LoopScope& scope_for(const ir::Expr& e);
    ir::Expr lower_kind(const ir::Expr& e);
    ir::Expr lower_reduce(const ir::Reduce& r, const ir::Expr& e);
    ir::StatementPtr reduction_body(const ir::Reduce& r, const ir::Expr& total, const std::string& name);
    ir::Expr make_local(LoopScope& scope, const ir::Expr& value);
    std::string fresh_name();

    const ir::Pipeline& pipeline_;
    analysis::Environment environment_;
    analysis::ValueRanges no_ranges_;
    analysis::IndexAnalysis analyse_;
    ir::FreeReductionNames free_;
    ir::TreeSize tree_size_;
    std::unordered_map<const ir::Node*, int> uses_;
    ir::Exprs kept_;
    std::vector<LoopScope> scopes_;
    int& counter_;
};

}  // namespace pantile::lower
