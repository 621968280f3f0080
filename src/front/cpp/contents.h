// What the handles of the public API (Func, RDom, ImageParam, Param) point at.
//
// Who owns whom: an expression in the user's hands owns the Funcs and RDoms it mentions (FuncSymbol,
// RVarSymbol). A stored definition must not, since a Func may read itself and chains of Funcs may be
// thousands long: it mentions tags, which are identities and nothing more (see stored_form.h), and the Func
// lists its callees beside it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/boundary.h"
#include "ir/pipeline.h"
#include "pantile/expr.h"
#include "pantile/func.h"
#include "pantile/scalar_value.h"

namespace pantile::front {

// An identity. Compared by address, kept alive by those who mention it.
struct Tag : ir::Symbol {};

struct InputContents : ir::Symbol {
    std::string name;
    ScalarType type = ScalarType::u8;
    std::vector<std::string> dims;
    AnyBuffer buffer;
};

// 'img.x.min' and its like.
struct DimensionSymbol : ir::Symbol {
    std::shared_ptr<const InputContents> input;
    size_t dim = 0;
    ir::Bound bound = ir::Bound::min;
};

struct ParamContents : ir::Symbol {
    std::string name;
    ScalarType type = ScalarType::i32;
    std::optional<ir::Value> initial;
    std::optional<ir::Value> lowest;
    std::optional<ir::Value> highest;
    std::optional<ScalarValue> value;
};

// The variables carry the names they would like to have, and a Tag each. 'where' is in stored form as far as
// its own variables go.
struct RDomContents {
    ir::ReductionDomain domain;
};

struct RVarSymbol : ir::Symbol {
    std::shared_ptr<const RDomContents> owner;
    size_t index = 0;
    const ir::Symbol* tag() const { return owner->domain.variables[index].symbol.get(); }
};

// A Var: a name, or a tag when it has none.
struct Coordinate {
    std::string name;
    ir::SymbolPtr tag;
    bool operator==(const Coordinate&) const = default;
};

// A Func that is another way to read 'input', or the first callee when there is no input.
struct Forward {
    std::shared_ptr<const InputContents> input;
    std::optional<ir::BoundaryKind> boundary;
    std::vector<std::optional<ir::IndexRange>> ranges;
    std::optional<ir::Expr> exterior;
};

struct BoundCoordinate {
    Coordinate var;
    int64_t min;
    int64_t extent;
};

struct FuncContents {
    std::string name;
    std::shared_ptr<const Tag> tag = std::make_shared<Tag>();
    std::vector<Coordinate> dims;
    ScalarType type = ScalarType::i32;
    std::vector<ir::Case> cases;  // empty: not defined yet
    std::vector<ir::Update> updates;
    std::optional<Forward> forward;   // then there are no cases
    std::optional<ir::Expr> mistake;  // what is wrong with the first definition: reading the Func gives this
    bool has_readers = false;         // then it may no longer change
    // Each once, in the order of first use, without itself.
    std::vector<std::shared_ptr<FuncContents>> callees;
    std::vector<Estimate> estimates;
    std::vector<BoundCoordinate> bounds;  // each coordinate once
    Diagnostics problems;

    FuncContents() = default;
    FuncContents(const FuncContents&) = delete;
    FuncContents& operator=(const FuncContents&) = delete;
    ~FuncContents();

    bool defined() const { return forward || !cases.empty(); }
};

struct FuncSymbol : ir::Symbol {
    std::shared_ptr<FuncContents> func;
};

// 'f' with quotes, or words for a Func without a name.
std::string shown(const FuncContents& func);

// The node of a public expression; an Invalid one when it has no value.
ir::Expr to_ir(const Expr& e);
ir::Exprs to_ir(const std::vector<Expr>& list);
inline Expr from_ir(const ir::Expr& e) { return Expr(e.shared()); }

// A variable or an access that carries a symbol until names are settled.
ir::Expr variable_of(ir::Scope scope, const std::string& name, ScalarType type, ir::SymbolPtr symbol);

}  // namespace pantile::front
