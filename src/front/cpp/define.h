// Giving Funcs their definitions. Mistakes are kept in the Func and reported when a pipeline is built from
// it.
#pragma once

#include "front/cpp/contents.h"
#include "ir/ops.h"

namespace pantile::front {

// The first definition, or an update when there is one already.
void define(const std::shared_ptr<FuncContents>& func, const ir::Exprs& args, const ir::Expr& value);
void define_piecewise(const std::shared_ptr<FuncContents>& func, const ir::Exprs& args,
                      const Piecewise& value);

enum class Accumulation { add, subtract, multiply, divide };
void accumulate(const std::shared_ptr<FuncContents>& func, const ir::Exprs& args, Accumulation how,
                const ir::Expr& value);

// Keeps the sentence that the Func's name and 'predicate' make.
void report(FuncContents& func, const std::string& predicate, std::vector<std::string> hints = {});

}  // namespace pantile::front
