#include "ir/expr.h"

#include <algorithm>

#include "ir/traverse.h"

namespace pantile::ir {

Expr make_node(decltype(Node::kind) kind, ScalarType type, SourceSpan span) {
    auto node = std::make_shared<Node>(Node{std::move(kind), type, 1, span, 1});
    int deepest = 0;
    for_each_child(*node, [&](const Expr& child) {
        deepest = std::max(deepest, child.depth());
        node->lanes = std::max(node->lanes, child.lanes());
    });
    if (const Lanes* vector = std::get_if<Lanes>(&node->kind)) node->lanes = vector->count;
    if (const Variable* local = std::get_if<Variable>(&node->kind)) node->lanes = local->lanes;
    if (deepest >= kMaxDepth) {
        return invalid("this expression is nested more than " + std::to_string(kMaxDepth) + " levels deep.",
                       span, {"give a part of it a stage of its own."});
    }
    node->depth = deepest + 1;
    return Expr(std::move(node));
}

Expr constant(const Value& value, SourceSpan span) { return make_node(Constant{value}, value.type(), span); }
Expr constant_i32(int64_t value) { return constant(Value::of_int(ScalarType::i32, value)); }
Expr constant_i64(int64_t value) { return constant(Value::of_int(ScalarType::i64, value)); }

Expr variable(Scope scope, std::string name, ScalarType type, SourceSpan span) {
    return make_node(Variable{scope, std::move(name), nullptr}, type, span);
}

Expr invalid(std::string message, SourceSpan span, std::vector<std::string> hints) {
    return Expr(std::make_shared<Node>(
        Node{Invalid{std::move(message), std::move(hints)}, ScalarType::i32, 1, span, 1}));
}

Expr lanes_from(const Expr& base, int count) {
    return make_node(Lanes{base, count}, base.type(), base.span());
}

Expr vector_local(std::string name, ScalarType type, int lanes) {
    return make_node(Variable{Scope::local, std::move(name), nullptr, lanes}, type);
}

Expr at(SourceSpan span, const Expr& e) {
    Node copy = *e;
    copy.span = span;
    return Expr(std::make_shared<Node>(std::move(copy)));
}

std::optional<Value> constant_value(const Expr& e) {
    const Constant* c = as<Constant>(e);
    return c ? std::optional<Value>(c->value) : std::nullopt;
}

std::optional<int64_t> constant_int(const Expr& e) {
    const Constant* c = as<Constant>(e);
    if (!c || !is_integer(e.type())) return std::nullopt;
    if (e.type() == ScalarType::u64 && c->value.as_int() < 0) return std::nullopt;
    return c->value.as_int();
}

}  // namespace pantile::ir
