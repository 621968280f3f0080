// What is assumed about the variable of a loop, collected while its body is simplified.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "analysis/linear.h"
#include "ir/loops.h"
#include "passes/typical_values.h"

namespace pantile::passes {

// What a fact 'l >= 0' may restrict: the loop's variable alone, or the loops around it too. A clamp of
// another dimension costs nothing inside of the loop, so no row is given up for it.
enum class Restrict { columns, columns_and_rows };

class Assumptions {
  public:
    Assumptions(const ir::For& loop, const TypicalValues& typical);

    // A loop inside of the body: its variable takes every value from min to max.
    void enter(const ir::For& inner);

    // Whether 'e' has one value in all iterations, and reads nothing.
    bool is_fixed(const ir::Expr& e) const;

    // Whether 'l' is at least zero throughout the interior. Restricts the interior to where it is, or to
    // where it is not, whichever is larger; nothing when it cannot be said.
    std::optional<bool> decide(const analysis::Linear& l, Restrict what);
    // Whether 'l' can be taken to be at least zero for most of the loop; 'take' then does so.
    bool holds_mostly(const analysis::Linear& l) const;
    void take(const analysis::Linear& l);

    const ir::Exprs& lowest() const { return lowest_; }
    const ir::Exprs& highest() const { return highest_; }
    const ir::Exprs& rows() const { return rows_; }

  private:
    // factor * variable + rest, at its least over the loops inside of the body.
    struct Least {
        int64_t factor = 0;
        analysis::Linear rest;
        bool crosses_inner_loops = false;
        bool has_coordinates = false;
    };
    struct Interval {
        int64_t min;
        int64_t max;
    };

    std::optional<Least> least_of(const analysis::Linear& l) const;
    // The part of the typical loop where 'l' holds.
    std::optional<Interval> typical_part(const Least& l) const;
    bool is_most(const Interval& part) const;
    void restrict_to(const Least& l);
    std::optional<bool> decide_row(const analysis::Linear& l, Restrict what);

    const ir::For& loop_;
    const TypicalValues& typical_;
    std::set<std::string> inside_;  // names that change inside of the loop
    // The ranges of the loops inside, where they are known.
    std::map<std::pair<ir::Scope, std::string>, std::pair<analysis::Linear, analysis::Linear>> inner_;
    std::optional<Interval> range_;  // what is left of the typical loop
    ir::Exprs lowest_, highest_, rows_;
};

}  // namespace pantile::passes
