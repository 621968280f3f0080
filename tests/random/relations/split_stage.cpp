#include "ir/build.h"
#include "ir/sharing.h"
#include "random/relations/relations.h"
#include "random/rewrite.h"

namespace pantile::random {

using namespace ir;

namespace {

// What can be computed by itself: no reduction variable of an enclosing sum is missing.
Exprs separable_parts(const Expr& root) {
    FreeReductionNames free;
    Exprs parts;
    for (const Expr& e : post_order(root))
        if (!as<Constant>(e) && !as<Variable>(e) && free(e).empty()) parts.push_back(e);
    return parts;
}

}  // namespace

std::optional<Trial> split_stage(const Trial& trial, Random& random) {
    ir::Pipeline pipeline = trial.pipeline;
    const size_t s = random.below(pipeline.stages.size());
    Stage& stage = pipeline.stages[s];
    Case& definition = stage.cases[random.below(stage.cases.size())];
    const Exprs parts = separable_parts(definition.value);
    if (parts.empty()) return std::nullopt;
    const Expr part = random.pick(parts);
    std::string name = "part";
    while (pipeline.find_stage(name) || pipeline.find_input(name) || pipeline.find_param(name)) name += "b";
    Exprs here;
    for (const std::string& dim : stage.dims) here.push_back(variable(Scope::coordinate, dim));
    const Stage own{name, part.type(), stage.dims, {{std::nullopt, part}}, {}, {}};
    definition.value = replace_node(definition.value, part.id(), access(name, part.type(), here));
    pipeline.stages.insert(pipeline.stages.begin() + static_cast<std::ptrdiff_t>(s), own);
    return with_pipeline(trial, std::move(pipeline));
}

}  // namespace pantile::random
