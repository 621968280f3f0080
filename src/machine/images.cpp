#include <algorithm>

#include "machine/machine.h"

namespace pantile::machine {
namespace {

// Where it was not measured: writing takes as long as reading, and parts of rows what they took on the first
// machines that it was measured on.
constexpr double kUsualParts = 2.4;

// Measured apart, what is left for writing may come out as next to nothing: memory has its share in any case.
constexpr double kLeastShare = 0.2;

constexpr double kGain = 1.05;  // what streaming gains at the least: less is noise

}  // namespace

double write_time(const Machine& machine, Cores cores, Stores stores) {
    const Images& images = machine.images;
    const double read = cores == Cores::one ? machine.memory.bandwidth : machine.memory.all_bandwidth;
    double copy = cores == Cores::one ? images.copy : images.all_copy;
    if (stores == Stores::streamed) copy = cores == Cores::one ? images.stream : images.all_stream;
    if (copy <= 0) return 1 / read;
    return std::max(1 / copy - 1 / read, kLeastShare / copy);
}

bool streams_well(const Machine& machine) {
    const Images& images = machine.images;
    return images.stream > kGain * images.copy && images.all_stream > kGain * images.all_copy;
}

double time_of_parts(const Machine& machine) {
    if (machine.images.parts <= 0) return kUsualParts;
    return std::max(1.0, machine.memory.bandwidth / machine.images.parts);
}

}  // namespace pantile::machine
