// How the stages of a pipeline read each other, prepared once: whoever searches asks for the space of
// thousands of groups (group_space.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/index_map.h"
#include "analysis/regions.h"

namespace pantile::plan {

// Where the reads lie along one dimension of the producer.
struct ReadDim {
    std::optional<analysis::IndexMap> map;  // what covers all of them
    std::optional<size_t> along;            // the dimension of the consumer that the map follows
    Rational least_reached = 0;             // the least of their 'reached'; the map has the largest
};

// Reads of one producer by one consumer that differ in their offsets at most: a stencil of nine reads is one.
// Positions of stages are those in the pipeline.
struct StageRead {
    size_t producer = 0;
    size_t consumer = 0;
    std::vector<size_t> accesses = {};  // in Regions::accesses
    std::vector<ReadDim> dims = {};
    std::vector<bool> always = {};  // for each dimension of the consumer: it reads at every point along it
};

struct ReadingStage {
    std::vector<std::string> dims = {};
    std::vector<bool> pure_dims = {};  // whose points the updates treat separately
    bool is_output = false;
    std::vector<size_t> in = {}, out = {};  // reads of other stages, and by other stages
};

struct StageReads {
    std::vector<ReadingStage> stages;
    std::vector<StageRead> reads;  // in the order of their last accesses
};

StageReads stage_reads(const ir::Pipeline& pipeline, const analysis::Regions& regions);
// The same where only groups of these stages are asked for: other reads have no dimensions.
StageReads reads_between(const ir::Pipeline& pipeline, const analysis::Regions& regions,
                         const std::vector<size_t>& stages);

// Whether a read happens at every point of its consumer, along dimension 'dim' of it.
bool is_unconditional(const ir::Pipeline& pipeline, const analysis::AccessRegion& access, size_t dim);

// Whether the updates of a stage treat the points along a dimension separately.
bool is_pure_dimension(const ir::Stage& stage, size_t dim);

}  // namespace pantile::plan
