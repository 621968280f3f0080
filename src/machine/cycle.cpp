#include "machine/cycle.h"

#include "machine/team.h"

namespace pantile::machine {
namespace {

// The compiler does not know what becomes of 'sum', so it can neither leave the addition out nor merge it
// with the next.
inline void add(uint64_t& sum, uint64_t value) {
    sum += value;
    asm volatile("" : "+r"(sum));
}

// So many additions that counting turns beside them costs nothing.
constexpr int kAdditions = 16;

void add_often(int64_t turns) {
    uint64_t sum = 0, value = 3;
    asm volatile("" : "+r"(value));
    for (int64_t i = 0; i < turns; ++i) {
        add(sum, value), add(sum, value), add(sum, value), add(sum, value);
        add(sum, value), add(sum, value), add(sum, value), add(sum, value);
        add(sum, value), add(sum, value), add(sum, value), add(sum, value);
        add(sum, value), add(sum, value), add(sum, value), add(sum, value);
    }
}

}  // namespace

double add_time(int cores, const Effort& effort) {
    Team team(cores);
    const double turn = shortest_turn(effort, [&](int64_t turns) {
        return nanoseconds(Clock::core, team, [&](int) { add_often(turns); });
    });
    return turn / kAdditions;
}

}  // namespace pantile::machine
