// Outputs with fewer elements, and coordinates that begin with zero.
#include "random/shrink/steps.h"

namespace pantile::random {

Candidates with_smaller_images(const Specimen& s) {
    Candidates out;
    for (const auto& [name, box] : s.sizes.outputs) {
        for (size_t d = 0; d < box.size(); ++d) {
            const analysis::Interval range = box[d];
            const auto add = [&, n = name](int64_t min, int64_t extent) {
                if (extent < 1) return;
                out.push_back(s);
                out.back().sizes.outputs.at(n)[d] = {min, min + extent - 1};
            };
            add(0, range.extent());
            for (const int64_t extent : {int64_t{1}, range.extent() / 2, range.extent() - 1}) {
                add(range.min, extent);
                add(range.max - extent + 1, extent);
            }
        }
    }
    return out;
}

}  // namespace pantile::random
