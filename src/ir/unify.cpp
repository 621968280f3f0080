#include "ir/unify.h"

#include <fmt/format.h>

#include "ir/print.h"
#include "ir/traverse.h"

namespace pantile::ir {

namespace {

std::string head_of(const Expr& e) {
    return match(
        e, [](const Constant& n) { return fmt::format("{}{}", to_text(n.value), n.is_literal); },
        [](const Variable& n) { return fmt::format("{} {} {}", static_cast<int>(n.scope), n.name, n.lanes); },
        [](const Access& n) { return n.producer; },
        [](const Unary& n) { return fmt::format("{}", static_cast<int>(n.op)); },
        [](const Binary& n) { return fmt::format("{}", static_cast<int>(n.op)); },
        [](const Sum&) { return std::string(); }, [](const Select&) { return std::string(); },
        [](const Cast&) { return std::string(); },
        [](const Reduce& n) {
            std::string names = fmt::format("{}", static_cast<int>(n.op));
            for (const ReductionVariable& v : n.domain.variables) names += " " + v.name;
            return names + (n.domain.where ? " where" : "");
        },
        [](const Load& n) { return n.buffer; }, [](const Lanes& n) { return fmt::format("{}", n.count); },
        [](const Invalid& n) { return n.message; });
}

}  // namespace

std::string Unify::key_of(const Expr& e) {
    std::string key = fmt::format("{}:{}:{}", e->kind.index(), static_cast<int>(e.type()), head_of(e));
    for_each_child(*e, [&](const Expr& child) { key += fmt::format(" {}", fmt::ptr(child.id())); });
    for (const std::string& name : free_(e)) {
        if (const auto domain = domains_.find(name); domain != domains_.end()) key += " " + domain->second;
    }
    return key;
}

Expr Unify::unify_reduce(const Reduce& r, const Expr& e) {
    const std::map<std::string, std::string> outer = domains_;
    ReductionDomain domain = r.domain;
    for (ReductionVariable& v : domain.variables) {
        v.min = (*this)(v.min);
        v.max = (*this)(v.max);
        domains_[v.name] = fmt::format("{}:{}:{}", v.name, fmt::ptr(v.min.id()), fmt::ptr(v.max.id()));
    }
    if (domain.where) domain.where = (*this)(*domain.where);
    const Expr body = (*this)(r.body);
    domains_ = outer;
    return make_node(Reduce{r.op, std::move(domain), body}, e.type(), e.span());
}

Expr Unify::operator()(const Expr& e) {
    if (const auto found = done_.find(e.id()); found != done_.end()) return found->second;
    const Reduce* r = as<Reduce>(e);
    const Expr inside =
        r ? unify_reduce(*r, e) : map_children(e, [this](const Expr& child) { return (*this)(child); });
    // What is remembered of a node must not be taken for another one in its place.
    kept_.push_back(inside);
    // NaN has many bit patterns and one text; symbols of the C++ front end are gone before this runs.
    const Expr one = known_.emplace(key_of(inside), inside).first->second;
    done_.emplace(e.id(), one);
    kept_.push_back(e);
    return one;
}

}  // namespace pantile::ir
