// Pipelines into machine code, C text or, by the reference interpreter, straight into values.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pantile/buffer.h"
#include "pantile/math_mode.h"
#include "pantile/pipeline.h"
#include "pantile/result.h"
#include "pantile/scalar_value.h"

#pragma GCC visibility push(default)
namespace pantile {

// Who runs the tasks of emitted C at the same time: OpenMP, or a function that the embedding program passes
// at each call. A Kernel always has OpenMP's threads.
enum class Parallel { openmp, callback };

// What schedulers take into account. None of it changes a result.
struct SchedulingOptions {
    // The extents of the outputs to expect, by dimension; where none is given, the program's 'estimate'
    // lines, or those of an ordinary picture.
    std::map<std::string, int64_t> sizes;
    int threads = 0;         // to schedule for; 0: as many as the machine has cores
    std::string cost_model;  // 'polymage', 'halide' or 'pantile', for 'dp' and 'greedy'; empty: their own
    double budget = 2;       // seconds that scheduling may take; of 'tune': that measuring may take
    // Stages that the dynamic program merges at once, for 'auto', 'dp' and 'tune'; none: 32.
    std::optional<int> group_limit = std::nullopt;
    std::string
        machine_json;  // the machine to schedule for, as 'pantile machine --json' prints one; empty: this
    std::string machine_file;  // its name in messages
};

struct CompileOptions {
    Math math = Math::strict;
    std::string schedule = "auto";  // the name of a scheduler
    std::string schedule_json;  // or a schedule itself, or pins; then 'schedule' is only its name in messages
    SchedulingOptions scheduling;  // for schedulers
    std::string target = "native";
    Parallel parallel = Parallel::openmp;
    std::string compiler;         // empty: the best found
    std::string cache_directory;  // empty: the default
};

// What a pipeline runs on, by name.
struct Arguments {
    std::map<std::string, AnyBuffer> inputs;
    std::map<std::string, ScalarValue> params;
    int threads = 0;  // 0: all
};

using Outputs = std::map<std::string, AnyBuffer>;

// A compiled pipeline. Copies share the code; running it from several threads at once is fine.
class Kernel {
  public:
    // Sizes are given by dimension name; those that are missing are inferred from the inputs.
    Result<Outputs> run(const Arguments& arguments, const std::map<std::string, int64_t>& sizes = {}) const;
    // Writes into the caller's buffers, whose extents say what is computed.
    Diagnostics run_into(const Arguments& arguments, const Outputs& outputs) const;

    const std::string& c_source() const;
    const std::string& c_header() const;
    double compile_seconds() const;

  private:
    struct State;
    explicit Kernel(std::shared_ptr<const State> state) : state_(std::move(state)) {}
    friend Result<Kernel> compile(const Pipeline& pipeline, const CompileOptions& options);

    std::shared_ptr<const State> state_;
};

Result<Kernel> compile(const Pipeline& pipeline, const CompileOptions& options = {});

// The names that CompileOptions::schedule takes.
std::vector<std::string> scheduler_names();

// Reads a .pan program; 'file' is the name that messages show, 'defines' replace the values of its consts.
Result<Pipeline> parse_pan(std::string text, std::string file = "",
                           std::map<std::string, int64_t> defines = {});

// Computes the outputs one element at a time: slow, obvious, and the meaning of the language.
Result<Outputs> interpret(const Pipeline& pipeline, const Arguments& arguments,
                          const std::map<std::string, int64_t>& sizes = {});

struct EmittedC {
    std::string source;
    std::string header;
};
Result<EmittedC> emit_c(const Pipeline& pipeline, const CompileOptions& options = {});

}  // namespace pantile
#pragma GCC visibility pop
