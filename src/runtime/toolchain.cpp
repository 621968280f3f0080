#include "runtime/toolchain.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/compile_c.h"
#include "runtime/process.h"
#include "runtime/program_path.h"
#include "runtime/temporary_directory.h"

namespace pantile::runtime {
namespace {

constexpr std::chrono::seconds kQuestionLimit(20);
constexpr std::chrono::seconds kProbeLimit(60);

const char* const kInstallHint =
    "install one: 'apt-get install clang-19 libomp-19-dev', or 'apt-get install gcc'.";

// A program that needs the header, the library at link time and the library at run time.
const char* const kOpenmpProgram =
    "#include <omp.h>\n"
    "int main(void) {\n"
    "    int threads = 0;\n"
    "#pragma omp parallel reduction(+ : threads)\n"
    "    threads += 1;\n"
    "    return threads < 1 || omp_get_max_threads() < 1;\n"
    "}\n";

Diagnostic no_compiler(const std::string& reason) {
    return {.message = "no C compiler was found: " + reason + ".", .hints = {kInstallHint}};
}

Diagnostic unusable(const std::string& path, const std::string& reason) {
    return {.message = "'" + path + "' cannot be used as the C compiler: " + reason + ".",
            .hints = {kInstallHint}};
}

ProcessOutcome ask(const std::string& path, std::vector<std::string> question,
                   const Environment& environment) {
    question.insert(question.begin(), path);
    return run({.arguments = std::move(question),
                .environment = child_environment(environment, environment.temporary_root),
                .limit = kQuestionLimit});
}

// By its predefined macros, since names say little: 'gcc' is clang on some systems, and every GNU program
// prints the same copyright lines.
std::optional<CompilerKind> kind_of(const std::string& path, const Environment& environment) {
    const ProcessOutcome outcome = ask(path, {"-dM", "-E", "-x", "c", "/dev/null"}, environment);
    if (outcome.output.find("#define __clang__ ") != std::string::npos) return CompilerKind::clang;
    if (outcome.output.find("#define __GNUC__ ") != std::string::npos) return CompilerKind::gcc;
    return std::nullopt;
}

Result<Compiler> ask_version(const std::string& path, const Environment& environment) {
    const ProcessOutcome outcome = ask(path, {"--version"}, environment);
    if (!outcome.could_not_start.empty()) return unusable(path, outcome.could_not_start);
    if (outcome.timed_out) return unusable(path, "it does not answer to '--version'");
    if (!outcome.succeeded()) return unusable(path, "'--version' fails");
    const std::optional<CompilerKind> kind = kind_of(path, environment);
    if (!kind) return unusable(path, "it is neither clang nor gcc");
    return Compiler{
        .path = path, .kind = *kind, .version = outcome.output.substr(0, outcome.output.find('\n'))};
}

bool openmp_works(const Compiler& compiler, const Environment& environment) {
    Result<TemporaryDirectory> directory =
        TemporaryDirectory::create(environment.temporary_root, "pantile-build-");
    if (!directory) return false;
    const Result<std::string> program = compile_c({.source = kOpenmpProgram,
                                                   .name = "openmp",
                                                   .compiler = compiler,
                                                   .flags = {"-fopenmp"},
                                                   .environment = environment,
                                                   .limit = kProbeLimit},
                                                  *directory);
    if (!program) return false;
    const ProcessOutcome outcome = run({.arguments = {*program},
                                        .environment = child_environment(environment, directory->path()),
                                        .limit = kProbeLimit});
    // A temporary directory mounted 'noexec' is no reason to do without threads.
    return outcome.succeeded() || !outcome.could_not_start.empty();
}

// The identity of the compiler's file: an upgrade makes a new key. Nothing when there is no such file.
std::optional<CacheKey> key_of(const std::string& path) {
    struct stat facts = {};
    if (::stat(path.c_str(), &facts) != 0) return std::nullopt;
    return CacheKey::of(fmt::format("compiler facts 1\n{}\n{} {} {} {}.{}", path, facts.st_dev, facts.st_ino,
                                    facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec));
}

std::string to_text(const Compiler& compiler) {
    return (compiler.kind == CompilerKind::clang ? "clang\n" : "gcc\n") + compiler.version;
}

std::optional<Compiler> from_text(const std::string& path, const std::string& text) {
    const size_t line_end = text.find('\n');
    if (line_end == std::string::npos) return std::nullopt;
    const CompilerKind kind = text.substr(0, line_end) == "clang" ? CompilerKind::clang : CompilerKind::gcc;
    return Compiler{.path = path, .kind = kind, .version = text.substr(line_end + 1), .openmp = true};
}

std::optional<Compiler> remembered(const CompilerChoice& choice, const std::string& path) {
    const std::optional<CacheKey> key = key_of(path);
    if (choice.cache == nullptr || !key) return std::nullopt;
    const std::optional<std::string> text = choice.cache->load(*key);
    return text ? from_text(path, *text) : std::nullopt;
}

// Only a compiler with OpenMP is remembered: where it is missing the probe fails fast, and must be made again
// so that installing the library takes effect.
void remember(const CompilerChoice& choice, const Compiler& compiler) {
    const std::optional<CacheKey> key = key_of(compiler.path);
    if (choice.cache == nullptr || !key || !compiler.openmp) return;
    static_cast<void>(choice.cache->store(*key, to_text(compiler)));
}

Result<Compiler> examine(const CompilerChoice& choice, const std::string& path) {
    if (std::optional<Compiler> known = remembered(choice, path)) return *known;
    Result<Compiler> compiler = ask_version(path, choice.environment);
    if (!compiler) return compiler;
    compiler->openmp = openmp_works(*compiler, choice.environment);
    remember(choice, *compiler);
    return compiler;
}

}  // namespace

int major_version(const Compiler& compiler) {
    constexpr std::string_view kWord = "version ";
    const size_t at = compiler.version.find(kWord);
    if (at == std::string::npos) return 0;
    int number = 0;
    for (size_t i = at + kWord.size(); i < compiler.version.size() && number < 1000; ++i) {
        const char c = compiler.version[i];
        if (c < '0' || c > '9') break;
        number = 10 * number + (c - '0');
    }
    return number;
}

Result<Compiler> find_compiler(const CompilerChoice& choice) {
    const std::string& search_path = choice.environment.path;
    if (!choice.name.empty()) {
        const std::optional<std::string> path = find_program(choice.name, search_path);
        return path ? examine(choice, *path) : no_compiler("there is no program '" + choice.name + "'");
    }
    Diagnostic failure = no_compiler("none of 'clang-19', 'clang', 'gcc' and 'cc' is in PATH");
    for (const char* name : {"clang-19", "clang", "gcc", "cc"}) {
        const std::optional<std::string> path = find_program(name, search_path);
        if (!path) continue;
        Result<Compiler> compiler = examine(choice, *path);
        if (compiler) return compiler;
        failure.message = "no C compiler was found that works.";
        for (const Diagnostic& reason : compiler.diagnostics()) failure.notes.push_back(reason.message);
    }
    return failure;
}

}  // namespace pantile::runtime
