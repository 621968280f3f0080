// Which cores this process may use, and the caches that they see.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace pantile::machine {

// What a cache may have; anything else that a system or a file says is taken for nonsense.
inline constexpr int64_t kSmallestCache = int64_t{1} << 10;
inline constexpr int64_t kLargestCache = int64_t{64} << 30;
inline constexpr int kMostCores = 4096;

enum class CacheSizes { known, assumed };

struct Topology {
    std::string name;  // of the processor
    int cores = 1;     // with at least one hardware thread that this process may run on
    // One core's share, in bytes: of a cache that serves several cores, its part of it. Where cores differ,
    // the smallest.
    int64_t l1 = int64_t{32} << 10;
    int64_t l2 = int64_t{512} << 10;
    // All of the cache that one core reads from, not a share: 0 when there is none.
    int64_t l3 = int64_t{8} << 20;
    CacheSizes cache_sizes = CacheSizes::assumed;  // assumed: some size above is not the system's word
};

// Of this machine. Cores outside of the CPU affinity of the calling thread do not count. Many virtual
// machines hide their caches: then the sizes above are assumed.
Topology host_topology();

// From hwloc's description of a machine, such as 'l3:1 l2:4 l1d:1 core:1 pu:2'; nothing when it is none.
std::optional<Topology> topology_of(const std::string& synthetic);

}  // namespace pantile::machine
