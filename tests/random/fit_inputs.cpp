#include "random/fit_inputs.h"

#include <algorithm>

#include "random/cost.h"

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

class InputFit {
  public:
    InputFit(const Pipeline& pipeline, const analysis::Regions& regions, const Sizes& sizes,
             const SizeLimits& limits)
        : pipeline_(pipeline), regions_(regions), sizes_(sizes), limits_(limits) {}

    std::optional<Sizes> run() {
        if (!grow_inputs() || work_of(pipeline_, stages_, sizes_) > limits_.work) return std::nullopt;
        return std::move(sizes_);
    }

  private:
    // What is read of each input depends on the sizes of inputs themselves where these occur in the program:
    // grow until nothing is missing. The first round takes exactly what is read, unless the size has a say in
    // it.
    bool grow_inputs() {
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

    const Pipeline& pipeline_;
    const analysis::Regions& regions_;
    Sizes sizes_;
    const SizeLimits& limits_;
    std::vector<Box> stages_;
    analysis::BoundValues values_{pipeline_, sizes_};
};

}  // namespace

std::optional<Sizes> fit_inputs(const Pipeline& pipeline, const analysis::Regions& regions,
                                const Sizes& sizes, const SizeLimits& limits) {
    return InputFit(pipeline, regions, sizes, limits).run();
}

}  // namespace pantile::random
