// Loops of small programs, as text: for the tests of passes.
#pragma once

#include <functional>
#include <string>

#include "front/text/parsing.h"
#include "ir/print_loops.h"
#include "lower/lower.h"
#include "plan/plan.h"
#include "search/naive.h"

namespace pantile::passes {

inline ir::Loops lowered(const ir::Pipeline& p) {
    const auto schedule = search::naive(p);
    return lower::lower(plan::make_plan(p, schedule).value());
}

inline ir::Loops lowered(const std::string& items) { return lowered(front::parsed("pipeline p\n" + items)); }

// The statements of one step.
inline std::string step_text(const ir::Loops& loops, const std::string& step) {
    const std::string all = ir::to_text(loops), head = "compute " + step + "\n";
    const size_t begin = all.find(head);
    if (begin == std::string::npos) return "no step " + step;
    size_t end = begin + head.size();
    while (end < all.size() && all.compare(end, 2, "  ") == 0) end = all.find('\n', end) + 1;
    return "\n" + all.substr(begin + head.size(), end - begin - head.size());
}

// Gives every step another body.
inline void change_bodies(ir::Loops& loops,
                          const std::function<ir::StatementPtr(const ir::StatementPtr&)>& change) {
    loops.program = map_bodies(loops.program, change);
}

}  // namespace pantile::passes
