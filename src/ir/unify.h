// Makes equal expressions one node: what is written twice is then computed once.
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "ir/expr.h"
#include "ir/sharing.h"

namespace pantile::ir {

// Gives equal nodes, of all expressions that pass through it, one identity. The expressions are of one
// definition: what an update's reduction variable stands for is the same in all of them. Places in the source
// do not count: the first one is kept.
class Unify {
  public:
    Expr operator()(const Expr& e);

  private:
    // The head of a node as text, with the identities of its (unified) children, and the domains of the
    // reduction variables that it uses: 'f(i)' in two sums over different ranges is two things.
    std::string key_of(const Expr& e);
    Expr unify_reduce(const Reduce& r, const Expr& e);

    std::unordered_map<const Node*, Expr> done_;
    std::unordered_map<std::string, Expr> known_;
    FreeReductionNames free_;
    std::map<std::string, std::string> domains_;  // of the reduction variables in scope, by name
    Exprs kept_;                                  // keeps the keys of 'done_' and 'free_' alive
};

}  // namespace pantile::ir
