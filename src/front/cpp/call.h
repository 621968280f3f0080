// Reading Funcs and inputs.
#pragma once

#include <string>
#include <string_view>

#include "front/cpp/contents.h"

namespace pantile::front {

ir::Expr call(const std::shared_ptr<FuncContents>& func, const ir::Exprs& args);
ir::Expr call(const std::shared_ptr<const InputContents>& input, const ir::Exprs& args);

// Number of dimensions; 0 when not defined yet.
size_t rank_of(const FuncContents& func);
ScalarType type_of_func(const FuncContents& func);

// '1 index', '2 indices'.
std::string counted(size_t count, std::string_view one, std::string_view many);

}  // namespace pantile::front
