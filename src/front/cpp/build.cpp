#include "front/cpp/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "base/identifier.h"
#include "front/cpp/call.h"
#include "front/cpp/define.h"
#include "front/cpp/resolve.h"
#include "ir/traverse.h"
#include "ir/verify.h"

namespace pantile::front {
namespace {

// A Func may be called 'gamma'; a function of C may not.
std::string pipeline_named_after(const std::string& output) {
    return !why_not_a_name(output) && why_not_a_pipeline_name(output) ? output + "_pipeline" : output;
}

using FuncPtr = std::shared_ptr<FuncContents>;

// A Func that only reads another has no stage; as an output it gets one that copies.
FuncPtr with_stage(const FuncPtr& func) {
    if (!func->forward) return func;
    const auto copy = std::make_shared<FuncContents>();
    copy->name = func->name;
    copy->estimates = func->estimates;
    copy->bounds = func->bounds;
    copy->problems = func->problems;
    ir::Exprs args;
    for (size_t d = 0; d < rank_of(*func); ++d) {
        args.push_back(variable_of(ir::Scope::coordinate, "", ScalarType::i32, std::make_shared<Tag>()));
    }
    define(copy, args, call(func, args));
    return copy;
}

// Callees before callers. A stack of its own instead of recursion: chains of Funcs may be thousands long.
std::vector<FuncPtr> in_order(const std::vector<FuncPtr>& outputs) {
    struct Visit {
        FuncPtr func;
        size_t next_callee;
    };
    std::vector<FuncPtr> order;
    std::unordered_set<const FuncContents*> seen;
    for (const FuncPtr& output : outputs) {
        std::vector<Visit> stack;
        if (seen.insert(output.get()).second) stack.push_back({output, 0});
        while (!stack.empty()) {
            Visit& top = stack.back();
            if (top.next_callee == top.func->callees.size()) {
                order.push_back(top.func);
                stack.pop_back();
                continue;
            }
            const FuncPtr callee = top.func->callees[top.next_callee++];
            if (seen.insert(callee.get()).second) stack.push_back({callee, 0});
        }
    }
    return order;
}

// The inputs and parameters of the program, each once, in the order of first use.
struct Leaves {
    std::vector<std::shared_ptr<const InputContents>> inputs;
    std::vector<std::shared_ptr<const ParamContents>> params;
    std::unordered_set<const ir::Symbol*> seen;

    void add(const ir::SymbolPtr& symbol) {
        if (const auto* dimension = dynamic_cast<const DimensionSymbol*>(symbol.get()))
            return add(dimension->input);
        if (!symbol || !seen.insert(symbol.get()).second) return;
        if (auto input = std::dynamic_pointer_cast<const InputContents>(symbol))
            inputs.push_back(input);
        else if (auto param = std::dynamic_pointer_cast<const ParamContents>(symbol))
            params.push_back(param);
    }
};

Leaves leaves_of(const std::vector<FuncPtr>& funcs) {
    Leaves leaves;
    const auto visit = [&](const ir::Expr& node) {
        if (const ir::Variable* v = ir::as<ir::Variable>(node)) leaves.add(v->symbol);
        if (const ir::Access* a = ir::as<ir::Access>(node)) leaves.add(a->symbol);
    };
    for (const FuncPtr& func : funcs) {
        const ir::Stage unnamed{"", func->type, {}, func->cases, func->updates, {}};
        ir::for_each_expr(unnamed, [&](const ir::Expr& root, size_t) { ir::for_each_node(root, visit); });
    }
    return leaves;
}

class Builder {
  public:
    Result<Built> run(const std::vector<FuncPtr>& given, const std::string& name) {
        std::vector<FuncPtr> outputs;
        for (const FuncPtr& output : given) outputs.push_back(with_stage(output));
        const std::vector<FuncPtr> order = in_order(outputs);
        if (!all_defined(outputs)) return std::move(problems_);
        for (const FuncPtr& func : order) {
            problems_.insert(problems_.end(), func->problems.begin(), func->problems.end());
        }
        const Leaves leaves = leaves_of(order);
        name_leaves(leaves);
        name_funcs(outputs, order);
        pipeline_->name = !name.empty() ? name : pipeline_named_after(name_of_func(*outputs[0]));
        for (const FuncPtr& func : order) pipeline_->stages.push_back(resolve(*func, names_));
        for (const FuncPtr& output : outputs) pipeline_->outputs.push_back(name_of_func(*output));
        for (const FuncPtr& output : outputs) add_estimates(*output);
        for (const FuncPtr& output : outputs) add_ranges(*output);
        check_coordinates();
        Diagnostics found = ir::verify(*pipeline_);
        problems_.insert(problems_.end(), found.begin(), found.end());
        if (has_errors(problems_)) return std::move(problems_);
        return Built{pipeline_, std::move(inputs_), std::move(params_)};
    }

