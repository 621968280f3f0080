#include "cost/instruction_cost.h"

#include <algorithm>
#include <cmath>

namespace pantile::cost {

namespace {

// Bytes that a core computes, loads and stores in a cycle when nothing else limits it: two units of 32 bytes
// for arithmetic and for loads, one for stores. Wider registers go through them in two halves.
constexpr double kUnitBytes = 32;
constexpr double kUnits = 2;
constexpr double kLineBytes = 64;
constexpr double kSplit = 0.7;       // more time for loads of a whole line that begin anywhere in one
constexpr double kIssued = 4;        // instructions in a cycle
constexpr double kSlow = 9;          // a division or a square root, in simple operations
constexpr double kCall = 12;         // cycles: a call of the C library, for each element
constexpr double kFunction = 28;     // simple operations: exp or its like with arithmetic on vectors
constexpr double kGathered = 0.7;    // cycles: an element that lies anywhere, put into its lane
constexpr double kShuffles = 2;      // of a strided load, which also loads twice
constexpr double kRow = 20;          // cycles to begin and end a row
constexpr double kDisturbed = 0.15;  // cycles for a load beside sums that keep all units busy
constexpr double kLatency = 4;       // cycles until a sum can be added to again
constexpr double kAddresses = 12;    // that stay in registers
constexpr double kScalarIssue = 5;   // instructions of scalar code in a cycle

// With the functions that need no calls as the simple operations that they are.
OperationCounts without_calls(OperationCounts n) {
    n.simple += kFunction * n.f32_calls;
    n.calls -= n.f32_calls;
    n.f32_calls = 0;
    return n;
}

double vector_cycles(const OperationCounts& n, double lanes, double register_bytes) {
    const double halves = std::max(1.0, register_bytes / kUnitBytes);
    const double simple = n.simple + kSlow * n.slow + kShuffles * n.strided;
    const double loads = n.dense + 2 * n.strided + n.broadcast;
    // A vector that does not begin at a multiple of its size may lie in two lines of the cache, and takes
    // twice as long then: the wider it is, the more often.
    const double split = 1 + kSplit * register_bytes / kLineBytes;
    const double instructions = n.simple + n.slow + kShuffles * n.strided + loads + n.stores;
    const double busiest = std::max({simple * halves / kUnits, loads * halves * split / kUnits,
                                     n.stores * halves, instructions / kIssued});
    return busiest + lanes * (kCall * n.calls + kGathered * n.gathered);
}

double scalar_cycles(const DefinitionWork& work) {
    const OperationCounts& n = work.counts;
    const double instructions =
        n.simple + 4 * n.slow + n.dense + n.strided + n.gathered + n.broadcast + n.stores;
    return instructions / kScalarIssue + kCall * n.calls;
}

// More rows than there are registers for their addresses: the others are loaded in every turn.
double address_cycles(const DefinitionWork& work) {
    const double block = static_cast<double>(work.block);
    return std::max(0.0, work.counts.rows - kAddresses / block) / kUnits;
}

// What the instructions of a loop depend on, beside its work.
struct Costs {
    const machine::Machine& machine;
    Math math;

    double vector(OperationCounts n, double lanes) const {
        if (math == Math::fast) n = without_calls(n);
        return vector_cycles(n, lanes, machine.vector_bytes);
    }

    double lanes(const DefinitionWork& work) const {
        return std::max(2.0, static_cast<double>(machine.vector_bytes) / work.widest_bytes);
    }
};

// Sums that stay in registers: a row of them runs over the domain as a whole. Each waits for its last term,
// unless there are others to go on with.
double sum_cycles(const DefinitionWork& work, double rows, double row_vectors, const Costs& costs,
                  int64_t vectors) {
    OperationCounts term = work.counts;
    term.broadcast /= static_cast<double>(vectors);
    const double sums = static_cast<double>(work.block * vectors);
    // All units are busy: what is loaded less often disturbs less.
    const double disturbed = kDisturbed * (term.dense + term.broadcast);
    const double one = std::max(costs.vector(term, costs.lanes(work)), kLatency / sums) + disturbed;
    return rows * row_vectors * (one + kRow / (sums * std::max(1.0, work.domain)));
}

double cycles_of(const DefinitionWork& work, const Extents& extents, const Costs& costs,
                 int64_t vectors = 1) {
    double rows = work.domain;
    for (size_t d = 1; d < extents.size(); ++d) {
        if (work.own_dims[d]) rows *= static_cast<double>(extents[d]);
    }
    const double along = !extents.empty() && work.own_dims[0] ? static_cast<double>(extents[0]) : 1;
    const double lanes = costs.lanes(work);
    if (!work.is_vector || along < lanes) {
        // Without a row of its own it runs along the domain.
        const double loops = along > 1 ? rows : rows / work.fastest;
        return rows * along * scalar_cycles(work) + loops * kRow;
    }
    if (work.keeps_sums) return sum_cycles(work, rows, std::ceil(along / lanes), costs, vectors);
    const double one = costs.vector(work.counts, lanes) + address_cycles(work);
    return rows * (std::ceil(along / lanes) * one + kRow);
}

}  // namespace

double cycles_of(const BlockCost& block, const Extents& extents, const machine::Machine& machine, Math math) {
    const Costs costs{machine, math};
    const int64_t whole = extents[block.dim] / block.count * block.count;
    Extents several = extents, rest = extents;
    several[block.dim] = whole;
    rest[block.dim] = extents[block.dim] - whole;
    double all = 0;
    for (size_t k = 0; k < block.single.size(); ++k) {
        const DefinitionWork& work = block.blocked[k];
        const bool is_blocked = work.keeps_sums || work.block > 1;
        if (!is_blocked) {
            all += cycles_of(block.single[k], extents, costs);
            continue;
        }
        all += cycles_of(work, several, costs, block.vectors);
        if (rest[block.dim] > 0) all += cycles_of(block.single[k], rest, costs);
    }
    return all;
}

double cycles_of(const std::vector<DefinitionWork>& work, const Extents& extents,
                 const machine::Machine& machine, Math math) {
    double all = 0;
    for (const DefinitionWork& w : work) all += cycles_of(w, extents, Costs{machine, math});
    return all;
}

}  // namespace pantile::cost
