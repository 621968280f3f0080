#include "analysis/choose_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/identifier.h"
#include "ir/traverse.h"

namespace pantile::analysis {

namespace {

// An input that grows may be read farther out, where a boundary condition mirrors it; that ends soon or
// never.
constexpr int kMostSteps = 16;

std::vector<std::string> output_dims(const ir::Pipeline& pipeline) {
    std::vector<std::string> all;
    for (const std::string& name : pipeline.outputs) {
        for (const std::string& dim : pipeline.find_stage(name)->dims) {
            if (std::find(all.begin(), all.end(), dim) == all.end()) all.push_back(dim);
        }
    }
    return all;
}

ir::Value value_of(const ir::Param& param) {
    if (param.initial) return *param.initial;
    if (param.lowest) return *param.lowest;
    if (is_bool(param.type)) return ir::Value::of_bool(true);
    return is_float(param.type) ? ir::Value::of_float(param.type, 1) : ir::Value::of_int(param.type, 1);
}

// Extents are what to expect, perhaps rounded: a range that the program declares cuts them.
Box output_box(const ir::Stage& output, const std::map<std::string, int64_t>& extents) {
    Box box;
    for (size_t d = 0; d < output.dims.size(); ++d) {
        const auto known = extents.find(output.dims[d]);
        const int64_t extent = known == extents.end() ? 1 : known->second;
        const ir::CoordinateRange* const range = output.range_of(d);
        const int64_t first = first_within(range, 0, extent);
        box.push_back({first, range ? std::min(range->max, first + extent - 1) : first + extent - 1});
    }
    return box;
}

// The most that the outputs' ranges leave of a dimension; nothing when they leave it open.
std::optional<int64_t> most_in_range(const ir::Pipeline& pipeline, const std::string& dim) {
    std::optional<int64_t> most;
    for (const std::string& name : pipeline.outputs) {
        const ir::Stage& output = *pipeline.find_stage(name);
        for (size_t d = 0; d < output.dims.size(); ++d) {
            if (output.dims[d] != dim) continue;
            const ir::CoordinateRange* const range = output.range_of(d);
            if (!range) return std::nullopt;
            most = std::max(most.value_or(0), range->max - range->min + 1);
        }
    }
    return most;
}

Sizes first_sizes(const ir::Pipeline& pipeline, const std::map<std::string, int64_t>& extents) {
    Sizes sizes;
    const auto box = [&](const std::vector<std::string>& dims) {
        Box out;
        for (const std::string& dim : dims) {
            const auto extent = extents.find(dim);
            out.push_back({0, extent == extents.end() ? 0 : extent->second - 1});
        }
        return out;
    };
    for (const ir::Input& input : pipeline.inputs) sizes.inputs[input.name] = box(input.dims);
    for (const std::string& name : pipeline.outputs)
        sizes.outputs[name] = output_box(*pipeline.find_stage(name), extents);
    for (const ir::Param& param : pipeline.params) sizes.params[param.name] = value_of(param);
    return sizes;
}

// The names of sizes of inputs that bounds depend on.
std::set<std::string> sizes_asked_for(const Regions& regions) {
    std::set<std::string> names;
    const auto visit = [&](const Expr& e) {
        ir::for_each_node(e, [&](const Expr& n) {
            const ir::Variable* v = ir::as<ir::Variable>(n);
            if (v && v->scope == ir::Scope::dimension) names.insert(v->name);
        });
    };
    for (const auto* boxes : {&regions.stages, &regions.inputs}) {
        for (const std::vector<Bounds>& box : *boxes) {
            for (const Bounds& b : box) {
                visit(b.min);
                visit(b.max);
            }
        }
    }
    return names;
}

bool asks_for_size(const std::set<std::string>& asked, const ir::Input& input, size_t d) {
    const std::string stem = input.name + "." + input.dims[d] + ".";
    return asked.count(stem + "min") || asked.count(stem + "max") || asked.count(stem + "extent");
}

// An input whose size nobody asks for has exactly what is read of it.
void shrink_inputs(const ir::Pipeline& pipeline, const Regions& regions, const ConcreteRegions& read,
                   Sizes& sizes) {
    const std::set<std::string> asked = sizes_asked_for(regions);
    for (size_t i = 0; i < pipeline.inputs.size(); ++i) {
        Box& box = sizes.inputs.at(pipeline.inputs[i].name);
        for (size_t d = 0; d < read.inputs[i].size(); ++d) {
            if (read.inputs[i][d].extent() > 0 && !asks_for_size(asked, pipeline.inputs[i], d))
                box[d] = read.inputs[i][d];
        }
    }
}

// Whether an input had to grow. Bounds that cannot be evaluated change nothing: evaluate_regions reports
// them.
bool grow_inputs(const ir::Pipeline& pipeline, const Regions& regions, Sizes& sizes) {
    BoundValues values(pipeline, sizes);
    for (size_t s = pipeline.stages.size(); s-- > 0;) {
        Box box(pipeline.stages[s].dims.size());
        for (const size_t d : regions.order[s]) {
            const auto min = values(regions.stages[s][d].min), max = values(regions.stages[s][d].max);
            if (!min || !max) return false;
            box[d] = {*min, *max};
            values.set_box(pipeline.stages[s], box);
        }
    }
    bool grown = false;
    for (size_t i = 0; i < pipeline.inputs.size(); ++i) {
        Box& box = sizes.inputs.at(pipeline.inputs[i].name);
        for (size_t d = 0; d < regions.inputs[i].size(); ++d) {
            const auto min = values(regions.inputs[i][d].min), max = values(regions.inputs[i][d].max);
            if (!min || !max || *max < *min) continue;
            const Interval hull{std::min(box[d].min, *min), std::max(box[d].max, *max)};
            grown |= !(hull == box[d]);
            box[d] = hull;
        }
    }
    return grown;
}

}  // namespace

Result<std::map<std::string, int64_t>> known_extents(const ir::Pipeline& pipeline,
                                                     const std::map<std::string, int64_t>& given) {
    const std::vector<std::string> dims = output_dims(pipeline);
    Diagnostics found;
    for (const auto& [dim, extent] : given) {
        if (std::find(dims.begin(), dims.end(), dim) == dims.end()) {
            Diagnostic d{.message = fmt::format("no output of '{}' has a dimension {}.", pipeline.name,
                                                in_quotes(dim))};
            if (!dims.empty())
                d.hints.push_back(
                    fmt::format("the dimensions of its outputs are: {}.", fmt::join(dims, ", ")));
            found.push_back(std::move(d));
        } else if (extent < 1 || extent > kLargestArgument) {
            found.push_back({.message = fmt::format("the size {} = {} is not between 1 and {}.",
                                                    in_quotes(dim), extent, kLargestArgument)});
        }
    }
    if (!found.empty()) return found;
    std::map<std::string, int64_t> extents = given;
    for (const ir::Estimate& e : pipeline.estimates) extents.emplace(e.dim, e.extent);
    for (const std::string& dim : dims) {
        const std::optional<int64_t> most = most_in_range(pipeline, dim);
        if (!most) continue;
        int64_t& extent = extents.emplace(dim, *most).first->second;
        extent = std::min(extent, *most);
    }
    return extents;
}

std::vector<std::string> missing_extents(const ir::Pipeline& pipeline,
                                         const std::map<std::string, int64_t>& extents) {
    std::vector<std::string> missing;
    for (const std::string& dim : output_dims(pipeline)) {
        if (!extents.count(dim)) missing.push_back(dim);
    }
    return missing;
}

Result<ChosenSizes> choose_sizes(const ir::Pipeline& pipeline, const Regions& regions,
                                 const std::map<std::string, int64_t>& extents) {
    Sizes sizes = first_sizes(pipeline, extents);
    for (int step = 0; step < kMostSteps && grow_inputs(pipeline, regions, sizes); ++step) {
    }
    Result<ConcreteRegions> boxes = evaluate_regions(pipeline, regions, sizes);
    if (!boxes) return boxes.diagnostics();
    shrink_inputs(pipeline, regions, *boxes, sizes);
    return ChosenSizes{std::move(sizes), std::move(*boxes)};
}

}  // namespace pantile::analysis
