// An explanation as text for people, as JSON for programs, and as a graph.
#pragma once

#include "report/explain.h"

namespace pantile::report {

std::string to_text(const Explanation& explanation);

// Lists of extents begin with the outermost dimension; what is not known is null.
std::string to_json(const Explanation& explanation);

// For Graphviz: groups are clusters, inlined stages are dashed, inputs gray, outputs have two borders.
// 'pipeline' still has the stages that are inlined.
std::string to_dot(const Explanation& explanation, const ir::Pipeline& pipeline);

}  // namespace pantile::report
