#include "ir/traverse.h"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace pantile::ir {
namespace {

void visit_domain(const ReductionDomain& domain, const std::function<void(const Expr&)>& visit) {
    for (const ReductionVariable& v : domain.variables) {
        visit(v.min);
        visit(v.max);
    }
    if (domain.where) visit(*domain.where);
}

Exprs map_all(const Exprs& list, const std::function<Expr(const Expr&)>& replace) {
    Exprs out;
    out.reserve(list.size());
    for (const Expr& e : list) out.push_back(replace(e));
    return out;
}

ReductionDomain map_domain(const ReductionDomain& domain, const std::function<Expr(const Expr&)>& replace) {
    ReductionDomain out;
    for (const ReductionVariable& v : domain.variables) {
        out.variables.push_back({v.name, replace(v.min), replace(v.max), v.symbol});
    }
    if (domain.where) out.where = replace(*domain.where);
    return out;
}

void collect(const Expr& e, std::unordered_set<const Node*>& seen, Exprs& out) {
    if (!seen.insert(e.id()).second) return;
    for_each_child(*e, [&](const Expr& child) { collect(child, seen, out); });
    out.push_back(e);
}

// Compares two graphs; pairs already found equal are not walked again.
class Comparison {
  public:
    bool equal(const Expr& a, const Expr& b) {
        if (a.id() == b.id()) return true;
        if (a.type() != b.type() || a->kind.index() != b->kind.index() || a.depth() != b.depth())
            return false;
        if (equal_.count({a.id(), b.id()})) return true;
        if (!same_head(a, b) || !same_children(a, b)) return false;
        equal_.insert({a.id(), b.id()});
        return true;
    }

  private:
    static bool same_head(const Expr& a, const Expr& b) {
        return match(
            a, [&](const Constant& x) { return x.value == as<Constant>(b)->value; },
            [&](const Variable& x) {
                return x.scope == as<Variable>(b)->scope && x.name == as<Variable>(b)->name &&
                       x.lanes == as<Variable>(b)->lanes;
            },
            [&](const Access& x) { return x.producer == as<Access>(b)->producer; },
            [&](const Unary& x) { return x.op == as<Unary>(b)->op; },
            [&](const Binary& x) { return x.op == as<Binary>(b)->op; }, [](const Sum&) { return true; },
            [](const Select&) { return true; }, [](const Cast&) { return true; },
            [&](const Reduce& x) {
                return x.op == as<Reduce>(b)->op && same_names(x.domain, as<Reduce>(b)->domain);
            },
            [&](const Load& x) { return x.buffer == as<Load>(b)->buffer; },
            [&](const Lanes& x) { return x.count == as<Lanes>(b)->count; },
            [&](const Invalid& x) { return x.message == as<Invalid>(b)->message; });
    }

    static bool same_names(const ReductionDomain& a, const ReductionDomain& b) {
        if (a.variables.size() != b.variables.size() || a.where.has_value() != b.where.has_value())
            return false;
        for (size_t i = 0; i < a.variables.size(); ++i) {
            if (a.variables[i].name != b.variables[i].name) return false;
        }
        return true;
    }

    bool same_children(const Expr& a, const Expr& b) {
        Exprs left, right;
        for_each_child(*a, [&](const Expr& e) { left.push_back(e); });
        for_each_child(*b, [&](const Expr& e) { right.push_back(e); });
        if (left.size() != right.size()) return false;
        for (size_t i = 0; i < left.size(); ++i) {
            if (!equal(left[i], right[i])) return false;
        }
        return true;
    }

    std::set<std::pair<const Node*, const Node*>> equal_;
};

}  // namespace

