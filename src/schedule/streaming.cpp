#include "schedule/streaming.h"

namespace pantile::schedule {

namespace {

constexpr int64_t kLineBytes = 64;
constexpr int kLeastVector = 16;  // bytes that a store past the caches writes
// Of a point. A load waits for stores that may be its source, going by a part of the address; those past the
// caches take long. With hundreds of loads in a loop some always wait.
constexpr double kMostLoads = 24;
constexpr double kKept =
    0.25;  // of the last cache: what may be left of an output when the caller looks at it

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
    return bytes_in_and_out(graph) <= kKept * static_cast<double>(machine.l3.bytes);
}

}  // namespace

double bytes_in_and_out(const StageGraph& graph) {
    double bytes = 0;
    for (const Array& input : graph.inputs) bytes += input.bytes();
    for (const StageNode& stage : graph.stages) bytes += stage.is_output ? stage.bytes() : 0;
    return bytes;
}

std::vector<size_t> worth_streaming(const StageGraph& graph, const GroupFrame& frame, const Target& target) {
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

}  // namespace pantile::schedule
