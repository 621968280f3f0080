// What a .pan text says, before names mean anything. Names point into the source text, which outlives the
// tree.
//
// Operators of one level that follow each other are one Chain, so that the depth of a tree is the depth of
// its parentheses and a long sum is no deep tree.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/ops.h"
#include "pantile/diagnostic.h"
#include "pantile/type.h"

namespace pantile::front::ast {

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;
using ExprList = std::vector<ExprPtr>;

struct Identifier {
    std::string_view text;
    SourceSpan span;
};

// NAME = VALUE in a 'with' clause or an 'estimate'.
struct Local {
    Identifier name;
    ExprPtr value;
};

// NAME in MIN..MAX
struct Range {
    Identifier variable;
    ExprPtr min;
    ExprPtr max;
};

struct ForClause {
    std::vector<Range> ranges;
    ExprPtr where;  // may be null
};

struct Integer {
    uint64_t value;
};
struct Real {
    double value;
};
struct Boolean {
    bool value;
};
struct Name {
    std::string_view text;
};
// 'img.x.min'
struct Size {
    Identifier image;
    Identifier dim;
    Identifier bound;
};
// No operator means '+'.
struct Link {
    std::optional<ir::BinaryOp> op;
    ExprPtr operand;
};
// Operators of one level, from left to right.
struct Chain {
    ExprPtr first;
    std::vector<Link> rest;
};
// 'a < b <= c' means 'a < b and b <= c'.
struct Comparison {
    ExprPtr first;
    std::vector<Link> rest;
};
struct Prefix {
    ir::UnaryOp op;
    ExprPtr operand;
};
// 'G[l - 1]'
struct Member {
    Identifier family;
    ExprList indices;
};
struct Call {
    ExprPtr callee;
    ExprList args;
};
// 'sum(BODY for … where … with …)'
struct Reduction {
    Identifier name;
    ExprPtr body;
    ForClause domain;
    std::vector<Local> locals;
};
// '0..w-1' and '_' stand only among the arguments of boundary conditions.
struct Interval {
    ExprPtr min;
    ExprPtr max;
};
struct Blank {};

struct Expr {
    SourceSpan span;  // the whole text, as far as it stands on its first line
    std::variant<Integer, Real, Boolean, Name, Size, Chain, Comparison, Prefix, Member, Call, Reduction,
                 Interval, Blank>
        kind;
};

template <typename Kind>
const Kind* as(const Expr& e) {
    return std::get_if<Kind>(&e.kind);
}

struct Const {
    Identifier name;
    ExprPtr value;
};

struct Input {
    Identifier name;
    ScalarType type;
    std::vector<Identifier> dims;
};

struct Param {
    Identifier name;
    ScalarType type;
    ExprPtr initial;  // these three may be null
    ExprPtr lowest;
    ExprPtr highest;
};

struct Define {
    Identifier name;
    std::vector<Identifier> params;
    ExprPtr body;
    std::vector<Local> locals;
    int last_line = 0;
};

// One index of 'G[0]' or 'G[l in 1..L-1]'; without a variable only 'min' is there.
struct FamilyIndex {
    Identifier variable;
    ExprPtr min;
    ExprPtr max;
};

struct Head {
    Identifier name;
    std::vector<FamilyIndex> indices;  // empty: no family
};

// A coordinate of an output with a range of its own: 'c in 0..2'.
struct CoordinateRange {
    size_t place;
    Range range;
};

enum class Assign { set, add, multiply, minimum, maximum };

struct Case {
    ExprPtr condition;  // null: 'otherwise'
    ExprPtr value;
};

// One definition of a stage: the first one of its name, or an update.
struct Definition {
    bool is_output = false;
    Head head;
    ExprList args;
    std::vector<CoordinateRange> ranges;
    std::optional<ScalarType> type;
    SourceSpan type_span;
    Assign assign = Assign::set;
    SourceSpan assign_span;
    std::vector<Case> cases;  // at least one; a plain value is one case without condition
    bool is_piecewise = false;
    std::optional<ForClause> domain;
    std::vector<Local> locals;
    SourceSpan span;  // of 'name(args)'
};

// The items of a file, those of one kind in the order of the text.
struct File {
    std::optional<Identifier> pipeline;
    std::vector<Const> consts;
    std::vector<Input> inputs;
    std::vector<Param> params;
    std::vector<Local> estimates;
    std::vector<Define> defines;
    std::vector<Definition> definitions;
    std::vector<Head> outputs;          // listed by 'output a, b'
    std::set<std::string_view> broken;  // names of items that had errors and are left out
};

}  // namespace pantile::front::ast
