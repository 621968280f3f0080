#include "random/sizes.h"

#include <algorithm>

#include "ir/scalar.h"
#include "random/cost.h"
#include "random/values.h"

namespace pantile::random {

using namespace ir;
using analysis::Box;
using analysis::Interval;
using analysis::Sizes;

namespace {

constexpr int kMostRounds = 8;

Interval hull(const Interval& a, const Interval& b) {
    if (a.extent() == 0 || b.extent() == 0) return a.extent() == 0 ? b : a;
    return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

bool covers(const Interval& a, const Interval& b) {
    return b.extent() == 0 || (a.min <= b.min && a.max >= b.max);
}

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

class SizeSearch {
  public:
    SizeSearch(Random& random, const Pipeline& pipeline, const analysis::Regions& regions,
               const SizeLimits& limits)
        : random_(random), pipeline_(pipeline), regions_(regions), limits_(limits) {}

    std::optional<Sizes> run() {
        for (int64_t most = limits_.points; most > 0; most /= 4) {
            draw(most);
            if (fit_inputs() && work_of(pipeline_, stages_, sizes_) <= limits_.work) return sizes_;
        }
        return std::nullopt;
    }

  private:
    void draw(int64_t most) {
        sizes_ = {};
        for (const std::string& name : pipeline_.outputs) {
            sizes_.outputs[name] = random_box(random_, pipeline_.find_stage(name)->dims.size(), most);
        }
        for (const Input& input : pipeline_.inputs)
            sizes_.inputs[input.name] = random_box(random_, input.dims.size(), std::min<int64_t>(most, 200));
        for (const Param& p : pipeline_.params) sizes_.params[p.name] = inside(random_, p);
    }

    // What is read of each input depends on the sizes of inputs themselves where these occur in the program:
    // grow until nothing is missing. The first round takes exactly what is read, unless the size has a say in
    // it.
    bool fit_inputs() {
        for (int round = 0; round < kMostRounds; ++round) {
            if (!place_stages()) return false;
            bool enough = true;
            for (size_t i = 0; i < pipeline_.inputs.size(); ++i) enough &= fit_input(i, round == 0);
            if (enough) return place_stages() && inputs_are_small();
        }
        return false;
    }

    bool fit_input(size_t i, bool first) {
        const Input& input = pipeline_.inputs[i];
        Box& box = sizes_.inputs[input.name];
        bool enough = true;
        for (size_t d = 0; d < regions_.inputs[i].size(); ++d) {
            const auto min = values_(regions_.inputs[i][d].min), max = values_(regions_.inputs[i][d].max);
            if (!min || !max || *max - *min > 100000) return false;
            const Interval need{*min, *max};
            if (first && !size_matters(input, d) && need.extent() > 0) {
                enough &= box[d] == need;
                box[d] = need;
            } else if (!covers(box[d], need)) {
                enough = false;
                box[d] = hull(box[d], need);
            }
        }
        return enough;
    }

    bool inputs_are_small() const {
        return std::all_of(sizes_.inputs.begin(), sizes_.inputs.end(), [&](const auto& input) {
            double elements = 1;
            for (const Interval& range : input.second) elements *= static_cast<double>(range.extent());
            return elements <= static_cast<double>(limits_.elements);
        });
    }

    bool size_matters(const Input& input, size_t d) {
        const std::string stem = input.name + "." + input.dims[d] + ".";
        return uses_size(pipeline_, stem);
    }

    bool place_stages() {
        values_ = analysis::BoundValues(pipeline_, sizes_);
        stages_.assign(pipeline_.stages.size(), {});
        for (size_t s = pipeline_.stages.size(); s-- > 0;) {
            stages_[s].resize(regions_.stages[s].size());
            for (const size_t d : regions_.order[s]) {
                const auto min = values_(regions_.stages[s][d].min), max = values_(regions_.stages[s][d].max);
                if (!min || !max) return false;
                stages_[s][d] = {*min, *max};
                values_.set_box(pipeline_.stages[s], stages_[s]);
            }
        }
        return true;
    }

    Random& random_;
    const Pipeline& pipeline_;
    const analysis::Regions& regions_;
    const SizeLimits& limits_;
    Sizes sizes_;
    std::vector<Box> stages_;
    analysis::BoundValues values_{pipeline_, sizes_};
};

}  // namespace

std::optional<Sizes> choose_sizes(Random& random, const Pipeline& pipeline, const analysis::Regions& regions,
                                  const SizeLimits& limits) {
    return SizeSearch(random, pipeline, regions, limits).run();
}

}  // namespace pantile::random
