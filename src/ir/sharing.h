// Which nodes of an expression graph are used more than once, and in which scope each can be given a name.
#pragma once

#include <set>
#include <string>
#include <unordered_map>

#include "ir/expr.h"

namespace pantile::ir {

// The reduction variables that a node uses and that no Reduce below it binds. Memoises by node identity.
class FreeReductionNames {
  public:
    const std::set<std::string>& operator()(const Expr& e);

  private:
    std::unordered_map<const Node*, std::set<std::string>> known_;
};

// Nodes below 'roots' (roots included) that are used more than once and are more than a name or a number,
// children before parents, as far as they can be computed where only the reduction variables 'in_scope' have
// values.
Exprs shared_nodes(const Exprs& roots, const std::set<std::string>& in_scope, FreeReductionNames& free);

}  // namespace pantile::ir
