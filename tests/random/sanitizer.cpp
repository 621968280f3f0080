#include "random/sanitizer.h"

#include <unistd.h>

#include <vector>

#include "runtime/process.h"
#include "runtime/program_path.h"

namespace pantile::random {
namespace {

// Whose address sanitizer this program was built with.
#if defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
constexpr std::optional<runtime::CompilerKind> kOwn = runtime::CompilerKind::gcc;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr std::optional<runtime::CompilerKind> kOwn = runtime::CompilerKind::clang;
#else
constexpr std::optional<runtime::CompilerKind> kOwn = std::nullopt;
#endif
#else
constexpr std::optional<runtime::CompilerKind> kOwn = std::nullopt;
#endif

// A compiler that does not have the file answers with its bare name.
std::string library_of(const std::string& compiler, const std::string& name,
                       const runtime::Environment& environment) {
    const runtime::ProcessOutcome outcome =
        runtime::run({.arguments = {compiler, "-print-file-name=" + name},
                      .environment = runtime::child_environment(environment, environment.temporary_root)});
    const std::string path = outcome.output.substr(0, outcome.output.find('\n'));
    const bool exists = outcome.succeeded() && path.starts_with("/") && access(path.c_str(), R_OK) == 0;
    return exists ? path : "";
}

}  // namespace

std::optional<Sanitizer> find_sanitizer(runtime::CompilerKind kind, const runtime::Environment& environment) {
    if (kOwn && *kOwn != kind) return std::nullopt;
    const bool is_gcc = kind == runtime::CompilerKind::gcc;
    const std::vector<std::string> compilers =
        is_gcc ? std::vector<std::string>{"gcc"} : std::vector<std::string>{"clang-19", "clang"};
    const std::vector<std::string> libraries =
        is_gcc ? std::vector<std::string>{"libasan.so"}
               : std::vector<std::string>{"libclang_rt.asan-x86_64.so", "libclang_rt.asan-aarch64.so"};
    for (const std::string& name : compilers) {
        const auto compiler = runtime::find_program(name, environment.path);
        for (const std::string& library : libraries) {
            const std::string path = compiler ? library_of(*compiler, library, environment) : "";
            if (!path.empty()) return Sanitizer{*compiler, path};
        }
    }
    return std::nullopt;
}

}  // namespace pantile::random
