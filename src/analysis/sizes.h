// Regions for actual numbers: checks everything that must hold before a pipeline may run, and says what does
// not.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/regions.h"
#include "ir/value.h"

namespace pantile::analysis {

// Inclusive.
struct Interval {
    int64_t min = 0;
    int64_t max = -1;
    int64_t extent() const { return max < min ? 0 : max - min + 1; }
    bool operator==(const Interval&) const = default;
};
using Box = std::vector<Interval>;

// What the caller gives: the boxes of the inputs and outputs by name, and the parameters.
struct Sizes {
    std::map<std::string, Box> inputs;
    std::map<std::string, Box> outputs;
    std::map<std::string, ir::Value> params;
};

struct ConcreteRegions {
    std::vector<Box> stages;  // in the order of the pipeline's stages
    std::vector<Box> inputs;  // what is read of each input; empty when it is not read
};

// Where a box of this extent begins in a dimension: at 'first', unless a range that is declared for it (or
// null) makes it begin elsewhere.
int64_t first_within(const ir::CoordinateRange* range, int64_t first, int64_t extent);

// 'sizes' names every input, output and parameter, with the right rank.
Result<ConcreteRegions> evaluate_regions(const ir::Pipeline& pipeline, const Regions& regions,
                                         const Sizes& sizes);

// The values of the variables in bounds, for one set of sizes.
class BoundValues {
  public:
    BoundValues(const ir::Pipeline& pipeline, const Sizes& sizes);
    void set_box(const ir::Stage& stage, const Box& box);
    // Any other name, such as one that is local to a tile.
    void set(const std::string& name, int64_t value) { values_[name] = value; }
    std::optional<int64_t> operator()(const Expr& bound) const;

  private:
    std::map<std::string, int64_t> values_;
};

}  // namespace pantile::analysis
