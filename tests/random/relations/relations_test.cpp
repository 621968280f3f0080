// Programs whose results are known from each other's; 50 of each relation in CI, 10,000 in the long run.
#include <gtest/gtest.h>

#include "front/text/parse.h"
#include "long_run.h"
#include "random/hunt.h"
#include "random/relations/check_relation.h"
#include "random/relations/relations.h"

namespace pantile::random {
namespace {

TEST(Relations, HoldForRandomPipelines) {
    const Hunt hunt{{Layer::metamorphic, {}, ""}, 1};
    const uint64_t count = test::amount(50, 10000);
    for (uint64_t seed = 0; seed < count; seed += seeds_at_once(hunt)) {
        for (const Finding& finding : find_failures(hunt, {seed, seed + seeds_at_once(hunt)}))
            ADD_FAILURE() << finding.what << "\nreproduce: build/bin/pantile-fuzz --layer metamorphic --seed "
                          << finding.seed << " --count 1";
    }
}

// A relation that hardly ever has another program to offer proves nothing.
TEST(Relations, HaveSomethingToSayAboutMostPipelines) {
    constexpr Relation kRelations[] = {crop,          shift,           split_stage,
                                       swap_operands, constant_images, simplest_schedule};
    for (const Relation relation : kRelations) {
        int said = 0;
        for (uint64_t seed = 0; seed < 30; ++seed) {
            const Trial trial = make_trial(seed, kSmall);
            Random random(seed);
            std::optional<Trial> other = trial.broken.empty() ? relation(trial, random) : std::nullopt;
            if (other) ask_interpreter(*other);
            said += other && other->refused.empty() ? 1 : 0;
        }
        EXPECT_GE(said, 15) << (&relation - kRelations);
    }
}

// What a relation is for: the interpreter is wrong, and so is all that is compared with it.
TEST(Relations, AWrongResultContradictsThem) {
    const char* const text = R"(pipeline p
input a: i32(x)
output f(x) = a(x) * 3 + a(x + 1)
)";
    analysis::Sizes sizes;
    sizes.inputs["a"] = {{0, 9}};
    sizes.outputs["f"] = {{0, 8}};
    Trial trial = make_trial(1, front::parse_pipeline({"p.pan", text, {}}).value(), sizes);
    for (const char* relation : {"crop 0", "shift 0", "split 0", "swap 0"})
        EXPECT_EQ(check_relation(trial, relation), "");
    for (int64_t x = 0; x <= 8; ++x)
        ir::store_value(ir::Value::of_int(ScalarType::i32, 7), trial.expected.at("f").address_of({x}));
    for (const char* relation : {"crop 0", "shift 0", "split 0", "swap 0"})
        EXPECT_NE(check_relation(trial, relation), "") << relation;
}

}  // namespace
}  // namespace pantile::random
