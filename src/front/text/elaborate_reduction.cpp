// Reductions. Their variables get names of their own: a definition that is expanded inside of another
// reduction, or that gets one as an argument, must not mix up two variables called 'i'.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/identifier.h"
#include "front/text/elaborate_expr.h"
#include "front/text/words.h"
#include "ir/traverse.h"

namespace pantile::front {

std::vector<std::shared_ptr<BoundVariable>> ExprElaborator::bind_variables(const ast::ForClause& clause) {
    std::vector<std::shared_ptr<BoundVariable>> bound;
    std::set<std::string_view> seen;
    for (const ast::Range& r : clause.ranges) {
        if (const auto why = why_not_declared(r.variable.text)) {
            fail(r.variable.span, fmt::format("{} cannot be a name: {}.", in_quotes(r.variable.text), *why));
        } else if (!seen.insert(r.variable.text).second) {
            fail(r.variable.span, fmt::format("'{}' is the variable of two ranges.", r.variable.text));
        }
        bound.push_back(std::make_shared<BoundVariable>());
        bound.back()->name = fresh_name(r.variable.text, {});
        active_.push_back(bound.back()->name);
    }
    if (bound.size() > ir::kMaxDimensions) {
        fail(clause.ranges[0].variable.span,
             fmt::format("a reduction runs over at most {} variables.", ir::kMaxDimensions));
    }
    for (size_t i = 0; i < bound.size(); ++i) scope_.bind(clause.ranges[i].variable.text, bound[i]);
    return bound;
}

ir::ReductionDomain ExprElaborator::domain_of(const ast::ForClause& clause,
                                              const std::vector<std::shared_ptr<BoundVariable>>& bound) {
    ir::ReductionDomain domain;
    for (size_t i = 0; i < bound.size(); ++i) {
        const ir::Expr min = checked(ir::settle_as(value(*clause.ranges[i].min), ScalarType::i32));
        const ir::Expr max = checked(ir::settle_as(value(*clause.ranges[i].max), ScalarType::i32));
        domain.variables.push_back({bound[i]->name, min, max, nullptr});
    }
    if (clause.where) domain.where = condition(*clause.where, "what follows 'where'");
    return domain;
}

ir::Expr ExprElaborator::reduction(const ast::Reduction& n, SourceSpan span) {
    const Scope::Mark mark = scope_.mark();
    const size_t active = active_.size();
    const auto bound = bind_variables(n.domain);
    bind_locals(n.locals);
    ir::ReductionDomain domain = domain_of(n.domain, bound);
    ir::Expr body = value(*n.body);
    scope_.restore(mark);
    active_.resize(active);
    body = rename_apart(domain, bound, body);
    ++reductions_;
    return checked(ir::reduce(*ir::reduce_call(n.name.text), std::move(domain), body, span));
}

// The name itself, or 'name_1', 'name_2', …, where it would be confused with a name around it.
std::string ExprElaborator::fresh_name(std::string_view wanted, const std::set<std::string>& avoid) const {
    const auto taken = [&](const std::string& name) {
        const Global* global = program_.find(name);
        return avoid.count(name) || is_coordinate(name) || (global && global->kind == NameKind::param) ||
               std::find(active_.begin(), active_.end(), name) != active_.end();
    };
    std::string name(wanted);
    for (int i = 1; taken(name); ++i) name = fmt::format("{}_{}", wanted, i);
    return name;
}

// A value made outside of this reduction, such as an argument of a definition, may contain a reduction over a
// variable of the same name; nested reductions have different names.
ir::Expr ExprElaborator::rename_apart(ir::ReductionDomain& domain,
                                      const std::vector<std::shared_ptr<BoundVariable>>& bound,
                                      const ir::Expr& body) {
    if (reductions_ == 0) return body;
    std::set<std::string> inside;
    const auto collect = [&](const ir::Expr& e) {
        const ir::Exprs nodes = ir::post_order(e);
        session_.spend(nodes.size() / 4);
        for (const ir::Expr& node : nodes) {
            const ir::Reduce* r = ir::as<ir::Reduce>(node);
            if (!r) continue;
            for (const ir::ReductionVariable& v : r->domain.variables) inside.insert(v.name);
        }
    };
    collect(body);
    if (domain.where) collect(*domain.where);
    std::set<std::string> avoid = inside;
    for (const auto& variable : bound) avoid.insert(variable->name);
    std::unordered_map<const ir::Node*, std::string> renamed;
    for (size_t i = 0; i < bound.size(); ++i) {
        if (!inside.count(bound[i]->name)) continue;
        domain.variables[i].name = fresh_name(bound[i]->name, avoid);
        avoid.insert(domain.variables[i].name);
        for (const ir::Expr& use : bound[i]->uses) renamed.emplace(use.id(), domain.variables[i].name);
    }
    if (renamed.empty()) return body;
    ir::Transform rename([&](const ir::Expr& e) {
        const auto found = renamed.find(e.id());
        return found == renamed.end() ? e
                                      : ir::variable(ir::Scope::reduction, found->second, e.type(), e.span());
    });
    if (domain.where) domain.where = rename(*domain.where);
    return rename(body);
}

}  // namespace pantile::front
