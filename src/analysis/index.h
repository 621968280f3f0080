// The interval of an integer expression, symbolically, and the same value computed in 64 bits.
//
// Coordinates are i32 and their arithmetic wraps, as the language says. Bounds are only useful where it does
// not wrap; so each sum or product on the way from an index to its variables leaves a NoWrap condition
// behind, which the entry checks of the pipeline establish before anything runs. What cannot be followed (bit
// operations, data, …) has the range of its type, and no range at all when the type is 32 bits or wider.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/expr.h"
#include "ir/pipeline.h"

namespace pantile::analysis {

using ir::Expr;

// Inclusive, symbolic, i64.
struct Bounds {
    Expr min;
    Expr max;
};

// What is known about an index: its bounds where there are any, and its value as an i64 expression.
struct Index {
    std::optional<Expr> min;
    std::optional<Expr> max;
    Expr value;
};

// The arithmetic at 'node' is exact only if [bounds.min, bounds.max] fits the node's type.
struct NoWrap {
    Bounds bounds;
    Expr node;
};

// The values that an integer stage can have whatever its inputs are.
struct ValueRange {
    int64_t min;
    int64_t max;
};
using ValueRanges = std::unordered_map<std::string, ValueRange>;

// Bounds of the coordinates and reduction variables in scope, by name.
using Environment = std::unordered_map<std::string, Bounds>;

// Analyses the integer expressions of one definition. Memoises by node identity: 'environment' must give a
// name the same bounds wherever a node that uses it occurs.
class IndexAnalysis {
  public:
    IndexAnalysis(const ir::Pipeline& pipeline, const ValueRanges& ranges)
        : pipeline_(pipeline), ranges_(ranges) {}

    Index operator()(const Expr& e, const Environment& environment);
    const std::vector<NoWrap>& conditions() const { return conditions_; }

  private:
    Index analyse(const Expr& e, const Environment& env);
    Index from_variable(const ir::Variable& v, const Expr& e, const Environment& env);
    Index from_unary(const ir::Unary& n, const Expr& e, const Environment& env);
    Index from_binary(const ir::Binary& n, const Expr& e, const Environment& env);
    Index from_product(const Index& a, const Index& b, const Expr& e);
    Index from_division(const ir::Binary& n, const Expr& e, const Environment& env);
    Index from_sum(const ir::Sum& n, const Expr& e, const Environment& env);
    Index from_select(const ir::Select& n, const Expr& e, const Environment& env);
    Index from_cast(const ir::Cast& n, const Expr& e, const Environment& env);
    Index opaque(const Expr& e) const;
    // 'exact' is the 64-bit result; it counts only if its bounds fit the type of 'e'.
    Index guarded(Index exact, const Expr& e);

    const ir::Pipeline& pipeline_;
    const ValueRanges& ranges_;
    std::unordered_map<const ir::Node*, Index> known_;
    std::vector<NoWrap> conditions_;
};

}  // namespace pantile::analysis
