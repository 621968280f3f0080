#include "random/sizes.h"

#include <algorithm>

#include "ir/scalar.h"
#include "random/fit_inputs.h"
#include "random/values.h"

namespace pantile::random {

using namespace ir;
using analysis::Box;
using analysis::Interval;
using analysis::Sizes;

namespace {

int64_t random_min(Random& random) {
    switch (random.weighted({45, 40, 10, 5})) {
        case 0: return 0;
        case 1: return random.between(-20, 20);
        case 2: return random.between(-100000, 100000);
        default: return random.pick({-1, 1, -8, 7, 65535, -65536});
    }
}

Box random_box(Random& random, size_t rank, int64_t most) {
    Box box;
    int64_t left = most;
    for (size_t d = 0; d < rank; ++d) {
        const int64_t extent = std::clamp<int64_t>(random_extent(random), 1, std::max<int64_t>(1, left));
        left /= extent;
        const int64_t min = random_min(random);
        box.push_back({min, min + extent - 1});
    }
    return box;
}

Value inside(Random& random, const Param& p) {
    for (int i = 0; i < 20; ++i) {
        const Value v = p.type == ScalarType::i32 && p.lowest
                            ? Value::of_int(p.type, random.between(p.lowest->as_int(), p.highest->as_int()))
                            : random_value(random, p.type);
        const bool fits = !p.lowest || (apply(BinaryOp::le, *p.lowest, v).as_bool() &&
                                        apply(BinaryOp::le, v, *p.highest).as_bool());
        if (fits) return v;
    }
    return random.chance(50) ? *p.lowest : *p.highest;
}

// The whole range of an output's coordinate, or a part of it.
void keep_to_ranges(Random& random, const Stage& output, Box& box) {
    for (const CoordinateRange& r : output.ranges) {
        box[r.dim] = {r.min, r.max};
        if (random.chance(60)) continue;
        box[r.dim].min = random.between(r.min, r.max);
        box[r.dim].max = random.between(box[r.dim].min, r.max);
    }
}

class SizeSearch {
  public:
    SizeSearch(Random& random, const Pipeline& pipeline, const analysis::Regions& regions,
               const SizeLimits& limits)
        : random_(random), pipeline_(pipeline), regions_(regions), limits_(limits) {}

    std::optional<Sizes> run() {
        for (int64_t most = limits_.points; most > 0; most /= 4) {
            draw(most);
            if (auto fitted = fit_inputs(pipeline_, regions_, sizes_, limits_)) return fitted;
        }
        return std::nullopt;
    }

  private:
    void draw(int64_t most) {
        sizes_ = {};
        for (const std::string& name : pipeline_.outputs) {
            const Stage& output = *pipeline_.find_stage(name);
            Box& box = sizes_.outputs[name] = random_box(random_, output.dims.size(), most);
            keep_to_ranges(random_, output, box);
        }
        for (const Input& input : pipeline_.inputs)
            sizes_.inputs[input.name] = random_box(random_, input.dims.size(), std::min<int64_t>(most, 200));
        for (const Param& p : pipeline_.params) sizes_.params[p.name] = inside(random_, p);
    }

    Random& random_;
    const Pipeline& pipeline_;
    const analysis::Regions& regions_;
    const SizeLimits& limits_;
    Sizes sizes_;
};

}  // namespace

std::optional<Sizes> choose_sizes(Random& random, const Pipeline& pipeline, const analysis::Regions& regions,
                                  const SizeLimits& limits) {
    return SizeSearch(random, pipeline, regions, limits).run();
}

}  // namespace pantile::random
