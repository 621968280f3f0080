#include "random/generate_stage.h"

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
    return clamp(maker.value(type, place, 4), number(type, low), number(type, low + random.between(0, 12)));
}

// A stencil: neighbours of one producer, weighted.
Expr stencil(Random& random, Maker& maker, ScalarType type, const Place& place) {
    const auto producer = maker.some_producer(place);
    if (!producer || is_bool(type)) return maker.value(type, place, 6);
    const int64_t left = random.between(0, 4), right = random.between(0, 4);
    const size_t along = producer->dims.empty() ? 0 : random.below(producer->dims.size());
    Exprs center, terms;
    for (size_t d = 0; d < producer->dims.size(); ++d) {
        center.push_back(d < place.coordinates.size() ? variable(Scope::coordinate, place.coordinates[d])
                                                      : number(ScalarType::i32, 0));
    }
    for (int64_t i = -left; i <= right; ++i) {
        Exprs at = center;
        if (!at.empty()) at[along] = add(at[along], number(ScalarType::i32, i));
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
