#include <cstring>

#include "random/guarded_image.h"
#include "random/images.h"
#include "random/relations/relations.h"

namespace pantile::random {
namespace {

analysis::Box part_of(const analysis::Box& box, Random& random) {
    analysis::Box part = box;
    for (analysis::Interval& i : part) {
        i.min += random.between(0, i.extent() - 1);
        i.max -= random.between(0, i.extent() - 1);
    }
    return part;
}

AnyBuffer part_of(const AnyBuffer& image, const analysis::Box& box) {
    const AnyBuffer part = image_of(image.type(), box);
    for_each_point(part, [&](const std::vector<int64_t>& at) {
        std::memcpy(part.address_of(at), image.address_of(at),
                    static_cast<size_t>(size_in_bytes(image.type())));
    });
    return part;
}

}  // namespace

std::optional<Trial> crop(const Trial& trial, Random& random) {
    Trial other = trial;
    for (auto& [name, box] : other.sizes.outputs) {
        box = part_of(box, random);
        other.expected.insert_or_assign(name, part_of(trial.expected.at(name), box));
    }
    return other;
}

}  // namespace pantile::random
