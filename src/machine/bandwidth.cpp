#include "machine/bandwidth.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "machine/lines.h"
#include "machine/read_vectors.h"
#include "machine/team.h"

namespace pantile::machine {
namespace {

// A turn is short, so that there are repetitions without interrupts even when all of the memory takes long.
constexpr size_t kLongestTurn = 256 << 10;

// What one member reads: in each turn a piece of it, where it stopped before. On cache lines of its own.
struct alignas(kLineBytes) Slice {
    std::byte* begin;
    size_t bytes;  // a multiple of 'piece'
    size_t piece;
    size_t next;  // where the next piece begins

    uint64_t read_with(Reader read, int64_t turns) {
        uint64_t sum = 0;
        for (int64_t i = 0; i < turns; ++i) {
            sum += read(begin + next, piece);
            next = next + piece == bytes ? 0 : next + piece;
            // For all that the compiler knows the memory has changed: it must be read again.
            asm volatile("" ::: "memory");
        }
        return sum;
    }
};

size_t piece_of(const Reading& reading) {
    return std::clamp(reading.bytes / kReadBlock * kReadBlock, kReadBlock, kLongestTurn);
}

size_t pieces_of(const Reading& reading) { return std::max(reading.bytes / piece_of(reading), size_t{1}); }

std::vector<Slice> slices_of(const Reading& reading, std::byte* memory, size_t members) {
    const size_t piece = piece_of(reading);
    const size_t pieces = pieces_of(reading);
    const bool own = reading.working_set == WorkingSet::own;
    std::vector<Slice> slices;
    for (size_t m = 0; m < members; ++m) {
        slices.push_back({.begin = memory + (own ? m * pieces * piece : 0),
                          .bytes = pieces * piece,
                          .piece = piece,
                          .next = own ? 0 : pieces * m / members * piece});
    }
    return slices;
}

}  // namespace

double read_bandwidth(const Reading& reading, const Effort& effort) {
    Team team(reading.cores);
    const size_t members = static_cast<size_t>(team.size());
    const size_t bytes = piece_of(reading) * pieces_of(reading);
    const bool own = reading.working_set == WorkingSet::own;
    const Lines memory = allocate_lines(own ? bytes * members : bytes);
    if (!memory) return 0;
    std::vector<Slice> slices = slices_of(reading, memory.get(), members);
    // Each member writes what it will read: the system then places it near.
    team.run([&](int member) {
        const Slice& slice = slices[static_cast<size_t>(member)];
        if (own || member == 0) std::memset(slice.begin, 1, slice.bytes);
    });
    const Reader read = reader_of(reading.vector_bytes);
    std::atomic<uint64_t> sum = 0;
    const double turn = shortest_turn(effort, [&](int64_t turns) {
        return nanoseconds(reading.clock, team, [&](int member) {
            sum += slices[static_cast<size_t>(member)].read_with(read, turns);
        });
    });
    // Bytes in a nanosecond are gigabytes in a second.
    return static_cast<double>(piece_of(reading) * members) / turn;
}

}  // namespace pantile::machine
