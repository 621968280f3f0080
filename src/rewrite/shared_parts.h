// Parts of a definition that many of its points share, as stages of their own.
//
//     b(x, y) = mix(mix(g(x/8, y/8, k), g(x/8, y/8+1, k), t), mix(g(x/8+1, y/8, k), g(x/8+1, y/8+1, k), t),
//     s)
//         with k = bin(img(x, y)), s = f32(x % 8) / 8, t = f32(y % 8) / 8
//
// becomes
//
//     b_part1(i1, y, i2) = mix(g(i1, y/8, i2), g(i1, y/8+1, i2), f32(y % 8) / 8)
//     b(x, y) = mix(b_part1(x/8, y, k), b_part1(x/8+1, y, k), s)
//
// A part depends on the innermost coordinate through indices alone, and through those that take fewer values
// than it has points: quotients, and data. Whether its stage has fewer points than it has uses depends on
// their ranges: that is for a scheduler to judge.
#pragma once

#include <functional>
#include <vector>

#include "ir/pipeline.h"

namespace pantile::rewrite {

// The stages of the parts, and last the stage itself, which reads them; the stage alone where it has none.
// 'is_taken' says which names others have.
std::vector<ir::Stage> with_shared_parts(const ir::Stage& stage,
                                         const std::function<bool(const std::string&)>& is_taken);

bool has_shared_parts(const ir::Stage& stage);

}  // namespace pantile::rewrite
