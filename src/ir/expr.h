// Expressions: immutable nodes, shared by reference, one closed sum type for both IRs.
//
// An expression is a directed acyclic graph: a node that several places use is one value, computed once.
// Everything that walks expressions therefore remembers nodes it has seen (traverse.h); 'e = e * e' sixty
// times is 61 nodes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ir/ops.h"
#include "ir/value.h"
#include "pantile/diagnostic.h"

namespace pantile::ir {

struct Node;

// A reference to a node; never null. Two Exprs are the same node when their 'id' is equal.
class Expr {
  public:
    explicit Expr(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
    const Node& operator*() const { return *node_; }
    const Node* operator->() const { return node_.get(); }
    const Node* id() const { return node_.get(); }
    const std::shared_ptr<const Node>& shared() const { return node_; }

    ScalarType type() const;
    int depth() const;
    int lanes() const;
    const SourceSpan& span() const;

  private:
    std::shared_ptr<const Node> node_;
};

using Exprs = std::vector<Expr>;

// What the C++ front end attaches to a name before names are settled: identity instead of spelling.
struct Symbol {
    virtual ~Symbol() = default;
};
using SymbolPtr = std::shared_ptr<const Symbol>;

// A literal has no fixed type yet: it takes the type of what it is combined with. 'exact' keeps its full
// precision.
struct Constant {
    Value value;
    bool is_literal = false;
    double exact = 0;
};

enum class Scope {
    coordinate,  // a dimension of the stage being defined
    reduction,   // bound by a Reduce or by an update's reduction domain
    parameter,   // a scalar parameter of the pipeline
    dimension,   // 'img.x.min', 'img.x.max', 'img.x.extent' of an input
    local,       // a named value of Loops; with a dot in its name a bound
};

// Whether a name of Scope::local is a bound: an i64 of exact arithmetic, and no value of the language. Users'
// words have no dots.
inline bool is_bound_name(std::string_view local) { return local.find('.') != std::string_view::npos; }

struct Variable {
    Scope scope;
    std::string name;
    SymbolPtr symbol;
    int lanes = 1;  // of a local of Loops that holds a vector
};

// A read of an input or a stage of the pipeline at a point.
struct Access {
    std::string producer;
    Exprs args;
    SymbolPtr symbol;
};

struct Unary {
    UnaryOp op;
    Expr operand;
};

struct Binary {
    BinaryOp op;
    Expr lhs;
    Expr rhs;
};

// At least two terms, added from left to right.
struct Sum {
    Exprs terms;
};

// Both branches are evaluated: what they read must exist whatever the condition says.
struct Select {
    Expr condition;
    Expr if_true;
    Expr if_false;
};

// Converts to the type of the node.
struct Cast {
    Expr operand;
};

// Runs from 'min' to 'max', both included; empty when max < min. The bounds are of type i32.
struct ReductionVariable {
    std::string name;
    Expr min;
    Expr max;
    SymbolPtr symbol;
};

// The first variable runs fastest. Points where 'where' is false are skipped.
struct ReductionDomain {
    std::vector<ReductionVariable> variables;
    std::optional<Expr> where;
};

// Combines 'body' over the domain, starting from identity_of(op).
struct Reduce {
    ReduceOp op;
    ReductionDomain domain;
    Expr body;
};

// An element of a buffer of Loops, by one i64 index for each dimension.
struct Load {
    std::string buffer;
    Exprs indices;
};

// In Loops: the vector base, base + 1, …, base + count - 1. An expression over vectors acts lane by lane, and
// its scalar operands count for every lane.
struct Lanes {
    Expr base;
    int count;
};

// Stands for a piece of a wrong program, so that building goes on and all errors are reported at once.
struct Invalid {
    std::string message;
    std::vector<std::string> hints;
};

struct Node {
    std::variant<Constant, Variable, Access, Unary, Binary, Sum, Select, Cast, Reduce, Load, Lanes, Invalid>
        kind;
    ScalarType type = ScalarType::i32;
    int depth = 1;
    SourceSpan span;
    int lanes = 1;  // 1: a scalar
};

inline ScalarType Expr::type() const { return node_->type; }
inline int Expr::depth() const { return node_->depth; }
inline int Expr::lanes() const { return node_->lanes; }
inline const SourceSpan& Expr::span() const { return node_->span; }

inline constexpr int kMaxDepth = 1000;

// The kind of a node, or null.
template <typename Kind>
const Kind* as(const Expr& e) {
    return std::get_if<Kind>(&e->kind);
}

template <typename... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

// Calls the case for the node's kind. A kind without a case does not compile.
template <typename... Cases>
decltype(auto) match(const Expr& e, Cases&&... cases) {
    return std::visit(Overloaded{std::forward<Cases>(cases)...}, e->kind);
}

// Raw construction: the caller guarantees the types. Refuses, with an Invalid node, what is nested too
// deeply.
Expr make_node(decltype(Node::kind) kind, ScalarType type, SourceSpan span = {});
Expr constant(const Value& value, SourceSpan span = {});
Expr constant_i32(int64_t value);
Expr constant_i64(int64_t value);
Expr variable(Scope scope, std::string name, ScalarType type = ScalarType::i32, SourceSpan span = {});
Expr invalid(std::string message, SourceSpan span = {}, std::vector<std::string> hints = {});

// The vector base, base + 1, … with so many lanes, of the type of 'base'.
Expr lanes_from(const Expr& base, int count);
Expr vector_local(std::string name, ScalarType type, int lanes);

// The same node, seen at another place of the source.
Expr at(SourceSpan span, const Expr& e);

std::optional<Value> constant_value(const Expr& e);
std::optional<int64_t> constant_int(const Expr& e);  // of any integer type, where it fits in i64

}  // namespace pantile::ir
