// What names mean inside an expression: local values, bound variables, parameters of definitions.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "front/text/ast.h"
#include "ir/boundary.h"
#include "ir/pipeline.h"

namespace pantile::front {

struct Function;
using FunctionPtr = std::shared_ptr<const Function>;

struct StageFunction {
    size_t stage;  // into Program::stages
};

// 'inner' read through a boundary condition.
struct BoundedFunction {
    ir::BoundaryKind kind;
    FunctionPtr inner;
    std::vector<std::optional<ir::IndexRange>> ranges;
    std::optional<ir::Expr> exterior;  // of constant_exterior
};

// Something that is applied to indices.
struct Function {
    std::variant<const ir::Input*, StageFunction, const ast::Define*, BoundedFunction> what;
};

// A variable of a reduction. It knows its uses, so that it can be renamed after the expression is built.
struct BoundVariable {
    std::string name;
    ir::Exprs uses;
};

using Meaning = std::variant<ir::Expr, FunctionPtr, std::shared_ptr<BoundVariable>>;

class Scope {
  public:
    void bind(std::string_view name, Meaning meaning);
    const Meaning* find(std::string_view name) const;

    struct Mark {
        size_t size;
        size_t base;
    };
    Mark mark() const { return {names_.size(), base_}; }
    // From here on names bound before are hidden: the body of a definition sees only its own parameters.
    void hide_all() { base_ = names_.size(); }
    void restore(Mark mark);

    std::vector<std::string_view> visible() const;

  private:
    std::vector<std::string_view> names_;
    std::vector<Meaning> meanings_;
    std::unordered_map<std::string_view, std::vector<size_t>> places_;
    size_t base_ = 0;
};

}  // namespace pantile::front
