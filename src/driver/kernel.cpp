#include <fmt/format.h>

#include <cstring>
#include <new>
#include <optional>

#include "base/out_of_memory.h"
#include "driver/arguments.h"
#include "driver/compile.h"
#include "driver/dense.h"
#include "driver/footprint.h"
#include "pantile/compile.h"
#include "runtime/cache.h"
#include "runtime/jit.h"
#include "runtime/toolchain.h"

namespace pantile {

// The layout of 'struct pantile_buffer' in emitted C.
struct CBuffer {
    void* data;
    int32_t type;
    int32_t rank;
    Dimension dim[kMaxRank];
};
static_assert(sizeof(Dimension) == 24 && sizeof(CBuffer) == 16 + 24 * kMaxRank);

struct Kernel::State {
    std::shared_ptr<const ir::Pipeline> pipeline;
    driver::Compilation compilation;
    runtime::SharedObject object;
    int (*entry)(void* const*, int);
    const char* (*message)(int);
    double compile_seconds;
};

namespace {

std::vector<std::string> compiler_flags(const machine::Target& target, const runtime::Compiler& compiler,
                                        const emit::EmittedFiles& files) {
    const bool is_clang = compiler.kind == runtime::CompilerKind::clang;
    std::vector<std::string> flags = {"-std=c11"};
    if (!is_clang) flags.push_back("-O3");
    if (is_clang) flags.insert(flags.end(), files.clang_optimization.begin(), files.clang_optimization.end());
    for (std::string& flag : emit::target_flags(target)) flags.push_back(std::move(flag));
#if defined(__x86_64__)
    if (is_clang && runtime::major_version(compiler) >= emit::kOldestClangWithTuning) {
        for (std::string& flag : emit::clang_tuning_flags()) flags.push_back(std::move(flag));
    }
#endif
    if (compiler.openmp) flags.push_back("-fopenmp");
    flags.push_back("-lm");
    return flags;
}

CBuffer c_buffer(const AnyBuffer& buffer) {
    CBuffer c{buffer.data(), static_cast<int32_t>(buffer.type()), buffer.rank(), {}};
    for (int d = 0; d < buffer.rank(); ++d) c.dim[d] = buffer.dim(d);
    return c;
}

// A parameter in the form that the entry point reads: its bytes.
struct CParam {
    alignas(8) std::byte bytes[8] = {};
};

CParam c_param(const ir::Value& value) {
    CParam p;
    ir::store_value(value, p.bytes);
    return p;
}

Result<runtime::BuildOutcome> build(const ir::Pipeline& pipeline, const driver::Compilation& compilation,
                                    const CompileOptions& options) {
    const runtime::Environment environment = runtime::from_process_environment();
    const runtime::Cache cache = runtime::Cache::open({.directory = options.cache_directory}, environment);
    Result<runtime::Compiler> compiler = runtime::find_compiler({options.compiler, environment, &cache});
    if (!compiler) return compiler.diagnostics();
    return runtime::build(
        {.source = emit::single_file(compilation.files),
         .name = pipeline.name,
         .compiler = *compiler,
         .flags = compiler_flags(compilation.chosen.plan.target, *compiler, compilation.files),
         .environment = environment,
         .cache = &cache});
}

}  // namespace

Result<Kernel> compile(const Pipeline& pipeline, const CompileOptions& given) try {
    CompileOptions options = given;
    options.parallel = Parallel::openmp;
    Result<driver::Compilation> compilation = driver::compile_to_c(pipeline.ir(), options);
    if (!compilation) return compilation.diagnostics();
    Result<runtime::BuildOutcome> built = build(pipeline.ir(), *compilation, options);
    if (!built) return built.diagnostics();
    void* const entry = built->object.symbol(pipeline.name() + "_argv");
    void* const message = built->object.symbol(pipeline.name() + "_message");
    if (!entry || !message) return Diagnostic{.message = "the compiled pipeline has no entry point."};
    return Kernel(std::make_shared<const Kernel::State>(
        Kernel::State{pipeline.shared_ir(), std::move(*compilation), std::move(built->object),
                      reinterpret_cast<int (*)(void* const*, int)>(entry),
                      reinterpret_cast<const char* (*)(int)>(message), built->compile_seconds}));
} catch (const std::bad_alloc&) {
    return out_of_memory();
}

Result<Outputs> Kernel::run(const Arguments& arguments, const std::map<std::string, int64_t>& sizes) const
    try {
    const ir::Pipeline& pipeline = *state_->pipeline;
    Result<driver::BoundArguments> bound = driver::bind_arguments(pipeline, arguments);
    if (!bound) return bound.diagnostics();
    if (Diagnostics found = driver::choose_output_boxes(pipeline, state_->compilation.regions, sizes, *bound);
        !found.empty())
        return found;
    // Before the outputs are allocated, so that an impossible size is an error and not a crash.
    Result<analysis::ConcreteRegions> regions =
        analysis::evaluate_regions(pipeline, state_->compilation.regions, bound->sizes);
    if (!regions) return regions.diagnostics();
    const auto bytes =
        driver::bytes_needed(pipeline, state_->compilation.loops, bound->sizes, arguments.threads);
    if (Diagnostics found = driver::check_memory(bytes); !found.empty()) return found;
    Outputs outputs;
    for (const auto& [name, box] : bound->sizes.outputs) {
        std::vector<Dimension> dims;
        for (const analysis::Interval& range : box) dims.push_back({range.min, range.extent(), 0});
        Result<AnyBuffer> buffer = AnyBuffer::allocate(pipeline.find_stage(name)->type, std::move(dims));
        if (!buffer) return buffer.diagnostics();
        outputs.emplace(name, *buffer);
    }
    if (Diagnostics found = run_into(arguments, outputs); !found.empty()) return found;
    return outputs;
} catch (const std::bad_alloc&) {
    return out_of_memory();
}

Diagnostics Kernel::run_into(const Arguments& arguments, const Outputs& outputs) const try {
    const ir::Pipeline& pipeline = *state_->pipeline;
    Result<driver::BoundArguments> bound = driver::bind_arguments(pipeline, arguments);
    if (!bound) return bound.diagnostics();
    if (Diagnostics found = driver::take_output_boxes(pipeline, outputs, *bound); !found.empty())
        return found;
    Result<analysis::ConcreteRegions> regions =
        analysis::evaluate_regions(pipeline, state_->compilation.regions, bound->sizes);
    if (!regions) return regions.diagnostics();

    std::vector<CBuffer> buffers;
    std::vector<CParam> params;
    std::vector<driver::DenseView> views;
    for (const ir::Input& input : pipeline.inputs)
        views.push_back(driver::dense_copy_of(bound->inputs.at(input.name)));
    for (const std::string& name : pipeline.outputs)
        views.push_back(driver::dense_room_for(outputs.at(name)));
    for (const driver::DenseView& view : views) {
        if (!view.buffer.defined()) return {{.message = "not enough memory for a dense copy of an image."}};
        buffers.push_back(c_buffer(view.buffer));
    }
    for (const ir::Param& p : pipeline.params) params.push_back(c_param(bound->sizes.params.at(p.name)));
    std::vector<void*> args;
    for (size_t i = 0; i < pipeline.inputs.size(); ++i) args.push_back(&buffers[i]);
    for (CParam& p : params) args.push_back(p.bytes);
    for (size_t i = pipeline.inputs.size(); i < buffers.size(); ++i) args.push_back(&buffers[i]);
    const int status = state_->entry(args.data(), arguments.threads);
    if (status != 0)
        return {{.message = fmt::format("'{}' did not run: {}", pipeline.name, state_->message(status))}};
    for (size_t i = pipeline.inputs.size(); i < views.size(); ++i) driver::copy_back(views[i]);
    return {};
} catch (const std::bad_alloc&) {
    return {out_of_memory()};
}

const std::string& Kernel::c_source() const { return state_->compilation.files.source; }
const std::string& Kernel::c_header() const { return state_->compilation.files.header; }
double Kernel::compile_seconds() const { return state_->compile_seconds; }

}  // namespace pantile
