#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>

#include "commands.h"
#include "fit_input.h"
#include "image/convert.h"
#include "image/read_image.h"
#include "image/write_image.h"
#include "pantile/inspect.h"
#include "pantile/tune.h"
#include "progress.h"

namespace pantile::tool {
namespace {

std::pair<std::string, std::string> split(const std::string& item, const std::string& option) {
    const size_t equals = item.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == item.size()) {
        throw UsageError{fmt::format("{} takes NAME=…, not '{}'.", option, item)};
    }
    return {item.substr(0, equals), item.substr(equals + 1)};
}

ScalarValue parse_value(const std::string& name, const std::string& text) {
    if (text == "true") return true;
    if (text == "false") return false;
    const char* const end = text.data() + text.size();
    int64_t integer = 0;
    if (const auto [stop, error] = std::from_chars(text.data(), end, integer);
        error == std::errc() && stop == end)
        return integer;
    uint64_t large = 0;
    if (const auto [stop, error] = std::from_chars(text.data(), end, large);
        error == std::errc() && stop == end)
        return large;
    double real = 0;
    if (const auto [stop, error] = std::from_chars(text.data(), end, real);
        error == std::errc() && stop == end)
        return real;
    throw UsageError{fmt::format("--set {}: '{}' is not a number.", name, text)};
}

// The images named on the command line, in the type and shape that the program wants.
Result<Arguments> read_arguments(const Pipeline& program, const RunOptions& options) {
    Arguments arguments;
    Diagnostics found;
    for (const std::string& item : options.inputs) {
        const auto [name, path] = split(item, "--input");
        if (arguments.inputs.count(name)) throw UsageError{fmt::format("--input gives '{}' twice.", name)};
        Result<AnyBuffer> image = image::read_image(path);
        if (image) image = fit_input(program, name, *image);
        if (image)
            arguments.inputs.emplace(name, *image);
        else
            found.insert(found.end(), image.diagnostics().begin(), image.diagnostics().end());
    }
    for (const std::string& item : options.settings) {
        const auto [name, text] = split(item, "--set");
        if (!arguments.params.emplace(name, parse_value(name, text)).second)
            throw UsageError{fmt::format("--set gives '{}' twice.", name)};
    }
    arguments.threads = options.threads;
    if (!found.empty()) return found;
    return arguments;
}

// Which file each output goes to, by name.
std::map<std::string, std::string> output_files(const Pipeline& program, const RunOptions& options) {
    const std::vector<ImageInfo> outputs = outputs_of(program);
    std::map<std::string, std::string> files;
    for (const std::string& item : options.outputs) {
        const size_t equals = item.find('=');
        const bool is_named = equals != std::string::npos &&
                              std::any_of(outputs.begin(), outputs.end(), [&](const ImageInfo& o) {
                                  return o.name == item.substr(0, equals);
                              });
        if (!is_named && outputs.size() > 1) {
            throw UsageError{fmt::format("'{}' has several outputs: say which one with --output NAME=FILE.",
                                         program.name())};
        }
        const std::string name = is_named ? item.substr(0, equals) : outputs[0].name;
        if (!files.emplace(name, is_named ? item.substr(equals + 1) : item).second) {
            throw UsageError{fmt::format("--output gives '{}' twice.", name)};
        }
    }
    return files;
}

// Calls 'work' and keeps the time it takes, in milliseconds.
template <typename Work>
double milliseconds(Work work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

struct Timed {
    Result<Outputs> outputs;
    std::vector<double> times;
};

Timed run_interpreted(const Pipeline& program, const Arguments& arguments, const RunOptions& options) {
    const std::map<std::string, int64_t> sizes = parse_integers(options.sizes, "--size");
    const Progress progress(fmt::format("interpreting '{}'", program.name()));
    Timed timed{Diagnostics{}, {}};
    for (int i = 0; i < std::max(options.time, 1); ++i) {
        timed.times.push_back(milliseconds([&] { timed.outputs = interpret(program, arguments, sizes); }));
        if (!timed.outputs) break;
    }
    return timed;
}

Result<Kernel> compiled(const Pipeline& program, const CompileOptions& options) {
    const Progress progress(fmt::format("compiling '{}'", program.name()));
    return compile(program, options);
}

// Measures, says what it found, and leaves the schedule in 'code' and in a file.
Diagnostics tune_schedule(const Pipeline& program, const Arguments& arguments, const RunOptions& options,
                          CompileOptions& code) {
    Result<Tuned> tuned = [&] {
        Progress progress(fmt::format("tuning '{}'", program.name()));
        return tune(program, arguments, code,
                    {.when = options.tune_again ? Tune::again : Tune::when_not_known,
                     .sizes = parse_integers(options.sizes, "--size"),
                     .progress = [&](const TuneProgress& p) {
                         progress.now(
                             p.measured == 0
                                 ? fmt::format("tuning '{}': {}", program.name(), p.trying)
                                 : fmt::format("tuning '{}': {} measured, best {:.2f} ms, {:.0f} s left, {}",
                                               program.name(), p.measured, p.best, p.seconds_left, p.trying));
                     }});
    }();
    if (!tuned) return tuned.diagnostics();
    code.schedule = "tuned";
    code.schedule_json = tuned->schedule_json;
    code.scheduling.group_limit.reset();
    if (tuned->was_known) {
        fmt::print("tuned: a schedule is remembered; '--tune-again' measures again\n");
        if (options.schedule_file.empty()) return {};
        return write_text(options.schedule_file, tuned->schedule_json);
    }
    const std::string file =
        options.schedule_file.empty() ? program.name() + ".tuned.json" : options.schedule_file;
    report(tuned->warnings);
    if (const Diagnostics found = write_text(file, tuned->schedule_json); has_errors(found)) return found;
    fmt::print("tuned: {} schedules measured, the best takes {:.3f} ms ({}); written to {}\n",
               tuned->measured, tuned->milliseconds, tuned->origin, file);
    return {};
}

Timed run_compiled(const Pipeline& program, const Arguments& arguments, const RunOptions& options) {
    const std::map<std::string, int64_t> sizes = parse_integers(options.sizes, "--size");
    Result<CompileOptions> code = compile_options(options.code);
    if (!code) return {code.diagnostics(), {}};
    const Result<std::map<std::string, int64_t>> extents = output_extents(program, arguments, sizes);
    if (!extents) return {extents.diagnostics(), {}};
    code->scheduling.sizes = rounded_extents(*extents);
    code->scheduling.threads = options.threads;
    if (options.code.schedule == "tune") {
        if (const Diagnostics found = tune_schedule(program, arguments, options, *code); has_errors(found))
            return {found, {}};
    }
    const Result<Kernel> kernel = compiled(program, *code);
    if (!kernel) return {kernel.diagnostics(), {}};
    const Progress progress(fmt::format("running '{}'", program.name()));
    Timed timed{kernel->run(arguments, sizes), {}};
    // The first run allocates the outputs; the timed ones write into them again.
    for (int i = 0; i < options.time && timed.outputs; ++i) {
        Diagnostics found;
        timed.times.push_back(milliseconds([&] { found = kernel->run_into(arguments, *timed.outputs); }));
        if (!found.empty()) timed.outputs = found;
    }
    return timed;
}

void print_times(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    fmt::print("time: minimum {:.3f} ms, median {:.3f} ms\n", times.front(), times[times.size() / 2]);
}

Diagnostics write_outputs(const Outputs& outputs, const std::map<std::string, std::string>& files) {
    Diagnostics found;
    for (const auto& [name, file] : files) {
        const AnyBuffer& buffer = outputs.at(name);
        Result<AnyBuffer> pixels =
            image::convert_pixels(buffer, image::storage_type_for(file, buffer.type()));
        const Diagnostics problems = pixels ? image::write_image(file, *pixels) : pixels.diagnostics();
        found.insert(found.end(), problems.begin(), problems.end());
    }
    return found;
}

}  // namespace

int run(const RunOptions& options) {
    if (options.code.schedule != "tune" && (options.tune_again || !options.schedule_file.empty()))
        throw UsageError{"--tune-again and --save-schedule go with '--schedule tune'."};
    const Result<Pipeline> program = load_program(options.program);
    if (!program) return report(program.diagnostics());
    const std::map<std::string, std::string> files = output_files(*program, options);
    const Result<Arguments> arguments = read_arguments(*program, options);
    if (!arguments) return report(arguments.diagnostics());
    const Timed timed = options.interpret ? run_interpreted(*program, *arguments, options)
                                          : run_compiled(*program, *arguments, options);
    if (!timed.outputs) return report(timed.outputs.diagnostics());
    if (options.time > 0) print_times(timed.times);
    return report(write_outputs(*timed.outputs, files));
}

}  // namespace pantile::tool
