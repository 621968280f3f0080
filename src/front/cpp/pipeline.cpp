#include "pantile/pipeline.h"

#include <new>

#include "base/out_of_memory.h"
#include "front/cpp/build.h"
#include "ir/print.h"
#include "pantile/func.h"

namespace pantile {

Result<Pipeline> Pipeline::build(const std::vector<Func>& outputs, const std::string& name) try {
    std::vector<std::shared_ptr<front::FuncContents>> contents;
    for (const Func& output : outputs) contents.push_back(output.contents());
    Result<front::Built> built = front::build(contents, name);
    if (!built) return built.diagnostics();
    Pipeline pipeline(built->pipeline);
    pipeline.inputs_ = std::move(built->inputs);
    pipeline.params_ = std::move(built->params);
    return pipeline;
} catch (const std::bad_alloc&) {
    return out_of_memory();
}

std::string Pipeline::name() const { return pipeline_->name; }
std::string Pipeline::text() const { return pantile::ir::to_text(*pipeline_); }

Bindings Pipeline::bindings() const {
    Bindings out;
    for (const auto& [input_name, input] : inputs_) {
        if (input->buffer.defined()) out.images.emplace(input_name, input->buffer);
    }
    for (const auto& [param_name, param] : params_) {
        if (param->value) out.params.emplace(param_name, *param->value);
    }
    return out;
}

}  // namespace pantile
