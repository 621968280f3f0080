// Reads of inputs and stages, plain or through a boundary condition.
#include "ir/boundary.h"
#include "ir/build.h"
#include "random/maker.h"
#include "random/values.h"

namespace pantile::random {

using namespace ir;

namespace {

Producer producer_of(const Stage& s) { return {s.name, s.type, s.dims, nullptr, {}}; }
Producer producer_of(const Input& i) { return {i.name, i.type, i.dims, &i, {}}; }

}  // namespace

// Mostly one of the last stages, so that pipelines become deep.
std::optional<Producer> Maker::some_producer(const Place& place) {
    if (place.self && random_.chance(30)) return place.self;
    const bool stages = !pipeline_.stages.empty(), inputs = !pipeline_.inputs.empty();
    if (stages && (!inputs || random_.chance(60))) {
        const size_t back = random_.chance(60) ? 0 : random_.below(pipeline_.stages.size());
        return producer_of(pipeline_.stages[pipeline_.stages.size() - 1 - back]);
    }
    return inputs ? std::optional(producer_of(random_.pick(pipeline_.inputs))) : std::nullopt;
}

Expr Maker::read(const Producer& producer, const Place& place, int size) {
    const bool own = !producer.pinned.empty();
    const int borders = producer.input ? 35 : 6;
    if (!own && !producer.dims.empty() && random_.chance(borders))
        return read_with_boundary(producer, place, size);
    return plain_read(producer, place, size);
}

Expr Maker::plain_read(const Producer& producer, const Place& place, int size) {
    Exprs args;
    // Often straight through: dimension d at coordinate d.
    const bool straight = random_.chance(35);
    for (size_t d = 0; d < producer.dims.size(); ++d) {
        if (!producer.pinned.empty() && producer.pinned[d]) {
            args.push_back(variable(Scope::coordinate, producer.dims[d]));
        } else if (straight && producer.pinned.empty() && d < place.coordinates.size()) {
            args.push_back(add(variable(Scope::coordinate, place.coordinates[d]),
                               number(ScalarType::i32, random_.between(-2, 2))));
        } else {
            args.push_back(size > 0 && random_.chance(15) ? bounded_index(place, size / 2)
                                                          : affine_index(place));
        }
    }
    return access(producer.name, producer.type, std::move(args));
}

Expr Maker::read_with_boundary(const Producer& producer, const Place& place, int size) {
    const auto kind =
        random_.pick({BoundaryKind::repeat_edge, BoundaryKind::repeat_image, BoundaryKind::mirror_image,
                      BoundaryKind::mirror_interior, BoundaryKind::constant_exterior});
    Exprs args;
    std::vector<std::optional<IndexRange>> ranges;
    for (size_t d = 0; d < producer.dims.size(); ++d) {
        const bool limited = random_.chance(85);
        const bool by_data = limited && size > 0 && random_.chance(15);
        args.push_back(by_data ? value(ScalarType::i32, place, size / 2) : affine_index(place));
        if (!limited) {
            ranges.push_back(std::nullopt);
        } else if (producer.input && random_.chance(80)) {
            ranges.push_back(IndexRange{dimension(*producer.input, d, Bound::min),
                                        dimension(*producer.input, d, Bound::max)});
        } else {
            const int64_t low = random_.between(-5, 5);
            ranges.push_back(IndexRange{number(ScalarType::i32, low),
                                        number(ScalarType::i32, low + random_.between(0, 8))});
        }
    }
    const Expr inside = access(producer.name, producer.type, bounded_args(kind, args, ranges));
    if (kind != BoundaryKind::constant_exterior) return inside;
    return select(inside_ranges(args, ranges), inside, constant(random_value(random_, producer.type)));
}

}  // namespace pantile::random
