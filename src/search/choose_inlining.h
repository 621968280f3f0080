// Which stages are computed where they are read.
#pragma once

#include <map>

#include "cost/stage_graph.h"
#include "rewrite/rewrites.h"
#include "schedule/pins.h"

namespace pantile::search {

// Rewrites, each with the reason, for people.
using Inlining = std::map<rewrite::Rewrite, std::string, rewrite::ByStage>;
rewrite::Rewrites rewrites_of(const Inlining& inlining);

// PolyMage+, Algorithm 3: stages that read one point of each producer go into all of their readers; so does a
// stage that one other stage reads at one point, and one whose readers read different points of it. 'graph'
// is that of the whole pipeline.
Inlining inline_by_shape(const ir::Pipeline& pipeline, const cost::StageGraph& graph,
                         const schedule::Pins& pins);

// Halide's auto-scheduler: stages that cost no more than a load, and those that one other stage reads at one
// point; then those whose arithmetic, repeated at each read, costs less than storing and loading.
Inlining inline_by_benefit(const ir::Pipeline& pipeline, const cost::StageGraph& graph,
                           const schedule::Pins& pins);

// What is pinned and nothing else.
Inlining inline_pinned(const schedule::Pins& pins);

// The same without the stages that cannot be inlined together with the others.
Inlining legal_part(const ir::Pipeline& pipeline, const Inlining& wanted);

}  // namespace pantile::search
