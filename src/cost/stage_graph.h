// A pipeline in numbers: what schedulers and cost models look at instead of expressions.
//
// Made once for a pipeline and its expected sizes. A candidate group is then judged by arithmetic on a few
// numbers for each of its stages, thousands of times in a second; what it really does is decided by region
// inference when it is lowered, so a wrong number here costs time and never a pixel.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/choose_sizes.h"
#include "cost/stage_set.h"
#include "cost/stage_work.h"
#include "plan/stage_reads.h"

namespace pantile::cost {

// Where the index along one dimension of a producer lies, over all reads of it by one stage.
struct Reach {
    enum class Kind {
        follows,  // scale * coordinate + lowest .. scale * coordinate + highest, before borders
        fixed,    // lowest .. highest, wherever the reader is
        anywhere  // chosen by data, or by several coordinates: the whole dimension
    };
    Kind kind = Kind::anywhere;
    size_t dim = 0;  // of the reader
    double scale = 1;
    double lowest = 0;
    double highest = 0;
    // The limit that the index is cut off by, as a number for each different one; 0: none.
    int limit = 0;
    bool by_data = false;      // of 'anywhere': the index depends on values
    bool over_domain = false;  // of 'anywhere': it runs over a reduction's domain, alike for all points
};

// How a stage comes back to what it has read of one producer.
struct Reuse {
    double rows = 0;           // that lie between the first and the last use of a row
    bool is_known = true;      // false: data or several coordinates choose
    bool over_domain = false;  // all points run over the same elements
    std::vector<bool>
        is_followed;  // for each dimension of the reader: whether other points read other elements
};

// All reads of one producer by one stage.
struct Edge {
    size_t producer;  // a stage, or an input
    size_t consumer;  // a stage
    bool from_input;
    std::vector<Reach> reaches;  // for each dimension of the producer
    double loads = 0;            // elements read for a point of the reader
    std::vector<bool> always;    // for each dimension of the reader: whether it reads at all points along it
    Reuse reuse;
};

struct Array {
    std::string name;
    std::vector<std::string> dims;
    std::vector<int64_t> extents;
    int element_bytes;

    double points() const;
    double bytes() const { return points() * element_bytes; }
};

// What the definitions of a stage take where 'count' points along a dimension are computed at once; those
// that gain nothing from it are as in 'work'.
struct BlockWork {
    size_t dim;
    int64_t count;
    std::vector<DefinitionWork> work;
};

struct StageNode : Array {
    bool is_output = false;
    // Stage and input have the same index at every read, with no more than the reader's own coordinates.
    bool is_pointwise = false;
    std::vector<bool> pure_dims;       // along which tiles may cut its updates
    std::vector<DefinitionWork> work;  // the pure definition, then the updates
    std::vector<BlockWork> blocks;     // the ones worth a thought
    std::vector<int> reuse;            // for each dimension: PolyMage+, section 4.2
    std::vector<size_t> in, out;       // edges

    bool is_reduction() const { return work.size() > 1; }
};

struct StageGraph {
    std::vector<StageNode> stages;  // producers before consumers
    std::vector<Array> inputs;
    std::vector<Edge> edges;
    std::shared_ptr<const plan::StageReads> reads;  // from which plans infer the geometry of groups

    const Array& producer_of(const Edge& edge) const {
        return edge.from_input ? inputs[edge.producer] : stages[edge.producer];
    }
    // Of all inputs and outputs: what passes until an output is looked at.
    double bytes_in_and_out() const;
    StageSet none() const { return StageSet(stages.size()); }
    StageSet all() const;
    std::vector<size_t> producers_of(size_t stage) const;  // stages only, each once
    std::vector<size_t> consumers_of(size_t stage) const;
};

// 'chosen' are the sizes to expect.
StageGraph build_graph(const ir::Pipeline& pipeline, const analysis::Regions& regions,
                       const analysis::ChosenSizes& chosen, Math math = Math::strict);

}  // namespace pantile::cost
