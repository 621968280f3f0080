#include "schedule/print.h"

#include <fmt/format.h>

#include "rewrite/inline_stages.h"

namespace pantile::schedule {

namespace {

std::string counted(int64_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string text_of(const ReductionTile& t) {
    return fmt::format("update {} of {} in reduction tiles of {} {}{}", t.update, t.stage, t.size, t.variable,
                       t.parallel ? ", in parallel" : "");
}

std::vector<std::string> all_choices(const Group& group, const ir::Stage& reference) {
    std::vector<std::string> out;
    if (is_tiled(group)) {
        out.push_back("tiles of " + tile_text(group, reference));
        out.emplace_back(name_of(group.shape));
    }
    if (group.sliding)
        out.push_back(fmt::format("slides along {} by {}", reference.dims[group.sliding->dim],
                                  counted(group.sliding->rows, "row")));
    for (std::string& choice : loop_choices(group, reference)) out.push_back(std::move(choice));
    return out;
}

// 'blocks of 4 y and 2 vectors'
std::string registers_text(const Group& group, const ir::Stage& reference) {
    std::vector<std::string> sizes;
    for (size_t d = group.registers.size(); d-- > 0;) {
        const int64_t count = group.registers[d];
        if (count > 1)
            sizes.push_back(d == 0 ? counted(count, "vector")
                                   : fmt::format("{} {}", count, reference.dims[d]));
    }
    return sizes.empty() ? "" : fmt::format("register blocks of {}", fmt::join(sizes, " by "));
}

}  // namespace

std::string_view name_of(Shape shape) {
    switch (shape) {
        case Shape::scalene: return "scalene";
        case Shape::loose: return "loose";
        case Shape::rectangle: return "rectangle";
    }
    return "";
}

std::string arrow_line(const Group& group) { return fmt::format("{}", fmt::join(group.stages, " -> ")); }

std::string tile_text(const Group& group, const ir::Stage& reference) {
    std::vector<std::string> cut;
    for (size_t d = group.tile.size(); d-- > 0;) {
        if (group.tile[d] > 0) cut.push_back(fmt::format("{} {}", reference.dims[d], group.tile[d]));
    }
    return cut.empty() ? "everything" : fmt::format("{}", fmt::join(cut, ", "));
}

std::vector<std::string> loop_choices(const Group& group, const ir::Stage& reference) {
    std::vector<std::string> out, parallel;
    std::vector<std::string> order;
    for (const size_t d : group.order) order.push_back(reference.dims[d]);
    if (!order.empty()) out.push_back(fmt::format("in the order {}", fmt::join(order, ", ")));
    for (const size_t d : group.parallel_dims) parallel.push_back(reference.dims[d]);
    if (!parallel.empty()) out.push_back(fmt::format("{} in parallel", fmt::join(parallel, ", ")));
    if (group.vector_dim) out.push_back(fmt::format("vectors along {}", reference.dims[*group.vector_dim]));
    if (const std::string blocks = registers_text(group, reference); !blocks.empty()) out.push_back(blocks);
    for (const std::vector<std::string>& set : group.fused)
        out.push_back(fmt::format("one loop for {}", fmt::join(set, ", ")));
    for (const ReductionTile& t : group.reduction_tiles) out.push_back(text_of(t));
    if (!group.streamed.empty())
        out.push_back(fmt::format("{} by non-temporal stores", fmt::join(group.streamed, ", ")));
    return out;
}

std::string to_text(const Schedule& schedule, const ir::Pipeline& pipeline) {
    std::string out;
    if (!schedule.rewrites.empty())
        out += fmt::format("inlined: {}\n", fmt::join(rewrite::to_texts(schedule.rewrites), ", "));
    const ir::Pipeline all = rewrite::with_parts(pipeline, schedule.rewrites);
    for (size_t g = 0; g < schedule.groups.size(); ++g) {
        const Group& group = schedule.groups[g];
        out += fmt::format("group {}: {}\n", g + 1, arrow_line(group));
        const auto choices = all_choices(group, *all.find_stage(group.stages.back()));
        if (!choices.empty()) out += fmt::format("  {}\n", fmt::join(choices, "; "));
    }
    return out;
}

}  // namespace pantile::schedule
