#include "random/generate_stage.h"

#include "analysis/sizes.h"
#include "ir/build.h"
#include "random/values.h"

namespace pantile::random {

using namespace ir;

namespace {

int some_size(Random& random) {
    return static_cast<int>(random.chance(70) ? random.between(1, 8) : random.between(8, 30));
}

// A stage of small integers: others use it as an index.
Expr small_integer(Random& random, Maker& maker, ScalarType type, const Place& place) {
    const int64_t low = is_signed_integer(type) ? random.between(-3, 3) : 0;
    const int64_t high = low + random.between(0, 12);
    return clamp(maker.value(type, place, 4), number(type, low), number(type, high));
}

// Offsets of neighbours along one dimension, the others straight through. Where there are limits, the
// neighbour at the limit stands for all beyond it, as at the edge of a picture.
struct Neighbours {
    int64_t left, right;
    size_t along;
    std::optional<analysis::Interval> limits;
};
Neighbours some_neighbours(Random& random, size_t rank) {
    Neighbours n{random.between(0, 4), random.between(0, 4), rank == 0 ? 0 : random.below(rank), {}};
    if (random.chance(25)) {
        const int64_t low = random.between(-6, 6);
        n.limits = {low, low + random.between(0, 20)};
    }
    return n;
}

std::vector<Exprs> places_of(const Neighbours& n, size_t rank, const Place& place) {
    Exprs center;
    for (size_t d = 0; d < rank; ++d) {
        center.push_back(d < place.coordinates.size() ? variable(Scope::coordinate, place.coordinates[d])
                                                      : number(ScalarType::i32, 0));
    }
    std::vector<Exprs> places;
    for (int64_t i = -n.left; i <= n.right; ++i) {
        places.push_back(center);
        if (rank == 0) continue;
        Expr& index = places.back()[n.along];
        index = add(index, number(ScalarType::i32, i));
        if (n.limits)
            index =
                clamp(index, number(ScalarType::i32, n.limits->min), number(ScalarType::i32, n.limits->max));
    }
    return places;
}

// A stencil: neighbours of one producer, weighted.
Expr stencil(Random& random, Maker& maker, ScalarType type, const Place& place) {
    const auto producer = maker.some_producer(place);
    if (!producer || is_bool(type)) return maker.value(type, place, 6);
    const size_t rank = producer->dims.size();
    Exprs terms;
    for (const Exprs& at : places_of(some_neighbours(random, rank), rank, place)) {
        const Expr term = cast(type, access(producer->name, producer->type, at));
        terms.push_back(
            random.chance(50) ? term : binary(BinaryOp::mul, term, constant(random_value(random, type))));
    }
    return add_all(terms);
}

Expr some_definition(Random& random, Maker& maker, ScalarType type, const Place& place) {
    if (is_integer(type) && random.chance(15)) return small_integer(random, maker, type, place);
    return random.chance(25) ? stencil(random, maker, type, place)
                             : maker.value(type, place, some_size(random));
}

}  // namespace

Stage make_joint_stage(Random& random, std::string name, const Stage& a, const Stage& b) {
    const ScalarType type = random.pick({a.type, b.type, ScalarType::i32, ScalarType::f32});
    const Place place{a.dims, {}, 1, 0, std::nullopt};
    Exprs terms;
    for (const Exprs& at : places_of(some_neighbours(random, a.dims.size()), a.dims.size(), place)) {
        const Expr x = access(a.name, a.type, at), y = access(b.name, b.type, at);
        terms.push_back(is_bool(type) ? binary(BinaryOp::ne, cast(type, x), cast(type, y))
                                      : binary(BinaryOp::mul, cast(type, x), cast(type, y)));
    }
    return {
        std::move(name), type, a.dims, {{std::nullopt, is_bool(type) ? terms[0] : add_all(terms)}}, {}, {}};
}

Stage make_stage(Random& random, Maker& maker, std::string name, std::vector<std::string> dims) {
    Stage stage{std::move(name), maker.some_type(), std::move(dims), {}, {}, {}};
    const Place place{stage.dims, {}, 1, 0, std::nullopt};
    maker.begin_definition();
    const int64_t cases = random.chance(18) ? random.between(1, 3) : 0;
    for (int64_t i = 0; i < cases; ++i) {
        const Expr when = random.chance(75) ? maker.coordinate_condition(place) : maker.condition(place, 3);
        stage.cases.push_back({when, some_definition(random, maker, stage.type, place)});
    }
    if (cases == 0 || random.chance(70))
        stage.cases.push_back({std::nullopt, some_definition(random, maker, stage.type, place)});
    if (random.chance(28)) add_updates(random, maker, stage);
    return stage;
}

}  // namespace pantile::random
