// Expressions as a definition keeps them: they mention Funcs and reduction variables by tag, and own none of
// them.
#pragma once

#include <vector>

#include "front/cpp/contents.h"
#include "ir/traverse.h"

namespace pantile::front {

// Remembers the Funcs that it has met. One object serves all expressions of a definition, so that what they
// share stays shared.
class StoredForm {
  public:
    StoredForm();
    StoredForm(const StoredForm&) = delete;
    StoredForm& operator=(const StoredForm&) = delete;

    ir::Expr operator()(const ir::Expr& e);
    ir::ReductionDomain operator()(const ir::ReductionDomain& domain);

    // In the order of first use, each once.
    const std::vector<std::shared_ptr<FuncContents>>& funcs() const { return funcs_; }

  private:
    ir::Expr replace(const ir::Expr& e);
    void remember(const std::shared_ptr<FuncContents>& func);

    ir::Transform transform_;
    ir::Exprs roots_;  // the memory of 'transform_' is valid while its roots live
    std::vector<std::shared_ptr<FuncContents>> funcs_;
    std::unordered_map<const FuncContents*, size_t> known_;
};

// The expression with the reduction variables of 'owner' mentioned by tag. For 'where', which its own RDom
// keeps.
ir::Expr without_owner(const ir::Expr& e, const RDomContents& owner);

}  // namespace pantile::front
