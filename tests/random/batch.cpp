#include "random/batch.h"

#include <fcntl.h>
#include <fmt/format.h>

#include "driver/compile.h"
#include "emit/emit_c.h"
#include "random/sanitizer.h"
#include "runtime/environment.h"
#include "runtime/file.h"
#include "runtime/process.h"
#include "runtime/program_path.h"
#include "runtime/temporary_directory.h"

namespace pantile::random {
namespace {

// As in src/driver/kernel.cpp: functions that the compiler must not evaluate itself.
constexpr std::string_view kLibm[] = {"exp",  "log",  "pow",   "sin",  "cos",  "tan", "asin",
                                      "acos", "atan", "atan2", "sinh", "cosh", "tanh"};

// The sanitizer's own code draws warnings that have nothing to do with ours.
std::vector<std::string_view> level_flags(Optimisation optimisation) {
    switch (optimisation) {
        case Optimisation::none: return {"-O0", "-Wall", "-Wextra", "-Werror"};
        case Optimisation::quick: return {"-O1", "-Wall", "-Wextra", "-Werror"};
        case Optimisation::full: return {"-O3", "-march=native", "-Wall", "-Wextra", "-Werror"};
        case Optimisation::checked:
            return {"-O1", "-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all"};
        case Optimisation::sanitized:
            return {"-O1", "-g1", "-fsanitize=address,undefined,float-cast-overflow",
                    "-fno-sanitize-recover=all"};
    }
    return {};
}

std::vector<std::string> flags_for(const BatchOptions& options) {
    std::vector<std::string> flags = {"-std=c11", "-shared", "-fPIC"};
    for (const std::string_view flag : level_flags(options.optimisation)) flags.emplace_back(flag);
    for (const std::string& flag : emit::math_flags(Math::strict)) flags.push_back(flag);
    for (const std::string_view name : kLibm) {
        flags.push_back(fmt::format("-fno-builtin-{}", name));
        flags.push_back(fmt::format("-fno-builtin-{}f", name));
    }
    // gcc 12 warns of the iteration 2^64 - 2 of loops that have none, without saying where.
    if (options.compiler == runtime::CompilerKind::gcc) flags.push_back("-Wno-aggressive-loop-optimizations");
    if (options.threads == Threads::openmp) flags.push_back("-fopenmp");
    // gcc links its sanitizers as shared libraries anyway.
    if (options.optimisation == Optimisation::sanitized && options.compiler == runtime::CompilerKind::clang)
        flags.push_back("-shared-libasan");
    flags.push_back("-lm");
    return flags;
}

std::string program_of(const BatchOptions& options, const runtime::Environment& environment) {
    if (options.optimisation == Optimisation::sanitized) {
        const auto sanitizer = find_sanitizer(options.compiler, environment);
        return sanitizer ? sanitizer->compiler : "";
    }
    if (options.compiler == runtime::CompilerKind::gcc)
        return runtime::find_program("gcc", environment.path).value_or("");
    const auto newest = runtime::find_program("clang-19", environment.path);
    return newest ? *newest : runtime::find_program("clang", environment.path).value_or("");
}

Built compile_all(const std::vector<NamedSource>& sources, const BatchOptions& options) {
    const runtime::Environment environment = runtime::from_process_environment();
    const auto directory =
        runtime::TemporaryDirectory::create(environment.temporary_root, "pantile-random-").value();
    const std::string output = directory.path() + "/all.so";
    runtime::Command command{.arguments = {program_of(options, environment), "-o", output},
                             .environment = runtime::child_environment(environment, directory.path()),
                             .limit = std::chrono::seconds(400)};
    for (const NamedSource& source : sources) {
        const std::string path = fmt::format("{}/{}.c", directory.path(), source.name);
        if (runtime::write_new_file(path, source.text) != 0) return {nullptr, "cannot write " + path};
        command.arguments.push_back(path);
    }
    for (std::string& flag : flags_for(options)) command.arguments.push_back(std::move(flag));
    const runtime::ProcessOutcome outcome = runtime::run(command);
    if (!outcome.succeeded()) return {nullptr, outcome.could_not_start + outcome.output.substr(0, 3000)};
    const std::optional<std::string> bytes = runtime::read_regular_file(AT_FDCWD, output, size_t{1} << 30);
    if (!bytes) return {nullptr, "cannot read " + output};
    Result<runtime::SharedObject> object = runtime::SharedObject::load(*bytes);
    if (!object) return {nullptr, object.diagnostics()[0].message};
    return {std::make_shared<runtime::SharedObject>(std::move(*object)), ""};
}

}  // namespace

std::string_view name_of(Optimisation optimisation) {
    switch (optimisation) {
        case Optimisation::none: return "none";
        case Optimisation::quick: return "quick";
        case Optimisation::full: return "full";
        case Optimisation::checked: return "checked";
        case Optimisation::sanitized: return "sanitized";
    }
    return "";
}

std::optional<Optimisation> optimisation_named(std::string_view name) {
    for (const Optimisation known : {Optimisation::none, Optimisation::quick, Optimisation::full,
                                     Optimisation::checked, Optimisation::sanitized})
        if (name_of(known) == name) return known;
    return std::nullopt;
}

std::string describe(const BatchOptions& options) {
    return fmt::format("{} {}{}", options.compiler == runtime::CompilerKind::gcc ? "gcc" : "clang",
                       fmt::join(level_flags(options.optimisation), " "),
                       options.threads == Threads::openmp ? " -fopenmp" : "");
}

std::vector<Built> build_batch(const std::vector<NamedSource>& sources, const BatchOptions& options) {
    if (sources.empty()) return {};
    const Built whole = compile_all(sources, options);
    if (whole.object || sources.size() == 1) return std::vector<Built>(sources.size(), whole);
    const auto middle = sources.begin() + static_cast<std::ptrdiff_t>(sources.size() / 2);
    std::vector<Built> all = build_batch({sources.begin(), middle}, options);
    for (Built& built : build_batch({middle, sources.end()}, options)) all.push_back(std::move(built));
    return all;
}

}  // namespace pantile::random
