// Region inference: the box of every stage and input that a given output needs, as formulas in the output's
// box.
//
// The formulas are i64 expressions over variables of Scope::local named 'STAGE.DIM.min' / 'STAGE.DIM.max'
// (the box of a stage), 'STAGE.DIM.out_min' / '.out_max' (the box the caller asked for), over sizes of inputs
// and over parameters. Emitted code computes them at entry; evaluate_regions computes them here for given
// numbers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/index.h"
#include "ir/pipeline.h"
#include "pantile/result.h"

namespace pantile::analysis {

// Coordinates of stages stay within ±2^30 at the most, those of inputs and outputs within ±2^29, so that i32
// holds them and their extents with room to spare.
inline constexpr int64_t kLargestCoordinate = int64_t{1} << 30;
inline constexpr int64_t kLargestArgument = ir::kMaxCoordinate;
// An empty box is [kNowhere, -kNowhere]: it disappears in a union.
inline constexpr int64_t kNowhere = int64_t{1} << 40;

// A read of a producer by a definition of a stage: where it can reach, and under which condition it happens
// at all.
struct AccessRegion {
    size_t consumer;    // index of the stage
    size_t definition;  // 0: the pure one, k: the k-th update
    std::string producer;
    Expr access;              // the Access node
    std::vector<Bounds> box;  // for each dimension of the producer
    std::optional<Expr>
        happens;  // none: always. A bool over bounds: whether the case's part of the box is not empty
    Environment environment;  // of the coordinates and reduction variables where the access stands
};

struct Regions {
    std::vector<std::vector<Bounds>> stages;  // the box each stage is computed on
    // The order in which the bounds of each stage are known: an update 'f(y + r, y) = …' makes one
    // dimension's depend on another's.
    std::vector<std::vector<size_t>> order;
    std::vector<std::vector<Bounds>>
        inputs;  // the box of each input that is read; empty when it is not read at all
    std::vector<std::vector<Bounds>>
        writes;  // the box of each stage that its updates store to (within 'stages')
    std::vector<AccessRegion> accesses;
    std::vector<NoWrap> conditions;
    // Whether the caller's buffer is the stage's storage. If not, the stage has storage of its own, which is
    // larger than what was asked for, and the result is copied out.
    std::vector<bool> computed_in_place;
};

// Refuses a pipeline with an index that has no bounds.
Result<Regions> infer_regions(const ir::Pipeline& pipeline);

// Names of the variables that stand for a box.
Expr box_min(const ir::Stage& stage, size_t dim);
Expr box_max(const ir::Stage& stage, size_t dim);
Expr requested_min(const ir::Stage& stage, size_t dim);
Expr requested_max(const ir::Stage& stage, size_t dim);

}  // namespace pantile::analysis
