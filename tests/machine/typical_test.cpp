#include <gtest/gtest.h>

#include "machine/machine.h"

namespace pantile::machine {
namespace {

TEST(Typical, LevelsGetSlowerAndFartherOutwards) {
    for (const int cores : {1, 2, 16, 128}) {
        for (const int vector_bytes : {16, 32, 64}) {
            Topology topology;
            topology.cores = cores;
            const Machine m = typical(topology, vector_bytes);
            EXPECT_FALSE(m.measured);
            EXPECT_EQ(m.cores, cores);
            EXPECT_EQ(m.l3.bytes, topology.l3);
            const Level* inner = &m.l1;
            for (const Level* level : {&m.l2, &m.l3, &m.memory}) {
                EXPECT_GT(inner->bandwidth, level->bandwidth);
                EXPECT_GT(inner->all_bandwidth, level->all_bandwidth);
                EXPECT_LT(inner->latency, level->latency);
                EXPECT_GE(level->all_bandwidth, level->bandwidth);
                inner = level;
            }
        }
    }
}

TEST(Typical, AMachineWithoutL3HasNone) {
    Topology topology;
    topology.l3 = 0;
    EXPECT_EQ(typical(topology, 16).l3, Level{});
}

}  // namespace
}  // namespace pantile::machine
