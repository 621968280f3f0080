// Makes random expressions of a pipeline that is being built: right types, known names, indices with known
// bounds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/pipeline.h"
#include "ir/sharing.h"
#include "random/random.h"

namespace pantile::random {

using ir::Expr;
using ir::Exprs;

// Something that can be read.
struct Producer {
    std::string name;
    ScalarType type;
    std::vector<std::string> dims;
    const ir::Input* input = nullptr;  // none: a stage
    std::vector<bool> pinned;  // dimensions in which an update reads its own stage at its own coordinate
};

// What an expression may use where it stands.
struct Place {
    std::vector<std::string> coordinates;
    std::vector<std::string> reductions;  // variables in scope
    int64_t points = 1;                   // how often it is evaluated for each point of the stage
    int nesting = 0;                      // of reductions around it
    std::optional<Producer> self;         // the stage itself, inside its updates
};

class Maker {
  public:
    Maker(Random& random, ir::Pipeline& pipeline) : random_(random), pipeline_(pipeline) {}

    // Forgets what could be shared: another definition begins.
    void begin_definition() { pool_.clear(); }

    // 'size' limits the number of operators.
    Expr value(ScalarType type, const Place& place, int size);
    // A condition on a coordinate alone, as cases have them.
    Expr coordinate_condition(const Place& place);

    // An integer whose bounds follow from those of coordinates and reduction variables.
    Expr affine_index(const Place& place);
    // Any integer with known bounds; data may decide.
    Expr bounded_index(const Place& place, int size);

    Expr read(const Producer& producer, const Place& place, int size);
    std::optional<Producer> some_producer(const Place& place);

    ir::ReductionDomain domain(Place& inside, int64_t most_points);
    Expr condition(const Place& place, int size) { return value(ScalarType::boolean, place, size); }

    ScalarType some_type();
    ScalarType some_number();
    ScalarType some_integer();

  private:
    Expr leaf(ScalarType type, const Place& place);
    Expr compound(ScalarType type, const Place& place, int size);
    Expr boolean(const Place& place, int size);
    Expr of_two(ir::BinaryOp op, ScalarType type, const Place& place, int size);
    Expr sum_of(int64_t count, ScalarType type, const Place& place, int size);
    Expr integer(ScalarType type, const Place& place, int size);
    Expr floating(ScalarType type, const Place& place, int size);
    Expr clamped(const Expr& e);
    Expr any_typed(ScalarType type, const Place& place, int size);
    Expr reduction(ScalarType type, const Place& place, int size);
    std::optional<Expr> shared(ScalarType type, const Place& place);
    std::optional<Expr> parameter(ScalarType type);
    std::optional<Expr> limited_parameter();
    Expr variable_of(const Place& place);
    Expr scaled_index(const Place& place);
    Expr index_of_two(const Place& place);
    Expr odd_index(const Place& place);
    Expr range_end(const Place& place);
    Expr plain_read(const Producer& producer, const Place& place, int size);
    Expr read_with_boundary(const Producer& producer, const Place& place, int size);
    ir::ReductionVariable reduction_variable(int64_t& points, int64_t most);
    std::optional<ir::ReductionVariable> symbolic_range(const std::string& name);

    Random& random_;
    ir::Pipeline& pipeline_;
    Exprs pool_;
    int next_reduction_ = 0;
};

Expr number(ScalarType type, int64_t value);

}  // namespace pantile::random
