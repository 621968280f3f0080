#include "random/generate.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "ir/print.h"
#include "random/specimen.h"
#include "schedule/file.h"

namespace pantile::random {
namespace {

// A seed in a report means the same program and schedule wherever it is tried. Whoever changes what is drawn
// writes the new number here; whoever did not has arguments of one call that both draw, which compilers
// evaluate in different orders.
TEST(Generate, ASeedMeansTheSameByEveryCompiler) {
    std::string all;
    for (uint64_t seed = 0; seed < 40; ++seed) {
        const Specimen specimen = make_specimen(seed, 1);
        all += ir::to_text(specimen.pipeline) + schedule::to_json(specimen.schedule, specimen.pipeline);
    }
    EXPECT_EQ(stable_hash(all), 13645985632808658465u);
}

}  // namespace
}  // namespace pantile::random
