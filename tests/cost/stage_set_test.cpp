#include "cost/stage_set.h"

#include <gtest/gtest.h>

#include <set>

#include "random/random.h"

namespace pantile::cost {
namespace {

// More than two words, the last one in part.
constexpr size_t kUniverse = 150;

struct Both {
    StageSet bits{kUniverse};
    std::set<size_t> tree;
};

Both some_set(random::Random& random) {
    Both both;
    for (int64_t i = random.between(0, 60); i > 0; --i) {
        const size_t member = random.below(kUniverse);
        both.bits.insert(member);
        both.tree.insert(member);
    }
    return both;
}

std::vector<size_t> list(const std::set<size_t>& tree) { return {tree.begin(), tree.end()}; }

TEST(StageSet, BehavesAsASetOfNumbers) {
    random::Random random(1);
    for (int round = 0; round < 500; ++round) {
        const Both a = some_set(random), b = some_set(random);
        std::set<size_t> joined = a.tree, shared, left;
        joined.insert(b.tree.begin(), b.tree.end());
        for (const size_t m : a.tree) (b.tree.count(m) ? shared : left).insert(m);
        EXPECT_EQ((a.bits | b.bits).members(), list(joined));
        EXPECT_EQ((a.bits & b.bits).members(), list(shared));
        EXPECT_EQ((a.bits - b.bits).members(), list(left));
        EXPECT_EQ(a.bits.intersects(b.bits), !shared.empty());
        EXPECT_EQ(a.bits.is_subset_of(b.bits), left.empty());
        EXPECT_TRUE((a.bits & b.bits).is_subset_of(a.bits));
        EXPECT_EQ(a.bits.size(), a.tree.size());
        EXPECT_EQ(a.bits.empty(), a.tree.empty());
        EXPECT_EQ(a.bits == b.bits, a.tree == b.tree);
        EXPECT_EQ(StageSet::of(kUniverse, list(a.tree)), a.bits);
    }
}

TEST(StageSet, MembersComeAndGo) {
    StageSet set(kUniverse);
    for (const size_t m : {0u, 63u, 64u, 127u, 128u, 149u}) {
        EXPECT_FALSE(set.contains(m));
        set.insert(m);
        set.insert(m);
        EXPECT_TRUE(set.contains(m));
    }
    EXPECT_EQ(set.size(), 6u);
    set.erase(64);
    set.erase(64);
    EXPECT_EQ(set.members(), (std::vector<size_t>{0, 63, 127, 128, 149}));
}

// The hash decides nothing but speed; equal sets must agree, and sets of one member should not collide.
TEST(StageSet, EqualSetsHaveEqualHashes) {
    std::set<size_t> seen;
    for (size_t m = 0; m < kUniverse; ++m) {
        StageSet grown(kUniverse);
        grown.insert(m);
        grown.insert((m + 1) % kUniverse);
        grown.erase((m + 1) % kUniverse);
        const StageSet made = StageSet::of(kUniverse, {m});
        EXPECT_EQ(StageSet::Hash()(grown), StageSet::Hash()(made));
        EXPECT_TRUE(seen.insert(StageSet::Hash()(made)).second) << m;
    }
}

}  // namespace
}  // namespace pantile::cost