void for_each_child(const Node& node, const std::function<void(const Expr&)>& visit) {
    std::visit(Overloaded{[](const Constant&) {}, [](const Variable&) {}, [](const Invalid&) {},
                          [&](const Lanes& n) { visit(n.base); },
                          [&](const Access& n) {
                              for (const Expr& a : n.args) visit(a);
                          },
                          [&](const Unary& n) { visit(n.operand); },
                          [&](const Binary& n) {
                              visit(n.lhs);
                              visit(n.rhs);
                          },
                          [&](const Sum& n) {
                              for (const Expr& t : n.terms) visit(t);
                          },
                          [&](const Select& n) {
                              visit(n.condition);
                              visit(n.if_true);
                              visit(n.if_false);
                          },
                          [&](const Cast& n) { visit(n.operand); },
                          [&](const Reduce& n) {
                              visit_domain(n.domain, visit);
                              visit(n.body);
                          },
                          [&](const Load& n) {
                              for (const Expr& i : n.indices) visit(i);
                          }},
               node.kind);
}

Expr map_children(const Expr& e, const std::function<Expr(const Expr&)>& replace) {
    bool changed = false;
    const std::function<Expr(const Expr&)> tracked = [&](const Expr& child) {
        Expr next = replace(child);
        changed |= next.id() != child.id();
        return next;
    };
    using Kind = decltype(Node::kind);
    Kind kind = match(
        e, [](const Constant& n) -> Kind { return n; }, [](const Variable& n) -> Kind { return n; },
        [](const Invalid& n) -> Kind { return n; },
        [&](const Lanes& n) -> Kind {
            return Lanes{tracked(n.base), n.count};
        },
        [&](const Access& n) -> Kind {
            return Access{n.producer, map_all(n.args, tracked), n.symbol};
        },
        [&](const Unary& n) -> Kind {
            return Unary{n.op, tracked(n.operand)};
        },
        [&](const Binary& n) -> Kind {
            return Binary{n.op, tracked(n.lhs), tracked(n.rhs)};
        },
        [&](const Sum& n) -> Kind { return Sum{map_all(n.terms, tracked)}; },
        [&](const Select& n) -> Kind {
            return Select{tracked(n.condition), tracked(n.if_true), tracked(n.if_false)};
        },
        [&](const Cast& n) -> Kind { return Cast{tracked(n.operand)}; },
        [&](const Reduce& n) -> Kind {
            ReductionDomain domain = map_domain(n.domain, tracked);
            return Reduce{n.op, std::move(domain), tracked(n.body)};
        },
        [&](const Load& n) -> Kind {
            return Load{n.buffer, map_all(n.indices, tracked)};
        });
    return changed ? make_node(std::move(kind), e.type(), e.span()) : e;
}

Exprs post_order(const Expr& e) {
    std::unordered_set<const Node*> seen;
    Exprs out;
    collect(e, seen, out);
    return out;
}

void for_each_node(const Expr& e, const std::function<void(const Expr&)>& visit) {
    for (const Expr& node : post_order(e)) visit(node);
}

Expr Transform::operator()(const Expr& e) {
    if (const auto found = done_.find(e.id()); found != done_.end()) return found->second;
    const Expr result = rule_(map_children(e, [this](const Expr& child) { return (*this)(child); }));
    // The key is kept alive by the caller's root; the value by the table.
    done_.emplace(e.id(), result);
    return result;
}

Expr substitute(const Expr& e, Scope scope, const std::unordered_map<std::string, Expr>& by_name) {
    return transform(e, [&](const Expr& node) {
        const Variable* v = as<Variable>(node);
        if (!v || v->scope != scope) return node;
        const auto found = by_name.find(v->name);
        return found == by_name.end() ? node : found->second;
    });
}

size_t TreeSize::operator()(const Expr& e) {
    constexpr size_t kEnough = 1'000'000'000;
    if (const auto found = known_.find(e.id()); found != known_.end()) return found->second;
    size_t size = 1;
    for_each_child(*e, [&](const Expr& child) { size = std::min(kEnough, size + (*this)(child)); });
    known_.emplace(e.id(), size);
    return size;
}

bool same(const Expr& a, const Expr& b) { return Comparison().equal(a, b); }

}  // namespace pantile::ir
