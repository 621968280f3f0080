#include "lower/domain_loops.h"

#include "analysis/symbolic.h"

namespace pantile::lower {

using namespace ir;
using analysis::Bounds;

const schedule::ReductionTile* reduction_tile(const StageContext& in, size_t update,
                                              const std::string& variable) {
    for (const schedule::ReductionTile& t : in.group.reduction_tiles) {
        if (t.stage == in.stage.name && t.update == update && t.variable == variable) return &t;
    }
    return nullptr;
}

DomainLoops domain_loops(const StageContext& in, size_t update, const std::vector<Bounds>& ranges) {
    DomainLoops loops;
    for (size_t i = 0; i < ranges.size(); ++i) {
        const std::string& name = in.stage.updates[update - 1].domain.variables[i].name;
        Bounds range = ranges[i];
        const schedule::ReductionTile* tile = reduction_tile(in, update, name);
        if (tile && !tile->parallel) {
            const std::string piece = name + ".piece";
            loops.pieces.push_back(
                {Scope::local, piece, range.min, range.max, LoopLevel::serial, nullptr, tile->size});
            const Expr first = variable(Scope::local, piece, ScalarType::i64);
            // The last piece may be short.
            range = {first, analysis::smaller(analysis::plus(first, tile->size - 1), range.max)};
        }
        loops.points.push_back({Scope::reduction, name, range.min, range.max, LoopLevel::serial, nullptr});
    }
    return loops;
}

}  // namespace pantile::lower
