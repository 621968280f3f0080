#include "ir/sharing.h"

#include <algorithm>
#include <unordered_set>

#include "ir/traverse.h"

namespace pantile::ir {

const std::set<std::string>& FreeReductionNames::operator()(const Expr& e) {
    if (const auto found = known_.find(e.id()); found != known_.end()) return found->second;
    std::set<std::string> names;
    if (const Variable* v = as<Variable>(e); v && v->scope == Scope::reduction) names.insert(v->name);
    for_each_child(*e, [&](const Expr& child) {
        const std::set<std::string>& below = (*this)(child);
        names.insert(below.begin(), below.end());
    });
    if (const Reduce* r = as<Reduce>(e)) {
        for (const ReductionVariable& v : r->domain.variables) names.erase(v.name);
    }
    return known_.emplace(e.id(), std::move(names)).first->second;
}

Exprs shared_nodes(const Exprs& roots, const std::set<std::string>& in_scope, FreeReductionNames& free) {
    std::unordered_map<const Node*, int> uses;
    std::unordered_set<const Node*> seen;
    Exprs order;
    for (const Expr& root : roots) {
        ++uses[root.id()];
        for (const Expr& node : post_order(root)) {
            if (!seen.insert(node.id()).second) continue;
            for_each_child(*node, [&](const Expr& child) { ++uses[child.id()]; });
            order.push_back(node);
        }
    }
    std::erase_if(order, [&](const Expr& e) {
        if (uses[e.id()] < 2 || as<Constant>(e) || as<Variable>(e) || as<Invalid>(e)) return true;
        const std::set<std::string>& names = free(e);
        return !std::includes(in_scope.begin(), in_scope.end(), names.begin(), names.end());
    });
    return order;
}

}  // namespace pantile::ir
