#include "lower/lower_expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "ir/build.h"
#include "ir/scalar.h"
#include "ir/traverse.h"

namespace pantile::lower {

using namespace ir;
using analysis::Bounds;

namespace {

// Deeper expressions are cut into locals: compilers limit how deeply parentheses nest.
constexpr int kDeepestText = 40;
// So are larger ones: a shared index that is written out again and again must not explode.
constexpr size_t kLongestText = 600;

bool is_simple(const Expr& e) { return as<Constant>(e) || as<Variable>(e); }

}  // namespace

ExprLowering::ExprLowering(const Pipeline& pipeline, analysis::Environment environment, int& counter)
    : pipeline_(pipeline),
      environment_(std::move(environment)),
      analyse_(pipeline, no_ranges_),
      counter_(counter) {
    LoopScope point;
    for (const auto& [name, bounds] : environment_) point.names.insert(name);
    scopes_.push_back(std::move(point));
}

void ExprLowering::announce(const Exprs& roots) {
    std::unordered_set<const Node*> seen;
    for (const Expr& root : roots) {
        kept_.push_back(root);
        ++uses_[root.id()];
        for (const Expr& node : post_order(root)) {
            if (!seen.insert(node.id()).second) continue;
            for_each_child(*node, [&](const Expr& child) { ++uses_[child.id()]; });
        }
    }
}

std::vector<StatementPtr> ExprLowering::take_statements() {
    return std::exchange(scopes_.back().statements, {});
}

std::string ExprLowering::fresh_name() { return fmt::format("t{}", ++counter_); }

// The outermost scope whose names cover what 'e' uses; locals there are computed before the inner loops
// begin.
ExprLowering::LoopScope& ExprLowering::scope_for(const Expr& e) {
    const std::set<std::string>& names = free_(e);
    for (LoopScope& scope : scopes_) {
        if (std::includes(scope.names.begin(), scope.names.end(), names.begin(), names.end())) return scope;
    }
    return scopes_.back();
}

Expr ExprLowering::make_local(LoopScope& scope, const Expr& value) {
    const std::string name = fresh_name();
    scope.statements.push_back(statement(Declare{name, value, false}));
    return variable(Scope::local, name, value.type(), value.span());
}

Expr ExprLowering::lower(const Expr& e) {
    if (is_simple(e)) return e;
    for (const LoopScope& scope : scopes_) {
        if (const auto found = scope.lowered.find(e.id()); found != scope.lowered.end()) return found->second;
    }
    Expr result = lower_kind(e);
    LoopScope& scope = scope_for(e);
    const auto uses = uses_.find(e.id());
    const bool shared = uses != uses_.end() && uses->second > 1;
    if (!is_simple(result) && (shared || result.depth() >= kDeepestText || tree_size_(result) > kLongestText))
        result = make_local(scope, result);
    scope.lowered.emplace(e.id(), result);
    scope.kept.push_back(e);
    return result;
}

Expr ExprLowering::lower_index(const Expr& e) {
    const Expr exact = analyse_(e, environment_).value;
    return lower(exact);
}

Expr ExprLowering::lower_kind(const Expr& e) {
    if (const Access* a = as<Access>(e)) {
        Exprs indices;
        for (const Expr& arg : a->args) indices.push_back(lower_index(arg));
        return make_node(Load{a->producer, std::move(indices)}, e.type(), e.span());
    }
    if (const Reduce* r = as<Reduce>(e)) return lower_reduce(*r, e);
    return map_children(e, [this](const Expr& child) { return lower(child); });
}

Expr ExprLowering::lower_reduce(const Reduce& r, const Expr& e) {
    const std::string name = fresh_name();
    const Expr total = variable(Scope::local, name, e.type(), e.span());
    // The bounds are fixed for the whole pipeline: numbers, parameters, sizes.
    std::vector<Bounds> ranges;
    for (const ReductionVariable& v : r.domain.variables)
        ranges.push_back({lower_index(v.min), lower_index(v.max)});
    const analysis::Environment outer = environment_;
    LoopScope inner;
    inner.names = scopes_.back().names;
    for (size_t i = 0; i < ranges.size(); ++i) {
        environment_.insert_or_assign(r.domain.variables[i].name, ranges[i]);
        inner.names.insert(r.domain.variables[i].name);
    }
    scopes_.push_back(std::move(inner));
    StatementPtr body = reduction_body(r, total, name);
    scopes_.pop_back();
    environment_ = outer;
    for (size_t i = 0; i < ranges.size(); ++i) {
        body = statement(For{Scope::reduction, r.domain.variables[i].name, ranges[i].min, ranges[i].max,
                             LoopLevel::serial, body});
    }
    LoopScope& scope = scope_for(e);
    scope.statements.push_back(statement(Declare{name, constant(identity_of(r.op, e.type())), true}));
    scope.statements.push_back(body);
    return total;
}

StatementPtr ExprLowering::reduction_body(const Reduce& r, const Expr& total, const std::string& name) {
    std::vector<StatementPtr> outer;
    std::optional<Expr> where;
    if (r.domain.where) {
        where = lower(*r.domain.where);
        outer = take_statements();
    }
    const Expr value = lower(r.body);
    const Expr next = r.op == ReduceOp::sum ? make_node(Sum{{total, value}}, total.type())
                                            : make_node(Binary{r.op == ReduceOp::product   ? BinaryOp::mul
                                                               : r.op == ReduceOp::minimum ? BinaryOp::min
                                                                                           : BinaryOp::max,
                                                               total, value},
                                                        total.type());
    std::vector<StatementPtr> statements = take_statements();
    statements.push_back(statement(Assign{name, next}));
    if (!where) return block(std::move(statements));
    outer.push_back(statement(If{*where, block(std::move(statements)), nullptr}));
    return block(std::move(outer));
}

}  // namespace pantile::lower
