// Statements over vectors as C: loads and stores of many elements at once, and arithmetic lane by lane.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "analysis/integer_range.h"
#include "emit/c_expr.h"
#include "emit/c_vector_helpers.h"
#include "emit/text.h"
#include "ir/lane_index.h"

namespace pantile::emit {

class CVectors {
  public:
    // 'scalars' writes what is the same in every lane, and the indices of one lane at a time.
    CVectors(const ir::Loops& loops, CNames& names, CExprs& scalars, CVectorHelpers& helpers, TextWriter& out)
        : loops_(loops), names_(names), scalars_(scalars), helpers_(helpers), out_(out) {}

    // Each tells whether the statement is over vectors, and writes it if so.
    bool declare(const ir::Declare& n);
    bool assign(const ir::Assign& n);
    bool store(const ir::Store& n);

  private:
    enum class Level { bits, sum, product, unary, primary };
    struct Text {
        std::string text;
        Level level;
    };

    struct Local {
        int lanes;
        int mask_bits;  // of a bool
    };

    // What a local of the statement at hand gets.
    std::string local_value(const Local& local, const ir::Expr& e);
    // A vector with the lanes of the statement at hand; 'e' is no bool.
    Text value(const ir::Expr& e);
    std::string operand(const ir::Expr& e, Level at_least);
    std::string beside_vector(const ir::Expr& e, Level at_least);
    Text splat(const ir::Expr& e);
    Text arithmetic(std::string_view op, const ir::Exprs& operands);
    Text unary(const ir::Unary& n);
    Text binary(const ir::Binary& n, ScalarType type);
    Text cast(const ir::Cast& n, ScalarType to);
    Text call(const std::string& name, const ir::Exprs& args);

    // A bool as a mask with lanes of so many bits.
    std::string mask(const ir::Expr& e, int bits);
    std::optional<std::string> combined_mask(const ir::Expr& e, int bits);
    std::optional<std::string> binary_mask(const ir::Binary& n, int bits);
    std::string mask_as_it_comes(const ir::Expr& e);
    // How wide the lanes are in which a mask comes about.
    int natural_bits(const ir::Expr& e) const;

    std::string load(const ir::Load& n, ScalarType type);
    std::optional<std::string> ordered_load(ScalarType type, const ir::LaneIndex& index,
                                            const std::vector<std::string>& firsts);
    bool write_clamped(const ir::Load& n, ScalarType type, const ir::LaneIndex& index,
                       const std::string& stem);
    void write_gather(const ir::Load& n, ScalarType type, const std::string& into);
    std::optional<std::string> from_small_table(const ir::Load& n, ScalarType type);
    std::optional<std::string> looked_up(const ir::Load& n);
    void write_lanes_of_locals(const ir::Load& n, const std::string& into);
    std::string address(const ir::Load& n, const ir::Expr& first_index);
    std::string index_at(const ir::Load& n, int lane) {
        return scalars_.exact(ir::at_lane(n.indices[0], lane));
    }
    const ir::LoopBuffer& buffer(const std::string& name) const;
    std::optional<analysis::ValueRange> known_row(const ir::LoopBuffer& b) const;
    bool is_dense(const std::string& name) const;
    // Whether all lanes are elements of one row.
    bool is_along_rows(const ir::Load& n) const;
    std::string type_of(ScalarType type) { return helpers_.type(lane_type(type), lanes_); }

    const ir::Loops& loops_;
    CNames& names_;
    CExprs& scalars_;
    CVectorHelpers& helpers_;
    TextWriter& out_;
    int lanes_ = 1;
    int loads_ = 0;
    std::map<std::string, Local> locals_;
    analysis::IntegerRanges ranges_;
};

}  // namespace pantile::emit
