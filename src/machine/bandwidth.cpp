#include "machine/bandwidth.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "machine/lines.h"
#include "machine/read_vectors.h"
#include "machine/team.h"

namespace pantile::machine {
namespace {

struct Slice {
    const std::byte* begin;
    size_t bytes;
    size_t first;  // where a member begins; it reads to the end, then up to here
};

uint64_t read_slice(Reader read, const Slice& slice, int64_t turns) {
    uint64_t sum = 0;
    for (int64_t i = 0; i < turns; ++i) {
        sum += read(slice.begin + slice.first, slice.bytes - slice.first);
        if (slice.first > 0) sum += read(slice.begin, slice.first);
        // For all that the compiler knows the memory has changed: it must be read again.
        asm volatile("" ::: "memory");
    }
    return sum;
}

}  // namespace

double read_bandwidth(const Reading& reading, const Effort& effort) {
    Team team(reading.cores);
    const size_t members = static_cast<size_t>(team.size());
    const size_t bytes = std::max(reading.bytes / kReadBlock, size_t{1}) * kReadBlock;
    const bool own = reading.working_set == WorkingSet::own;
    const Lines lines = allocate_lines(own ? bytes * members : bytes);
    if (!lines) return 0;
    const auto slice_of = [&](int member) {
        const size_t number = static_cast<size_t>(member);
        if (own) return Slice{lines.get() + number * bytes, bytes, 0};
        return Slice{lines.get(), bytes, bytes / members * number / kReadBlock * kReadBlock};
    };
    // Each member writes what it will read: the system then places it near.
    team.run([&](int member) {
        if (own || member == 0)
            std::memset(lines.get() + (own ? static_cast<size_t>(member) * bytes : 0), 1, bytes);
    });
    const Reader read = reader_of(reading.vector_bytes);
    std::atomic<uint64_t> sum = 0;
    const double turn = shortest_turn(effort, [&](int64_t turns) {
        team.run([&](int member) { sum += read_slice(read, slice_of(member), turns); });
    });
    // Bytes in a nanosecond are gigabytes in a second.
    return static_cast<double>(bytes * members) / turn;
}

}  // namespace pantile::machine
