// Makes equal expressions one node: what is written twice is then computed once.
#pragma once

#include <string>
#include <unordered_map>

#include "ir/expr.h"

namespace pantile::ir {

// Gives equal nodes, of all expressions that pass through it, one identity. Places in the source do not count:
// the first one is kept.
class Unify {
  public:
    Expr operator()(const Expr& e);

  private:
    // The head of a node as text, with the identities of its (unified) children.
    static std::string key_of(const Expr& e);

    std::unordered_map<const Node*, Expr> done_;
    std::unordered_map<std::string, Expr> known_;
    Exprs kept_;  // keeps the keys of 'done_' alive
};

}  // namespace pantile::ir
