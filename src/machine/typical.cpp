#include <algorithm>

#include "machine/machine.h"
#include "machine/two_digits.h"

namespace pantile::machine {

// Two loads in a cycle from L1 and one half of that from L2; the outer levels hardly know the width of
// registers. Caches serve every core alike; memory serves two or three cores at full speed and gets some more
// channels with more cores.
Machine typical(const Topology& topology, int vector_bytes) {
    Machine machine{.name = topology.name, .cores = topology.cores, .vector_bytes = vector_bytes};
    const double cores = topology.cores;
    const auto private_level = [&](int64_t bytes, double bandwidth, double latency) {
        return Level{bytes, two_digits(bandwidth), two_digits(bandwidth * cores), latency};
    };
    const double loads = 2 * vector_bytes / machine.cycle;
    machine.l1 = private_level(topology.l1, loads, 1.2);
    machine.l2 = private_level(topology.l2, std::min(loads / 2, 100.0), 4);
    if (topology.l3 > 0) machine.l3 = private_level(topology.l3, 30, 15);
    machine.memory = {0, 12, two_digits(std::min(12 * cores, 25 + 5 * cores)), 90};
    machine.task = two_digits(4000 + 500 * cores);
    return machine;
}

}  // namespace pantile::machine
