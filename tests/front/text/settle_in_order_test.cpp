#include "front/text/settle_in_order.h"

#include <gtest/gtest.h>

namespace pantile::front {
namespace {

// Settles a graph given by what each node needs; broken nodes are the first of each cycle.
struct Graph {
    std::vector<std::vector<size_t>> needs;
    std::vector<bool> settled;
    std::vector<std::vector<size_t>> cycles;

    std::vector<size_t> settle() {
        settled.assign(needs.size(), false);
        return settle_in_order(
            needs.size(),
            [&](size_t id) {
                std::vector<size_t> missing;
                for (const size_t n : needs[id]) {
                    if (!settled[n]) missing.push_back(n);
                }
                if (missing.empty()) settled[id] = true;
                return missing;
            },
            [&](const std::vector<size_t>& cycle) {
                cycles.push_back(cycle);
                settled[cycle[0]] = true;
            });
    }
};

TEST(SettleInOrder, KeepsTheOrderWhereItIsRightAlready) {
    Graph g{{{}, {0}, {0, 1}}, {}, {}};
    EXPECT_EQ(g.settle(), (std::vector<size_t>{0, 1, 2}));
}

TEST(SettleInOrder, PutsWhatIsNeededFirst) {
    Graph g{{{2, 1}, {}, {1}}, {}, {}};
    EXPECT_EQ(g.settle(), (std::vector<size_t>{1, 2, 0}));
}

TEST(SettleInOrder, ReportsACycleOnce) {
    Graph g{{{1}, {2}, {0}}, {}, {}};
    EXPECT_EQ(g.settle().size(), 3u);
    ASSERT_EQ(g.cycles.size(), 1u);
    EXPECT_EQ(g.cycles[0], (std::vector<size_t>{0, 1, 2}));
}

TEST(SettleInOrder, AMillionLinksNeedNoStack) {
    Graph g;
    for (size_t i = 0; i + 1 < 1000000; ++i) g.needs.push_back({i + 1});
    g.needs.push_back({});
    EXPECT_EQ(g.settle().front(), 999999u);
}

}  // namespace
}  // namespace pantile::front
