// The coordinates of Funcs.
#pragma once

#include <memory>
#include <string>

#include "pantile/expr.h"

#pragma GCC visibility push(default)
namespace pantile {

namespace ir {
struct Symbol;
}

// Two Vars of the same name are the same. One without a name is the same as its copies only, and is called x,
// y, z or w, after its place in the first Func that uses it.
class Var {
  public:
    Var();
    explicit Var(std::string name);

    operator Expr() const;
    const std::string& name() const { return name_; }  // empty when it has none

  private:
    std::string name_;
    std::shared_ptr<const ir::Symbol> tag_;  // the identity of a Var without a name
};

}  // namespace pantile
#pragma GCC visibility pop
