// The body of a loop, for many iterations at once.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "ir/loops.h"

namespace pantile::passes {

using BuffersByName = std::map<std::string, const ir::LoopBuffer*>;

// Of loops that outlive the map.
BuffersByName buffers_by_name(const ir::Loops& loops);

// The loop's body with its variable replaced by the vector 'first', 'first' + 1, … Locals that differ between
// the iterations become vectors; indices that run evenly over the lanes are written out where they are used,
// so that emitting sees how they run. Nothing where lanes would have to go different ways, or where an
// element that is stored does not lie next to its neighbour's.
std::optional<ir::StatementPtr> vector_body(const ir::For& loop, const ir::Expr& first, int lanes,
                                            const BuffersByName& buffers);

// The size of the widest vector element that a vector body computes with. Indices do not count.
int widest_element(const ir::Statement& vector_body);

}  // namespace pantile::passes
