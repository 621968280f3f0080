#include "lower/lower.h"

#include <fmt/format.h>

#include <map>
#include <unordered_map>

#include "ir/print.h"
#include "ir/traverse.h"
#include "ir/uses.h"
#include "lower/entry_checks.h"
#include "lower/lower_group.h"
#include "lower/lower_parts.h"
#include "lower/lower_stage.h"

namespace pantile::lower {

using namespace ir;

namespace {

// The caller's buffer of a stage that has storage of its own.
std::string output_name(const Stage& stage) { return stage.name + ".out"; }

LoopBuffer input_buffer(const Input& input) {
    LoopBuffer b{input.name, input.type, MemorySpace::caller, input.dims, input.name, {}, {}};
    b.contents = Contents::given;
    for (size_t d = 0; d < input.dims.size(); ++d) {
        const auto wide = [&](Bound bound) {
            return variable(Scope::dimension, as<Variable>(dimension(input, d, bound))->name,
                            ScalarType::i64);
        };
        b.mins.push_back(wide(Bound::min));
        b.maxs.push_back(wide(Bound::max));
    }
    return b;
}

LoopBuffer stage_buffer(const Stage& stage, MemorySpace space, std::string name) {
    LoopBuffer b{std::move(name), stage.type, space, stage.dims, stage.name, {}, {}};
    for (size_t d = 0; d < stage.dims.size(); ++d) {
        const bool ours = space == MemorySpace::global;
        b.mins.push_back(ours ? analysis::box_min(stage, d) : analysis::requested_min(stage, d));
        b.maxs.push_back(ours ? analysis::box_max(stage, d) : analysis::requested_max(stage, d));
    }
    return b;
}

// Stages that no step keeps as a whole: they live in the scratch of their group alone.
std::set<std::string> only_in_tiles(const plan::Plan& in) {
    std::set<std::string> names;
    for (const schedule::Group& group : in.schedule->groups) {
        if (!schedule::is_tiled(group)) continue;
        const std::set<std::string> inside(group.stages.begin(), group.stages.end());
        for (const std::string& name : inside) {
            if (!in.pipeline().is_output(name)) names.insert(name);
        }
        for (const analysis::AccessRegion& access : in.regions().accesses) {
            if (!inside.count(in.pipeline().stages[access.consumer].name) && inside.count(access.producer))
                names.erase(access.producer);
        }
    }
    return names;
}

std::vector<LoopBuffer> buffers_of(const plan::Plan& in, const std::set<std::string>& only_in_tiles,
                                   const std::unordered_map<std::string, size_t>& number) {
    std::vector<LoopBuffer> buffers;
    for (const Input& input : in.pipeline().inputs) buffers.push_back(input_buffer(input));
    for (const std::string& name : in.pipeline().outputs) {
        const Stage& stage = in.pipeline().stages[number.at(name)];
        const bool in_place = in.regions().computed_in_place[number.at(name)];
        buffers.push_back(stage_buffer(stage, MemorySpace::caller, in_place ? name : output_name(stage)));
    }
    for (size_t s = 0; s < in.pipeline().stages.size(); ++s) {
        if (in.regions().computed_in_place[s] || only_in_tiles.count(in.pipeline().stages[s].name)) continue;
        buffers.push_back(
            stage_buffer(in.pipeline().stages[s], MemorySpace::global, in.pipeline().stages[s].name));
    }
    return buffers;
}

void mark_streamed(const schedule::Schedule& schedule, std::vector<LoopBuffer>& buffers) {
    for (const schedule::Group& group : schedule.groups) {
        for (LoopBuffer& b : buffers)
            b.streamed |= std::count(group.streamed.begin(), group.streamed.end(), b.name) > 0;
    }
}

// The part of a stage that the caller asked for, where it was computed aside.
void add_copy(const plan::Plan& in, const plan::GroupPlan& group, const plan::StagePlan& plan,
              std::vector<Step>& steps) {
    const Stage& stage = in.pipeline().stages[plan.stage];
    if (in.regions().computed_in_place[plan.stage] || !in.pipeline().is_output(stage.name)) return;
    steps.push_back(Compute{stage.name + "_copy",
                            {fmt::format("the region of '{}' that the caller requested", stage.name)},
                            lower_copy({in.pipeline(), stage, group.group, plan, requested_box(stage)},
                                       plan.copy, {stage.name, output_name(stage)})});
}

// What the groups become, one after the other.
struct Program {
    std::vector<NamedBound> bounds;
    std::vector<LoopBuffer> buffers;
    std::vector<Step> steps;
};

void add_parts(const StageContext& context, size_t update, Program& out) {
    LoweredParts lowered = lower_in_parts(context, update);
    out.bounds.insert(out.bounds.end(), lowered.bounds.begin(), lowered.bounds.end());
    out.steps.push_back(Allocate{lowered.copies.name});
    out.buffers.push_back(std::move(lowered.copies));
    out.steps.push_back(std::move(lowered.parts));
    out.steps.push_back(std::move(lowered.merge));
}

void add_stage(const plan::Plan& in, const plan::GroupPlan& group, const plan::StagePlan& plan,
               Program& out) {
    const Stage& stage = in.pipeline().stages[plan.stage];
    const StageContext context{in.pipeline(), stage, group.group, plan, whole_box(stage), in.target.math};
    const bool in_place = in.regions().computed_in_place[plan.stage];
    if (!in_place) out.steps.push_back(Allocate{stage.name});
    for (size_t k = 0, count = 1; k <= stage.updates.size(); k += count) {
        count = plan.definitions[k].together;
        const std::string name = k == 0 ? stage.name : fmt::format("{}_update{}", stage.name, k);
        std::vector<std::string> comment;
        for (size_t i = k; i < k + count; ++i) comment.push_back(definition_text(stage, i));
        int counter = 0;
        if (is_in_parts(context, k))
            add_parts(context, k, out);
        else
            out.steps.push_back(Compute{name, std::move(comment), lower_definition(context, k, counter)});
    }
    add_copy(in, group, plan, out.steps);
}

// Frees each global buffer right after the last step that uses it.
std::vector<Step> release_after_last_use(const std::vector<Step>& steps) {
    std::map<std::string, size_t> last;
    for (size_t i = 0; i < steps.size(); ++i) {
        if (const Allocate* a = std::get_if<Allocate>(&steps[i].kind)) last[a->buffer] = i;
        const Compute* compute = std::get_if<Compute>(&steps[i].kind);
        if (!compute) continue;
        for (const std::string& name : buffers_used(*compute->body)) {
            if (const auto found = last.find(name); found != last.end()) found->second = i;
        }
    }
    std::map<size_t, std::vector<std::string>> ends;
    for (const auto& [name, step] : last) ends[step].push_back(name);
    std::vector<Step> out;
    for (size_t i = 0; i < steps.size(); ++i) {
        out.push_back(steps[i]);
        for (const std::string& name : ends[i]) out.push_back(Release{name});
    }
    return out;
}

// A stage may be called like the step of another: 'f_update1' beside an update of 'f'.
void make_names_differ(std::vector<Step>& steps) {
    std::set<std::string> taken;
    for (Step& step : steps) {
        Compute* compute = std::get_if<Compute>(&step.kind);
        if (!compute) continue;
        const std::string stem = compute->name;
        for (int i = 2; !taken.insert(compute->name).second; ++i)
            compute->name = fmt::format("{}_{}", stem, i);
    }
}

// Bounds that nothing mentions would only be in the way of people who read the emitted code.
std::vector<NamedBound> used_bounds(const Loops& loops) {
    std::set<std::string> used;
    const auto use = [&](const Expr& e) {
        for_each_node(e, [&](const Expr& n) {
            if (const Variable* v = as<Variable>(n)) used.insert(v->name);
        });
    };
    for (const LoopBuffer& b : loops.buffers) {
        for (const auto* list : {&b.mins, &b.maxs, &b.extents}) {
            for (const Expr& e : *list) use(e);
        }
        // The box of an output is known by the names of its stage too.
        for (const std::string& dim : b.dims) {
            if (is_output(b)) used.insert({b.shown + "." + dim + ".min", b.shown + "." + dim + ".max"});
        }
    }
    for (const Check& c : loops.checks) use(c.condition);
    for_each_compute(loops.program, [&](const Compute& step) {
        for_each_statement(*step.body, [&](const Statement& s) { for_each_expr(s, use); });
    });
    std::vector<NamedBound> kept;
    for (size_t i = loops.bounds.size(); i-- > 0;) {
        if (!used.count(loops.bounds[i].name)) continue;
        use(loops.bounds[i].value);
        kept.push_back(loops.bounds[i]);
    }
    return {kept.rbegin(), kept.rend()};
}

std::string flow_of(const Pipeline& pipeline) {
    constexpr size_t kShown = 16;
    std::string out;
    for (const Input& input : pipeline.inputs) out += (out.empty() ? "" : ", ") + input.name;
    for (size_t s = 0; s < pipeline.stages.size() && s < kShown; ++s) {
        out += (out.empty() ? "" : " -> ") + pipeline.stages[s].name;
    }
    if (pipeline.stages.size() > kShown) out += fmt::format(" -> … ({} stages)", pipeline.stages.size());
    return out;
}

}  // namespace

Loops lower(const plan::Plan& in) {
    std::unordered_map<std::string, size_t> number;
    for (size_t s = 0; s < in.pipeline().stages.size(); ++s) number[in.pipeline().stages[s].name] = s;
    const std::set<std::string> inside = only_in_tiles(in);
    Program program{entry_bounds(in), buffers_of(in, inside, number), {}};
    auto& [bounds, buffers, steps] = program;
    mark_streamed(*in.schedule, buffers);
    for (const plan::GroupPlan& group : in.groups) {
        if (!group.tiles) {
            for (const plan::StagePlan& stage : group.stages) add_stage(in, group, stage, program);
            continue;
        }
        LoweredGroup lowered = lower_group(in, group);
        bounds.insert(bounds.end(), lowered.bounds.begin(), lowered.bounds.end());
        buffers.insert(buffers.end(), lowered.scratch.begin(), lowered.scratch.end());
        for (const plan::StagePlan& stage : group.stages) {
            const std::string& name = in.pipeline().stages[stage.stage].name;
            if (!inside.count(name) && !in.regions().computed_in_place[stage.stage])
                steps.push_back(Allocate{name});
        }
        steps.push_back(std::move(lowered.step));
        for (const plan::StagePlan& stage : group.stages) add_copy(in, group, stage, steps);
    }
    steps = release_after_last_use(steps);
    make_names_differ(steps);
    Loops loops{in.pipeline().name,         flow_of(in.pipeline()), in.schedule->name,
                in.schedule->pipeline_hash, in.pipeline().params,   std::move(buffers),
                in.limits.coordinate,       std::move(bounds),      entry_checks(in),
                Sequence{std::move(steps)}};
    loops.bounds = used_bounds(loops);
    return loops;
}

}  // namespace pantile::lower
