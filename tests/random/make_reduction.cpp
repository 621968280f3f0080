// Inline reductions and the domains of reductions and updates.
#include <fmt/format.h>

#include "ir/build.h"
#include "random/maker.h"

namespace pantile::random {

using namespace ir;

// Few points become terms, many a loop; now and then there is none.
ReductionVariable Maker::reduction_variable(int64_t& points, int64_t most) {
    const std::string name = fmt::format("r{}", next_reduction_++);
    if (random_.chance(12)) {
        if (auto symbolic = symbolic_range(name)) {
            points *= 8;
            return *symbolic;
        }
    }
    const int64_t room = std::max<int64_t>(1, most / points);
    const int64_t wanted = random_.chance(4)    ? 0
                           : random_.chance(15) ? random_.between(20, 90)
                                                : random_.between(1, 6);
    const int64_t extent = std::min(wanted, room), first = random_.between(-3, 3);
    points *= std::max<int64_t>(1, extent);
    return {name, number(ScalarType::i32, first), number(ScalarType::i32, first + extent - 1), nullptr};
}

// A range made of a parameter or the size of an input.
std::optional<ReductionVariable> Maker::symbolic_range(const std::string& name) {
    if (random_.chance(50)) {
        const auto p = limited_parameter();
        if (!p) return std::nullopt;
        return ReductionVariable{name, number(ScalarType::i32, random_.between(-1, 2)), *p, nullptr};
    }
    if (pipeline_.inputs.empty()) return std::nullopt;
    const Input& input = random_.pick(pipeline_.inputs);
    if (input.dims.empty()) return std::nullopt;
    const size_t d = random_.below(input.dims.size());
    return ReductionVariable{name, dimension(input, d, Bound::min), dimension(input, d, Bound::max), nullptr};
}

ReductionDomain Maker::domain(Place& inside, int64_t most_points) {
    ReductionDomain domain;
    const size_t count = random_.weighted({65, 28, 7}) + 1;
    int64_t points = inside.points;
    for (size_t i = 0; i < count; ++i) {
        domain.variables.push_back(reduction_variable(points, most_points));
        inside.reductions.push_back(domain.variables.back().name);
    }
    inside.points = points;
    ++inside.nesting;
    if (random_.chance(25)) domain.where = condition(inside, 3);
    return domain;
}

Expr Maker::reduction(ScalarType type, const Place& place, int size) {
    constexpr int64_t kMostPoints = 120;
    if (place.nesting >= 2 || place.points * 2 > kMostPoints) return leaf(type, place);
    Place inside = place;
    ReductionDomain over = domain(inside, kMostPoints);
    const auto op =
        random_.pick({ReduceOp::sum, ReduceOp::sum, ReduceOp::product, ReduceOp::minimum, ReduceOp::maximum});
    return reduce(op, std::move(over), value(type, inside, size / 2));
}

}  // namespace pantile::random
