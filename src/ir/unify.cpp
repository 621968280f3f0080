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
    return key;
}

Expr Unify::operator()(const Expr& e) {
    if (const auto found = done_.find(e.id()); found != done_.end()) return found->second;
    const Expr inside = map_children(e, [this](const Expr& child) { return (*this)(child); });
    // NaN has many bit patterns and one text; symbols of the C++ front end are gone before this runs.
    const Expr one = known_.emplace(key_of(inside), inside).first->second;
    done_.emplace(e.id(), one);
    kept_.push_back(e);
    return one;
}

}  // namespace pantile::ir
