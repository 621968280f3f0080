#include "random/images.h"

#include <fmt/format.h>

#include "ir/value.h"
#include "random/guarded_image.h"
#include "random/values.h"

namespace pantile::random {

AnyBuffer image_of(ScalarType type, const analysis::Box& box) {
    std::vector<Dimension> dims;
    for (const analysis::Interval& i : box) dims.push_back({i.min, i.extent(), 0});
    return AnyBuffer::allocate(type, std::move(dims)).value();
}

AnyBuffer random_image(uint64_t seed, const ir::Input& input, const analysis::Box& box) {
    uint64_t image = seed;
    for (const char c : input.name) image = Random(image + static_cast<unsigned char>(c)).next();
    const AnyBuffer out = image_of(input.type, box);
    const ValueDraw draw(input.type);
    for_each_point(out, [&](const std::vector<int64_t>& at) {
        uint64_t place = image;
        for (const int64_t coordinate : at) place = Random(place + static_cast<uint64_t>(coordinate)).next();
        Random random(place);
        ir::store_value(draw(random), out.address_of(at));
    });
    return out;
}

std::string difference(const std::string& name, const AnyBuffer& expected, const AnyBuffer& got) {
    std::string wrong;
    for_each_point(expected, [&](const std::vector<int64_t>& at) {
        if (!wrong.empty()) return;
        const ir::Value a = ir::load_value(expected.type(), expected.address_of(at));
        const ir::Value b = ir::load_value(got.type(), got.address_of(at));
        const auto byte = static_cast<int>(*got.address_of(at));
        if (is_bool(got.type()) && byte > 1)
            wrong =
                fmt::format("'{}' at ({}) is {}, which is not a boolean", name, fmt::join(at, ", "), byte);
        if (a == b) return;
        wrong = fmt::format("'{}' at ({}) is {}, not {}", name, fmt::join(at, ", "), ir::to_text(b),
                            ir::to_text(a));
    });
    return wrong;
}

}  // namespace pantile::random
