#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/quantity.h"
#include "report/print_explanation.h"
#include "rewrite/inline_stages.h"
#include "schedule/print.h"

namespace pantile::report {

namespace {

// Quoted: DOT has keywords, and names of its own for 'node' and 'graph'.
std::string quoted_id(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n') {
            out += "\\n";
            continue;
        }
        out += c;
    }
    return out + "\"";
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string node_text(const std::string& name, const ir::Pipeline& pipeline, const Explanation& e) {
    std::vector<std::string> looks;
    if (e.rewrites.count(rewrite::Inline{name})) looks.emplace_back("style=dashed");
    if (contains(pipeline.outputs, name)) looks.emplace_back("peripheries=2");
    return quoted_id(name) + (looks.empty() ? "" : fmt::format(" [{}]", fmt::join(looks, ", "))) + ";\n";
}

std::string group_label(const GroupReport& g, size_t number) {
    const ir::Stage reference{.name = g.group.stages.back(), .dims = g.dims};
    std::string out = fmt::format("group {}", number);
    if (schedule::is_tiled(g.group)) out += ": tiles of " + schedule::tile_text(g.group, reference);
    return out + fmt::format("\n{}, {:.0f} %", duration_text(g.forecast.time), g.forecast.share * 100);
}

std::string cluster_text(const GroupReport& g, size_t number, const ir::Pipeline& pipeline,
                         const Explanation& e) {
    std::string out =
        fmt::format("  subgraph cluster_{} {{\n    label={};\n", number, quoted_id(group_label(g, number)));
    for (const std::string& name : g.group.stages) out += "    " + node_text(name, pipeline, e);
    return out + "  }\n";
}

// As they were written, but where parts are stages of their own.
std::vector<ir::Stage> stages_drawn(const ir::Pipeline& pipeline, const Explanation& e) {
    rewrite::Rewrites parts;
    for (const rewrite::Rewrite& r : e.rewrites)
        if (std::holds_alternative<rewrite::FactorParts>(r)) parts.insert(r);
    return parts.empty() ? pipeline.stages : rewrite::inline_stages(pipeline, parts).stages;
}

}  // namespace

std::string to_dot(const Explanation& e, const ir::Pipeline& pipeline) {
    std::string out = fmt::format("digraph {} {{\n  node [shape=box];\n", quoted_id(pipeline.name));
    for (const ir::Input& input : pipeline.inputs)
        out += fmt::format("  {} [style=filled, fillcolor=lightgray];\n", quoted_id(input.name));
    for (size_t g = 0; g < e.groups.size(); ++g) out += cluster_text(e.groups[g], g + 1, pipeline, e);
    for (const rewrite::Rewrite& r : e.rewrites) {
        if (const auto* inlined = std::get_if<rewrite::Inline>(&r))
            out += "  " + node_text(inlined->stage, pipeline, e);
    }
    for (const ir::Stage& stage : stages_drawn(pipeline, e)) {
        for (const std::string& producer : ir::producers_of(stage)) {
            if (producer == stage.name) continue;  // an update reads its own stage
            out += fmt::format("  {} -> {};\n", quoted_id(producer), quoted_id(stage.name));
        }
    }
    return out + "}\n";
}

}  // namespace pantile::report