  private:
    // Other Funcs are: reading one that is not defined is a mistake of the reader.
    bool all_defined(const std::vector<FuncPtr>& outputs) {
        if (outputs.empty()) problems_.push_back({.message = "a pipeline needs at least one output."});
        for (const FuncPtr& func : outputs) {
            if (func->defined()) continue;
            problems_.push_back({.message = fmt::format("the output {} is not defined.", shown(*func))});
        }
        return problems_.empty();
    }

    static std::string claim(UniqueNames& names, const std::string& wanted, const std::string& prefix) {
        return wanted.empty() ? names.claim_numbered(prefix) : names.claim(wanted);
    }

    // Inputs and parameters come first: callers know them by name.
    void name_leaves(const Leaves& leaves) {
        pipeline_->inputs.reserve(leaves.inputs.size());  // 'names_' points at them
        for (const auto& input : leaves.inputs) {
            const std::string name = claim(names_.names, input->name, "image");
            pipeline_->inputs.push_back({name, input->type, input->dims, {}});
            names_.of[input.get()] = name;
            names_.inputs[input.get()] = &pipeline_->inputs.back();
            inputs_.emplace_back(name, input);
        }
        for (const auto& param : leaves.params) {
            const std::string name = claim(names_.names, param->name, "param");
            pipeline_->params.push_back(
                {name, param->type, param->initial, param->lowest, param->highest, {}});
            names_.of[param.get()] = name;
            params_.emplace_back(name, param);
        }
    }

    // Then outputs, for the same reason, then other names that were given, then the rest in order.
    void name_funcs(const std::vector<FuncPtr>& outputs, const std::vector<FuncPtr>& order) {
        for (const std::vector<FuncPtr>* funcs : {&outputs, &order}) {
            for (const FuncPtr& func : *funcs) {
                if (!func->name.empty()) name_func(*func);
            }
        }
        for (const FuncPtr& func : order) name_func(*func);
    }

    void name_func(const FuncContents& func) {
        if (names_.of.count(func.tag.get())) return;
        names_.of[func.tag.get()] = claim(names_.names, func.name, "f");
    }

    const std::string& name_of_func(const FuncContents& func) const { return names_.of.at(func.tag.get()); }

    void add_estimates(const FuncContents& func) {
        const ir::Stage& stage = *pipeline_->find_stage(name_of_func(func));
        for (size_t d = 0; d < std::min(func.estimates.size(), stage.dims.size()); ++d) {
            const auto same = [&](const ir::Estimate& e) { return e.dim == stage.dims[d]; };
            std::vector<ir::Estimate>& all = pipeline_->estimates;
            if (std::none_of(all.begin(), all.end(), same))
                all.push_back({stage.dims[d], func.estimates[d].extent});
        }
    }

    void add_ranges(const FuncContents& func) {
        const auto stage = std::find_if(pipeline_->stages.begin(), pipeline_->stages.end(),
                                        [&](const ir::Stage& s) { return s.name == name_of_func(func); });
        // Beyond this the verifier refuses it anyway.
        constexpr int64_t kFarOut = 4 * ir::kMaxCoordinate;
        for (const BoundCoordinate& b : func.bounds) {
            const auto place = std::find(func.dims.begin(), func.dims.end(), b.var);
            if (place == func.dims.end()) {
                problems_.push_back(
                    {.message = fmt::format(
                         "'bound' gives '{}' a range for a 'Var' that is not one of its coordinates.",
                         stage->name),
                     .hints = {fmt::format("'{}' has the coordinates ({}).", stage->name,
                                           fmt::join(stage->dims, ", "))}});
                continue;
            }
            const int64_t min = std::clamp(b.min, -kFarOut, kFarOut);
            stage->ranges.push_back({static_cast<size_t>(place - func.dims.begin()), min,
                                     min + std::clamp<int64_t>(b.extent, 0, kFarOut) - 1});
        }
        std::sort(stage->ranges.begin(), stage->ranges.end(),
                  [](const auto& a, const auto& b) { return a.dim < b.dim; });
    }

    // In text both would be the same word.
    void check_coordinates() {
        for (const ir::Stage& stage : pipeline_->stages) {
            for (const std::string& dim : stage.dims) {
                if (!pipeline_->find_param(dim)) continue;
                problems_.push_back(
                    {.message =
                         fmt::format("'{}' is both a coordinate of '{}' and a parameter.", dim, stage.name),
                     .hints = {"give one of them another name."}});
            }
        }
    }

    std::shared_ptr<ir::Pipeline> pipeline_ = std::make_shared<ir::Pipeline>();
    GlobalNames names_;
    ByName<InputContents> inputs_;
    ByName<ParamContents> params_;
    Diagnostics problems_;
};

}  // namespace

Result<Built> build(const std::vector<std::shared_ptr<FuncContents>>& outputs, const std::string& name) {
    return Builder().run(outputs, name);
}

}  // namespace pantile::front
