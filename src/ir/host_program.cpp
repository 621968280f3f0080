#include "ir/host_program.h"

namespace pantile::ir {

void for_each_step(const Sequence& program, const std::function<void(const Step&)>& visit) {
    for (const Step& step : program.steps) {
        match(
            step, [&](const Sequence& n) { for_each_step(n, visit); }, [&](const Compute&) { visit(step); },
            [&](const Allocate&) { visit(step); }, [&](const Release&) { visit(step); });
    }
}

void for_each_compute(const Sequence& program, const std::function<void(const Compute&)>& visit) {
    for_each_step(program, [&](const Step& step) {
        if (const Compute* compute = std::get_if<Compute>(&step.kind)) visit(*compute);
    });
}

Sequence map_bodies(const Sequence& program,
                    const std::function<StatementPtr(const StatementPtr&)>& replace) {
    Sequence out;
    for (const Step& step : program.steps) {
        out.steps.push_back(match(
            step, [&](const Sequence& n) -> Step { return map_bodies(n, replace); },
            [&](const Compute& n) -> Step {
                return Compute{n.name, n.comment, replace(n.body)};
            },
            [](const Allocate& n) -> Step { return n; }, [](const Release& n) -> Step { return n; }));
    }
    return out;
}

}  // namespace pantile::ir
