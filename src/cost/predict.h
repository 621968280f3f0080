// How long a group takes with given tiles, by our own model of the machine.
//
// The larger of what the arithmetic units and what memory need, and the smaller one in part, since they do
// not overlap perfectly; plus what every row, stage, tile and parallel loop costs by itself. Redundant work
// of overlapping tiles, vectors that are not full and threads that wait are in the numbers because the boxes
// of the tiles are counted, not their ideal share.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cost/group_frame.h"
#include "cost/instruction_cost.h"
#include "machine/target.h"
#include "schedule/schedule.h"

namespace pantile::cost {

// What is decided about the loops of a group.
struct TilePlan {
    TileSizes tile;  // empty: plain loops over the only stage
    std::optional<schedule::Sliding> sliding;
    std::vector<size_t> parallel;
    std::vector<size_t> order = {};       // of the loops, the outermost first; empty: as the dimensions are
    std::vector<int64_t> registers = {};  // as in schedule.h
    bool in_pieces =
        false;  // the domains of sums are cut, so that what a piece reads stays in the second cache
    std::vector<size_t> streamed = {};  // stages of the graph that are written past the caches
};

// Plain loops: the outermost dimension that has tasks enough runs in parallel, outside of all others.
TilePlan plain_plan(const StageNode& stage, int threads, std::vector<size_t> order = {});

// The level behind the second cache where so many bytes stay.
const machine::Level& home_of(double bytes, const machine::Machine& machine);

struct Prediction {
    double time = 0;         // ns, all of it
    double arithmetic = 0;   // ns of one thread: instructions
    double cache = 0;        // ns of one thread: what comes from the caches behind the first
    double memory = 0;       // ns of one thread: what comes from and goes to where whole images lie
    double overhead = 0;     // ns: tiles, parallel loops
    double points = 0;       // that the stages have
    double computed = 0;     // that all tiles together compute
    double bytes = 0;        // moved between memory and the caches: a line is read before it is written
    double least_bytes = 0;  // of all that goes in and out, once
    double working_set = 0;  // bytes: of what a tile, or a step of its walk, uses
    double tiles = 1;
    double tasks = 1;
    double memory_share = 0;  // how long memory takes, against the longest of computing, caches and memory
};

// For many plans of one group. The graph, the frame and the target must outlive it.
class Predictor {
  public:
    Predictor(const StageGraph& graph, const GroupFrame& frame, const machine::Target& target);
    ~Predictor();

    Prediction operator()(const TilePlan& plan);
    double scratch_bytes(const TilePlan& plan);

  private:
    class Model;
    std::unique_ptr<Model> model_;
};

Prediction predict(const StageGraph& graph, const GroupFrame& frame, const TilePlan& plan,
                   const machine::Target& target);

// The bytes that scratch takes in one tile.
double scratch_bytes(const StageGraph& graph, const GroupFrame& frame, const TilePlan& plan);

}  // namespace pantile::cost
