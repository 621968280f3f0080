// Fewer outputs, stages, ranges, cases and updates.
#include "ir/build.h"
#include "random/rewrite.h"
#include "random/shrink/steps.h"
#include "rewrite/inline_stages.h"

namespace pantile::random {

using namespace ir;

namespace {

// The boxes of all stages; none where the sizes do not fit.
std::vector<analysis::Box> boxes_of(const Specimen& s) {
    const Result<analysis::Regions> regions = analysis::infer_regions(s.pipeline);
    if (!regions) return {};
    const auto concrete = analysis::evaluate_regions(s.pipeline, *regions, s.sizes);
    return concrete ? concrete->stages : std::vector<analysis::Box>{};
}

template <typename T>
void erase_at(std::vector<T>& items, size_t i) {
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
}

Expr zero(ScalarType type) { return constant(Value::of_int(type, 0)); }

void make_input(Specimen& s, size_t stage) {
    const Stage& old = s.pipeline.stages[stage];
    if (old.dims.empty()) return;
    s.pipeline.inputs.push_back({old.name, old.type, old.dims, {}});
    erase_at(s.pipeline.stages, stage);
}

// A variable of the domain stays at its first value.
void drop_variable(Update& u, size_t v) {
    const ReductionVariable gone = u.domain.variables[v];
    erase_at(u.domain.variables, v);
    const auto settle = [&](const Expr& e) {
        return substitute(e, Scope::reduction, {{gone.name, gone.min}});
    };
    u.value = settle(u.value);
    for (Expr& arg : u.args) arg = settle(arg);
    if (u.domain.where) u.domain.where = settle(*u.domain.where);
}

void add_without_parts(const Specimen& s, size_t stage, size_t update, Candidates& out) {
    const Update& u = s.pipeline.stages[stage].updates[update];
    const auto add = [&](const std::function<void(Update&)>& change) {
        out.push_back(s);
        change(out.back().pipeline.stages[stage].updates[update]);
    };
    if (u.domain.where) add([](Update& changed) { changed.domain.where.reset(); });
    for (size_t v = 0; v < u.domain.variables.size(); ++v) {
        add([&](Update& changed) { drop_variable(changed, v); });
        add([&](Update& changed) { changed.domain.variables[v].max = changed.domain.variables[v].min; });
    }
    for (size_t d = 0; d < u.args.size(); ++d)
        add([&](Update& changed) {
            changed.args[d] = variable(Scope::coordinate, s.pipeline.stages[stage].dims[d]);
        });
}

}  // namespace

Candidates with_fewer_outputs(const Specimen& s) {
    Candidates out;
    const std::vector<analysis::Box> boxes = boxes_of(s);
    for (size_t stage = 0; stage < boxes.size(); ++stage) {
        const std::string& name = s.pipeline.stages[stage].name;
        out.push_back(s);
        out.back().pipeline.outputs = {name};
        if (!s.pipeline.is_output(name)) out.back().sizes.outputs = {{name, boxes[stage]}};
    }
    for (size_t i = 0; i < s.pipeline.outputs.size() && s.pipeline.outputs.size() > 1; ++i) {
        out.push_back(s);
        erase_at(out.back().pipeline.outputs, i);
    }
    return out;
}

Candidates with_fewer_stages(const Specimen& s) {
    Candidates out;
    for (size_t i = s.pipeline.stages.size(); i-- > 0;) {
        const Stage& stage = s.pipeline.stages[i];
        if (!s.pipeline.is_output(stage.name)) {
            out.push_back(s);
            make_input(out.back(), i);
            if (!rewrite::why_not_inlined(s.pipeline, {rewrite::Inline{stage.name}})) {
                out.push_back(s);
                out.back().pipeline = rewrite::inline_stages(s.pipeline, {rewrite::Inline{stage.name}});
            }
        }
        out.push_back(s);
        out.back().pipeline.stages[i].updates.clear();
        out.back().pipeline.stages[i].cases = {{std::nullopt, zero(stage.type)}};
    }
    return out;
}

Candidates with_fewer_definitions(const Specimen& s) {
    Candidates out;
    for (size_t i = 0; i < s.pipeline.stages.size(); ++i) {
        const Stage& stage = s.pipeline.stages[i];
        for (size_t r = 0; r < stage.ranges.size(); ++r) {
            out.push_back(s);
            erase_at(out.back().pipeline.stages[i].ranges, r);
        }
        for (size_t u = 0; u < stage.updates.size(); ++u) {
            out.push_back(s);
            erase_at(out.back().pipeline.stages[i].updates, u);
        }
        for (size_t c = 0; c < stage.cases.size() && stage.cases.size() > 1; ++c) {
            out.push_back(s);
            erase_at(out.back().pipeline.stages[i].cases, c);
        }
        for (size_t c = 0; c < stage.cases.size(); ++c) {
            if (!stage.cases[c].condition) continue;
            out.push_back(s);
            out.back().pipeline.stages[i].cases = {{std::nullopt, stage.cases[c].value}};
        }
        for (size_t u = 0; u < stage.updates.size(); ++u) add_without_parts(s, i, u, out);
    }
    return out;
}

}  // namespace pantile::random
