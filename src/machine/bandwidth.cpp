#include "machine/bandwidth.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "machine/copy_vectors.h"
#include "machine/lines.h"
#include "machine/read_vectors.h"
#include "machine/team.h"

namespace pantile::machine {
namespace {

// A turn is short, so that there are repetitions without interrupts even when all of the memory takes long.
constexpr size_t kLongestTurn = 256 << 10;

// A tile of an image: so many rows that no prefetcher follows all of them, cut into parts of a few lines.
constexpr size_t kPart = 1 << 10;
constexpr size_t kRow = 25 * kPart;
constexpr size_t kRowsOfTile = 24;
constexpr size_t kBand = kRow * kRowsOfTile;

// What one member uses: in each turn a piece of it, where it stopped before. On cache lines of its own.
struct alignas(kLineBytes) Slice {
    std::byte* begin;
    size_t bytes;  // a multiple of 'piece'
    size_t piece;
    size_t next;  // where the next piece begins

    uint64_t read_with(Reader read, int64_t turns) {
        uint64_t sum = 0;
        for (int64_t i = 0; i < turns; ++i) sum += read(take(), piece);
        return sum;
    }

    // Behind what is read lies as much again.
    void copy_with(Copier copy, int64_t turns) {
        for (int64_t i = 0; i < turns; ++i) {
            std::byte* const from = take();
            copy(from, from + bytes, piece);
        }
    }

  private:
    std::byte* take() {
        // For all that the compiler knows the memory has changed: it must be read again.
        asm volatile("" ::: "memory");
        std::byte* const now = begin + next;
        next = next + piece == bytes ? 0 : next + piece;
        return now;
    }
};

size_t piece_of(const Traffic& traffic) {
    return std::clamp(traffic.bytes / kReadBlock * kReadBlock, kReadBlock, kLongestTurn);
}

size_t pieces_of(const Traffic& traffic) { return std::max(traffic.bytes / piece_of(traffic), size_t{1}); }

// Of one member.
size_t bytes_of(const Traffic& traffic) {
    return piece_of(traffic) * pieces_of(traffic) * (traffic.kind == Kind::read ? 1 : 2);
}

std::vector<Slice> slices_of(const Traffic& traffic, std::byte* memory, size_t members) {
    const size_t piece = piece_of(traffic);
    const size_t pieces = pieces_of(traffic);
    const bool own = traffic.working_set == WorkingSet::own;
    std::vector<Slice> slices;
    for (size_t m = 0; m < members; ++m) {
        slices.push_back({.begin = memory + (own ? m * bytes_of(traffic) : 0),
                          .bytes = pieces * piece,
                          .piece = piece,
                          .next = own ? 0 : pieces * m / members * piece});
    }
    return slices;
}

}  // namespace

double bandwidth(const Traffic& traffic, const Effort& effort) {
    Team team(traffic.cores);
    const size_t members = static_cast<size_t>(team.size());
    const bool own = traffic.working_set == WorkingSet::own;
    const Lines memory = allocate_lines(bytes_of(traffic) * (own ? members : 1));
    if (!memory) return 0;
    std::vector<Slice> slices = slices_of(traffic, memory.get(), members);
    // Each member writes what it will use: the system then places it near.
    team.run([&](int member) {
        const Slice& slice = slices[static_cast<size_t>(member)];
        if (own || member == 0) std::memset(slice.begin, 1, bytes_of(traffic));
    });
    const Reader read = reader_of(traffic.vector_bytes);
    const Copier copy =
        traffic.kind == Kind::stream ? streamer_of(traffic.vector_bytes) : copier_of(traffic.vector_bytes);
    std::atomic<uint64_t> sum = 0;
    const double turn = shortest_turn(effort, [&](int64_t turns) {
        return nanoseconds(traffic.clock, team, [&](int member) {
            Slice& slice = slices[static_cast<size_t>(member)];
            if (traffic.kind == Kind::read)
                sum += slice.read_with(read, turns);
            else
                slice.copy_with(copy, turns);
        });
    });
    // Bytes in a nanosecond are gigabytes in a second.
    return static_cast<double>(piece_of(traffic) * members) / turn;
}

double bandwidth_in_parts(size_t bytes, int vector_bytes, const Effort& effort) {
    const size_t bands = std::max(bytes / kBand, size_t{1});
    const Lines memory = allocate_lines(bands * kBand);
    if (!memory) return 0;
    std::memset(memory.get(), 1, bands * kBand);
    const Reader read = reader_of(vector_bytes);
    size_t band = 0, part = 0;
    uint64_t sum = 0;
    const double turn = shortest_turn(effort, [&](int64_t turns) {
        return nanoseconds(Clock::core, [&] {
            for (int64_t i = 0; i < turns; ++i) {
                const std::byte* const tile = memory.get() + band * kBand + part * kPart;
                for (size_t row = 0; row < kRowsOfTile; ++row) sum += read(tile + row * kRow, kPart);
                part = (part + 1) % (kRow / kPart);
                if (part == 0) band = (band + 1) % bands;
            }
            asm volatile("" ::"r"(sum) : "memory");
        });
    });
    return static_cast<double>(kPart * kRowsOfTile) / turn;
}

}  // namespace pantile::machine
