// The bounding box of what several consumers demand of one dimension, some of them only under a condition.
#pragma once

#include "analysis/index.h"

namespace pantile::analysis {

class Demand {
  public:
    // Under a condition that does not hold, nothing is demanded: an empty box disappears in a union.
    void add(const std::optional<Expr>& happens, const Bounds& bounds);

    bool is_empty() const { return parts_.empty(); }
    size_t size() const { return count_; }
    // Each condition once: of the demands under one condition, a number apart from each other, one is left.
    Bounds box() const;

  private:
    struct Part {
        std::optional<Expr> happens;
        std::vector<Expr> mins, maxs;
    };
    std::vector<Part> parts_;
    size_t count_ = 0;
};

// Both conditions, without what follows from the rest: 'max(a, 2) <= min(b, n)' says that 'a <= b'.
Expr conjunction(const Expr& a, const Expr& b);

}  // namespace pantile::analysis
