// Expressions of Loops as C expressions.
#pragma once

#include <map>
#include <set>
#include <string>

#include "analysis/integer_range.h"
#include "emit/c_helpers.h"
#include "emit/c_names.h"
#include "ir/loops.h"

namespace pantile::emit {

// How an expression's integers are computed: values wrap; indices and bounds are exact and use plain
// operators. What decides between two indices is a value; what decides between two bounds is made of bounds.
enum class Arithmetic { wrapping, exact, bound };

// Of a vector expression it writes one lane: the one whose number the C variable 'lane' holds.
class CExprs {
  public:
    CExprs(CNames& names, CHelpers& helpers) : names_(names), helpers_(helpers) {}

    std::string value(const ir::Expr& e) { return write(e, Arithmetic::wrapping).text; }
    std::string exact(const ir::Expr& e) { return write(e, Arithmetic::exact).text; }
    std::string bound(const ir::Expr& e) { return write(e, Arithmetic::bound).text; }
    // The same at the right of a comparison.
    std::string exact_end(const ir::Expr& e) { return operand(e, Level::shift, Arithmetic::exact); }
    std::string element(const std::string& buffer, const ir::Exprs& indices);
    // Tells what a local holds, for the indices that use it.
    void note_local(const std::string& name, const ir::Expr& value);
    // The lanes of a local lie in an array, too, until they are forgotten.
    void note_lanes(const std::string& local, const std::string& array) { arrays_[local] = array; }
    void forget_lanes() { arrays_.clear(); }

  private:
    // C's precedence, as far as it matters for parentheses that people want to see.
    enum class Level { ternary, logical, bits, comparison, shift, sum, product, unary, primary };
    struct Text {
        std::string text;
        Level level;
    };

    Text write(const ir::Expr& e, Arithmetic arithmetic);
    Text write_node(const ir::Expr& e, Arithmetic arithmetic);
    Text write_variable(const ir::Variable& v, ScalarType type, Arithmetic arithmetic);
    Text write_select(const ir::Select& n, ScalarType type, Arithmetic arithmetic);
    Text write_unary(const ir::Unary& n, ScalarType type, Arithmetic arithmetic);
    Text write_binary(const ir::Binary& n, ScalarType type, Arithmetic arithmetic);
    Text write_arithmetic(std::string_view op, const ir::Exprs& operands, ScalarType type,
                          Arithmetic arithmetic);
    Text write_plain(std::string_view op, const ir::Exprs& operands, Arithmetic arithmetic);
    Text write_shift(const ir::Binary& n, ScalarType type, Arithmetic arithmetic);
    Text write_cast(const ir::Cast& n, ScalarType type, Arithmetic arithmetic);
    // Whether an i32 is made of coordinates and sizes, which C has in 64 bits, and never wraps.
    bool is_index(const ir::Expr& e);
    std::string operand(const ir::Expr& e, Level at_least, Arithmetic arithmetic);
    bool comes_from_truth(const ir::Expr& e) const;
    std::string call(const std::string& name, const ir::Exprs& args, Arithmetic arithmetic);

    CNames& names_;
    CHelpers& helpers_;
    analysis::IntegerRanges ranges_;
    std::map<std::string, std::string> arrays_;  // of lanes, by local
    std::set<std::string> truths_;               // locals that may hold a truth value as a number
};

// A number as C text of exactly that type and value.
std::string c_constant(const ir::Value& value);

}  // namespace pantile::emit
