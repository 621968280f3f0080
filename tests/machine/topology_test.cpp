#include "machine/topology.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

namespace pantile::machine {
namespace {

TEST(Topology, ThisMachineHasCoresAndPlausibleCaches) {
    const Topology host = host_topology();
    EXPECT_FALSE(host.name.empty());
    EXPECT_GE(host.cores, 1);
    EXPECT_LE(host.cores, static_cast<int>(std::thread::hardware_concurrency()));
    for (const int64_t bytes : {host.l1, host.l2}) {
        EXPECT_GE(bytes, kSmallestCache);
        EXPECT_LE(bytes, kLargestCache);
    }
    EXPECT_LE(host.l1, int64_t{1} << 20);
}

TEST(Topology, CoresOutsideOfTheAffinityDoNotCount) {
    cpu_set_t before;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    size_t first = 0;
    while (!CPU_ISSET(first, &before)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    const Topology host = host_topology();
    ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
    EXPECT_EQ(host.cores, 1);
}

TEST(Topology, HardwareThreadsOfOneCoreCountOnce) {
    const Topology found =
        topology_of("pack:1 l3:1(size=8388608) l2:4(size=524288) l1d:1(size=32768) core:1 pu:2").value();
    EXPECT_EQ(found.cores, 4);
    EXPECT_EQ(found.l1, 32768);
    EXPECT_EQ(found.l2, 524288);
    EXPECT_EQ(found.l3, 8388608);
    EXPECT_EQ(found.cache_sizes, CacheSizes::known);
}

TEST(Topology, ACoreHasItsShareOfASharedL2AndSeesAllOfItsL3) {
    const Topology found =
        topology_of("pack:1 l3:2(size=16777216) l2:1(size=1048576) l1d:4(size=32768) core:1 pu:1").value();
    EXPECT_EQ(found.cores, 8);
    EXPECT_EQ(found.l2, 262144);
    EXPECT_EQ(found.l3, 16777216);
}

TEST(Topology, AMachineThatNamesItsOtherCachesHasNoL3) {
    const Topology found = topology_of("pack:1 l2:1(size=1048576) l1d:4(size=32768) core:1 pu:1").value();
    EXPECT_EQ(found.l3, 0);
    EXPECT_EQ(found.cache_sizes, CacheSizes::known);
}

TEST(Topology, WithoutCachesTheSizesAreAssumed) {
    const Topology found = topology_of("pack:1 core:2 pu:1").value();
    EXPECT_EQ(found.cores, 2);
    EXPECT_EQ(found.cache_sizes, CacheSizes::assumed);
    EXPECT_EQ(found.l1, 32 << 10);
    EXPECT_EQ(found.l2, 512 << 10);
    EXPECT_EQ(found.l3, 8 << 20);
}

TEST(Topology, ADescriptionThatIsNoneGivesNothing) { EXPECT_FALSE(topology_of("teapot:3").has_value()); }

}  // namespace
}  // namespace pantile::machine
