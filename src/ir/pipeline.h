// A Pipeline: pure stages over unbounded integer grids, in an order where producers come before consumers.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/expr.h"

namespace pantile::ir {

inline constexpr size_t kMaxStages = 10000;
inline constexpr size_t kMaxDimensions = 8;
inline constexpr size_t kMaxCases = 256;
// Coordinates of inputs and outputs lie within ± this.
inline constexpr int64_t kMaxCoordinate = int64_t{1} << 29;

// The text that spans point into. Empty for pipelines built in C++.
struct Source {
    std::string file;
    std::string text;
};

struct Input {
    std::string name;
    ScalarType type;
    std::vector<std::string> dims;  // innermost first
    SourceSpan span;
};

struct Param {
    std::string name;
    ScalarType type;
    std::optional<Value> initial;  // used when the caller gives none
    std::optional<Value> lowest;
    std::optional<Value> highest;
    SourceSpan span;
};

// One branch of a piecewise definition. Only the first branch whose condition holds is evaluated: what the
// other branches read need not exist.
struct Case {
    std::optional<Expr> condition;  // none: otherwise
    Expr value;
};

// An update definition: for every point of the domain, in order (the first variable fastest), and for every
// coordinate that stands at its own place in 'args', store 'value' at 'args'.
struct Update {
    Exprs args;
    Expr value;
    ReductionDomain domain;
    SourceSpan span;
};

// The only values that a coordinate of an output takes, both included. A caller asks for them, or for fewer.
struct CoordinateRange {
    size_t dim;
    int64_t min;
    int64_t max;
};

struct Stage {
    std::string name;
    ScalarType type;
    std::vector<std::string> dims;  // its coordinates, innermost first
    std::vector<Case> cases;        // at least one; where none holds the value is zero
    std::vector<Update> updates;
    SourceSpan span;
    std::vector<CoordinateRange> ranges = {};  // of outputs: some of the dimensions, in their order

    const CoordinateRange* range_of(size_t dim) const;  // may be null
};

// The expected size of an output's dimension: guides schedulers, never the result.
struct Estimate {
    std::string dim;
    int64_t extent;
};

struct Pipeline {
    std::string name;
    std::vector<Input> inputs;
    std::vector<Param> params;
    std::vector<Stage> stages;
    std::vector<std::string> outputs;  // names of stages, in the order of the arguments
    std::vector<Estimate> estimates;
    std::shared_ptr<const Source> source;

    const Input* find_input(std::string_view name) const;
    const Stage* find_stage(std::string_view name) const;
    const Param* find_param(std::string_view name) const;
    bool is_output(std::string_view stage) const;
};

// Whether it is more than one value for all points.
inline bool has_cases(const Stage& stage) { return stage.cases.size() != 1 || stage.cases[0].condition; }

// Whether update argument 'd' is the stage's own coordinate 'd': then the update runs over the whole
// dimension.
bool is_pure_argument(const Stage& stage, const Update& update, size_t d);

// Every expression of a stage, with the definition it belongs to: 0 for the cases, k for the k-th update.
void for_each_expr(const Stage& stage, const std::function<void(const Expr&, size_t definition)>& visit);

// Names of the inputs and stages that a stage reads, itself included, each once, in the order of first use.
std::vector<std::string> producers_of(const Stage& stage);
bool reads_from(const Stage& stage, std::string_view producer);

// A diagnostic that points into the pipeline's source.
Diagnostic diagnostic_at(const Pipeline& pipeline, SourceSpan span, std::string message);
std::string line_of(const Source& source, int line);

// The value of 'img.x.min' and its like.
enum class Bound { min, max, extent };
struct DimensionName {
    std::string input;
    size_t dim;
    Bound bound;
};
Expr dimension(const Input& input, size_t dim, Bound bound, SourceSpan span = {});
std::optional<DimensionName> parse_dimension(const Pipeline& pipeline, const std::string& name);

}  // namespace pantile::ir
