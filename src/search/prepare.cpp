#include "search/make_schedule.h"

namespace pantile::search {

using namespace cost;

namespace {

// An ordinary picture: what is assumed where nobody says anything.
constexpr int64_t kExpectedWidth = 1920, kExpectedHeight = 1080, kExpectedOther = 3;

int64_t expected_extent(size_t dim) {
    return dim == 0 ? kExpectedWidth : dim == 1 ? kExpectedHeight : kExpectedOther;
}

analysis::Box expected_box(size_t rank) {
    analysis::Box box;
    for (size_t d = 0; d < rank; ++d) box.push_back({0, expected_extent(d) - 1});
    return box;
}

// For pipelines that cannot run at the expected sizes. Any sizes do: they guide, and decide nothing.
analysis::ChosenSizes sizes_of_a_picture(const ir::Pipeline& pipeline) {
    analysis::ChosenSizes out;
    for (const ir::Input& input : pipeline.inputs) {
        out.sizes.inputs[input.name] = expected_box(input.dims.size());
        out.boxes.inputs.push_back(expected_box(input.dims.size()));
    }
    for (const ir::Stage& stage : pipeline.stages)
        out.boxes.stages.push_back(expected_box(stage.dims.size()));
    for (const std::string& name : pipeline.outputs)
        out.sizes.outputs[name] = expected_box(pipeline.find_stage(name)->dims.size());
    return out;
}

}  // namespace

std::map<std::string, int64_t> expected_extents(const ir::Pipeline& pipeline,
                                                const std::map<std::string, int64_t>& known) {
    std::map<std::string, int64_t> extents = known;
    for (const ir::Estimate& e : pipeline.estimates) extents.emplace(e.dim, e.extent);
    for (const std::string& name : pipeline.outputs) {
        const std::vector<std::string>& dims = pipeline.find_stage(name)->dims;
        for (size_t d = 0; d < dims.size(); ++d) extents.emplace(dims[d], expected_extent(d));
    }
    return extents;
}

StageGraph expected_graph(const plan::Rewritten& rewritten, const std::map<std::string, int64_t>& extents,
                          const machine::Target& target) {
    const auto& [pipeline, regions] = rewritten;
    const Result<analysis::ChosenSizes> chosen = analysis::choose_sizes(pipeline, regions, extents);
    return build_graph(pipeline, regions, chosen ? *chosen : sizes_of_a_picture(pipeline), target.math);
}

Prepared prepare(plan::Rewritten rewritten, const std::map<std::string, int64_t>& extents,
                 const machine::Target& target) {
    StageGraph graph = expected_graph(rewritten, extents, target);
    return Prepared{std::move(rewritten), std::move(graph)};
}

Result<Prepared> prepare(const ir::Pipeline& pipeline, const rewrite::Rewrites& rewrites,
                         const std::map<std::string, int64_t>& extents, const machine::Target& target) {
    Result<plan::Rewritten> rewritten = plan::rewrite_pipeline(pipeline, rewrites);
    if (!rewritten) return rewritten.diagnostics();
    return prepare(std::move(*rewritten), extents, target);
}

}  // namespace pantile::search
