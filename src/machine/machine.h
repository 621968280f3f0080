// What a machine can do, as plain data: what schedulers weigh their choices with.
//
// As a file:
//
//     {"name": "AMD EPYC", "cores": 2, "vector_bytes": 32,
//      "l1": {"bytes": 32768, "bandwidth": 190, "all_bandwidth": 380, "latency": 1.1},
//      "l2": {…}, "l3": {…}, "memory": {"bandwidth": 18, "all_bandwidth": 30, "latency": 110},
//      "images": {"copy": 13, "all_copy": 16, "non_temporal": 18, "all_non_temporal": 23, "segments": 11},
//      "cycle": 0.28, "task": 5000, "measured": true}
//
// 'l3' is left out where there is none; memory has no 'bytes'; 'images' may be left out as a whole.
// Everything else must be there, and a key that is not known, or that is there twice, is refused.
#pragma once

#include <cstdint>
#include <string>

#include "machine/topology.h"
#include "pantile/result.h"

namespace pantile::machine {

// A level of the memory hierarchy as one core sees it.
struct Level {
    int64_t bytes = 0;         // of one core's share; of the shared last-level cache: all of it; of memory: 0
    double bandwidth = 0;      // GB/s that one core reads from it
    double all_bandwidth = 0;  // GB/s that all cores together read from it
    double latency = 0;        // ns
    bool operator==(const Level&) const = default;
};

// How images in memory are written and read: what bandwidths of reading alone do not say. In GB/s; all zero
// where it is not known.
struct Images {
    double copy = 0;        // that one core copies, of one image into another
    double all_copy = 0;    // that all cores together copy
    double stream = 0;      // as 'copy', with stores that go past the caches
    double all_stream = 0;  // as 'all_copy', with such stores
    double parts = 0;       // that one core reads, many rows at a time and a short part of each: as tiles do
    bool operator==(const Images&) const = default;
};

struct Machine {
    std::string name;          // of the processor
    int cores = 1;             // that run at the same time: the default number of threads
    int vector_bytes = 16;     // of a SIMD register
    Level l1, l2, l3, memory;  // l3.bytes == 0: there is none
    Images images;
    double cycle = 0.3;     // ns: of one add that waits for the one before (a clock cycle under load)
    double task = 5000;     // ns: to start a parallel loop and wait for its end, with all cores
    bool measured = false;  // false: bandwidths, latencies and times are typical values
    bool operator==(const Machine&) const = default;
};

enum class Cores { one, all };
enum class Stores { cached, streamed };

// ns that a byte takes to be written, beside the reading of another. Cached stores read a line before they
// write it.
double write_time(const Machine& machine, Cores cores, Stores stores);

// Whether stores past the caches are faster, for images that no cache would keep.
bool streams_well(const Machine& machine);

// How many times as long reading takes in short parts of many rows.
double time_of_parts(const Machine& machine);

// Cores and sizes as they are; the rest as processors of the last ten years have it.
Machine typical(const Topology& topology, int vector_bytes);

std::string to_json(const Machine& machine);

// Reads and checks a machine; 'file' is the name that messages show. All that is wrong is said at once.
Result<Machine> from_json(const std::string& text, const std::string& file);

// For people.
std::string to_text(const Machine& machine);

}  // namespace pantile::machine
