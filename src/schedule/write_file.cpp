// Schedules as text. Written here and not by a library: what a library frees may ask for memory, and a
// process without any would end.
#include <fmt/format.h>

#include <algorithm>

#include "rewrite/inline_stages.h"
#include "schedule/file.h"
#include "schedule/print.h"

namespace pantile::schedule {

namespace {

using Texts = std::vector<std::string>;

// Names need no escapes: see base/identifier.h.
std::string quoted_name(const std::string& name) { return fmt::format("\"{}\"", name); }

std::string in_brackets(char open, const Texts& items, char close, int depth) {
    if (items.empty()) return {open, close};
    const std::string inner(static_cast<size_t>(2 * depth + 2), ' ');
    const std::string outer(static_cast<size_t>(2 * depth), ' ');
    return fmt::format("{}\n{}{}\n{}{}", open, inner, fmt::join(items, ",\n" + inner), outer, close);
}

std::string list(const Texts& items, int depth) { return in_brackets('[', items, ']', depth); }
std::string object(const Texts& fields, int depth) { return in_brackets('{', fields, '}', depth); }

std::string field(const std::string& name, const std::string& value) {
    return fmt::format("{}: {}", quoted_name(name), value);
}

std::string names(const Texts& all, int depth) {
    Texts items;
    for (const std::string& name : all) items.push_back(quoted_name(name));
    return list(items, depth);
}

std::string text_of(const ReductionTile& t, int depth) {
    return object({field("stage", quoted_name(t.stage)), field("update", fmt::format("{}", t.update)),
                   field("variable", quoted_name(t.variable)), field("size", fmt::format("{}", t.size)),
                   field("parallel", t.parallel ? "true" : "false")},
                  depth);
}

// The dimensions with their numbers, but for those that have the usual one.
std::string by_dimension(const Texts& dims, const std::vector<int64_t>& numbers, int64_t usual, int depth) {
    Texts fields;
    for (size_t d = 0; d < numbers.size(); ++d)
        if (numbers[d] != usual) fields.push_back(field(dims[d], fmt::format("{}", numbers[d])));
    return object(fields, depth);
}

std::string dimensions(const Texts& dims, const std::vector<size_t>& some, int depth) {
    Texts chosen;
    for (const size_t d : some) chosen.push_back(dims[d]);
    return names(chosen, depth);
}

std::string text_of(const Group& group, const ir::Pipeline& pipeline) {
    constexpr int kDepth = 2, kInside = 3;
    const Texts& dims = pipeline.find_stage(group.stages.back())->dims;
    Texts fields = {field("stages", names(group.stages, kInside))};
    if (!group.tile.empty()) fields.push_back(field("tile", by_dimension(dims, group.tile, 0, kInside)));
    if (is_tiled(group)) fields.push_back(field("shape", quoted_name(std::string(name_of(group.shape)))));
    if (group.sliding)
        fields.push_back(field(
            "slide",
            object({field(dims[group.sliding->dim], fmt::format("{}", group.sliding->rows))}, kInside)));
    if (!group.order.empty()) fields.push_back(field("order", dimensions(dims, group.order, kInside)));
    if (!group.parallel_dims.empty())
        fields.push_back(field("parallel", dimensions(dims, group.parallel_dims, kInside)));
    if (group.vector_dim) fields.push_back(field("vector", quoted_name(dims[*group.vector_dim])));
    if (std::any_of(group.registers.begin(), group.registers.end(), [](int64_t n) { return n != 1; }))
        fields.push_back(field("registers", by_dimension(dims, group.registers, 1, kInside)));
    Texts sets, tiles;
    for (const Texts& set : group.fused) sets.push_back(names(set, kInside + 1));
    for (const ReductionTile& t : group.reduction_tiles) tiles.push_back(text_of(t, kInside + 1));
    if (!sets.empty()) fields.push_back(field("fused", list(sets, kInside)));
    if (!tiles.empty()) fields.push_back(field("reduction_tiles", list(tiles, kInside)));
    if (!group.streamed.empty()) fields.push_back(field("non_temporal", names(group.streamed, kInside)));
    return object(fields, kDepth);
}

}  // namespace

std::string to_json(const Schedule& schedule, const ir::Pipeline& pipeline) {
    const ir::Pipeline all = rewrite::with_parts(pipeline, schedule.rewrites);
    Texts groups;
    for (const Group& group : schedule.groups) groups.push_back(text_of(group, all));
    Texts fields = {field("scheduler", quoted_name(schedule.name)),
                    field("pipeline_hash", quoted_name(schedule.pipeline_hash))};
    if (!schedule.rewrites.empty())
        fields.push_back(field("inlined", names(rewrite::to_texts(schedule.rewrites), 1)));
    fields.push_back(field("groups", list(groups, 1)));
    return object(fields, 0) + "\n";
}

}  // namespace pantile::schedule
