// Walking and rewriting expressions. Each function visits a shared node once.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "ir/expr.h"

namespace pantile::ir {

void for_each_child(const Node& node, const std::function<void(const Expr&)>& visit);

// The same node with its children replaced; the node itself when nothing changed.
Expr map_children(const Expr& e, const std::function<Expr(const Expr&)>& replace);

// All nodes below and including 'e', each once, children before parents.
Exprs post_order(const Expr& e);

// Rewrites bottom-up: 'rule' sees each node with its children already rewritten. Memoises by node identity.
class Transform {
  public:
    using Rule = std::function<Expr(const Expr&)>;
    explicit Transform(Rule rule) : rule_(std::move(rule)) {}
    Expr operator()(const Expr& e);

  private:
    Rule rule_;
    std::unordered_map<const Node*, Expr> done_;
};

inline Expr transform(const Expr& e, Transform::Rule rule) { return Transform(std::move(rule))(e); }

// Every node that 'visit' should see once, in post order.
void for_each_node(const Expr& e, const std::function<void(const Expr&)>& visit);

// Replaces variables of one scope by expressions, by name; names that are not in the map stay.
Expr substitute(const Expr& e, Scope scope, const std::unordered_map<std::string, Expr>& by_name);

// How large an expression is when every use of a shared node is written out; stops counting at a billion.
class TreeSize {
  public:
    size_t operator()(const Expr& e);

  private:
    std::unordered_map<const Node*, size_t> known_;
};

// Structural equality: same operators, names, types and constants; places in the source do not count.
bool same(const Expr& a, const Expr& b);

}  // namespace pantile::ir
