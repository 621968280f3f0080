// Vector loops become loops over vectors.
//
// A loop of level 'vector' whose body can be computed in lanes advances by a vector at a time. The last
// vector is moved inwards so that it ends with the loop: its first lanes are computed twice, to the same
// values. A row of non-temporal stores has such a vector at its beginning too, so that those between are
// aligned. Where the body reads what it writes that would be wrong, and a scalar loop does the rest; one also
// does the loops that are shorter than a vector. No lane ever stands for an iteration that the loop does not
// have, so nothing is read that the loop itself would not read.
//
// A loop that cannot become vectors stays as it is and leaves the attempt to the C compiler. So does a loop
// of threads: its iterations are tasks.
#pragma once

#include "ir/loops.h"
#include "machine/target.h"
#include "passes/vector_body.h"

namespace pantile::passes {

// How many lanes a loop has whose widest element takes so many bytes.
int lanes_for(const machine::Target& target, int widest_element_bytes);

// How many lanes the loop gets; nothing when it cannot become vectors.
std::optional<int> lanes_of(const ir::For& loop, const BuffersByName& buffers, const machine::Target& target);

ir::Loops vectorize(const ir::Loops& loops, const machine::Target& target);

}  // namespace pantile::passes
