#include "cost/streaming.h"

namespace pantile::cost {

namespace {

constexpr int64_t kLineBytes = 64;
constexpr int kLeastVector = 16;  // bytes that a store past the caches writes
// Of a point. With hundreds of loads between them such stores were six times as slow; we think that loads
// wait for stores on their way that may be their source, going by a part of the address.
constexpr double kMostLoads = 24;
// Of the last cache: what may be left of an output when the caller looks at it.
constexpr double kKept = 0.25;

// Rows of whole lines: then all of them begin where vectors can be stored so.
bool has_whole_lines(const StageNode& stage, const machine::Machine& machine) {
    // Narrow elements are computed with as many lanes as wider ones.
    const int vector = machine.vector_bytes / 4 * stage.element_bytes;
    return vector >= kLeastVector && !stage.extents.empty() &&
           stage.extents[0] * stage.element_bytes % kLineBytes == 0;
}

bool loads_little(const StageNode& stage) {
    const OperationCounts& n = stage.work[0].counts;
    return n.dense + n.strided + n.gathered <= kMostLoads;
}

// Whether a cache would still hold the image when it is read again.
bool would_stay(const StageGraph& graph, const StageNode& stage, const machine::Machine& machine) {
    const bool until_read = &home_of(stage.bytes(), machine) != &machine.memory;
    if (!stage.is_output || !stage.out.empty()) return until_read;
    return graph.bytes_in_and_out() <= kKept * static_cast<double>(machine.l3.bytes);
}

}  // namespace

std::vector<size_t> worth_streaming(const StageGraph& graph, const GroupFrame& frame,
                                    const machine::Target& target) {
    std::vector<size_t> out;
    if (!machine::streams_well(target.machine)) return out;
    for (const FrameStage& s : frame.stages) {
        const StageNode& stage = graph.stages[s.stage];
        if (!s.is_live_out || s.is_read_inside || stage.is_reduction()) continue;
        if (!has_whole_lines(stage, target.machine) || !loads_little(stage)) continue;
        if (!would_stay(graph, stage, target.machine)) out.push_back(s.stage);
    }
    return out;
}

}  // namespace pantile::cost
