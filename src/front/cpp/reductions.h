// Which RDoms an expression runs over, and ranges as the IR wants them.
#pragma once

#include <memory>
#include <vector>

#include "front/cpp/contents.h"
#include "pantile/rdom.h"

namespace pantile::front {

// The RDoms whose variables the expressions use and no Reduce inside of them binds, in the order of first
// use.
std::vector<std::shared_ptr<const RDomContents>> free_domains(const ir::Exprs& roots);

// From min to min + extent - 1, both of type i32.
ir::IndexRange index_range(const Range& range);

// The bounds of an input.
ir::Expr bound_of(const std::shared_ptr<const InputContents>& input, size_t dim, ir::Bound bound);

}  // namespace pantile::front
