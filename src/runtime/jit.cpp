#include "runtime/jit.h"

#include <fcntl.h>

#include <algorithm>
#include <optional>

#include "base/letters.h"
#include "runtime/compile_c.h"
#include "runtime/file.h"
#include "runtime/jit_key.h"
#include "runtime/temporary_directory.h"

namespace pantile::runtime {
namespace {

constexpr size_t kLargestObject = size_t{256} << 20;
constexpr size_t kLongestName = 63;
const char* const kBuildPrefix = "pantile-build-";

bool is_valid_name(const std::string& name) {
    return !name.empty() && name.size() <= kLongestName && is_letter(name[0]) &&
           std::all_of(name.begin(), name.end(), is_name_character);
}

// One argument each, no input file, no response file ('@file'), no other output.
bool is_valid_flag(const std::string& flag) {
    return flag.size() > 1 && flag[0] == '-' && !flag.starts_with("-o") && !flag.starts_with("--output") &&
           flag.find('\0') == std::string::npos;
}

std::optional<Diagnostic> defect_of(const BuildRequest& request) {
    if (!is_valid_name(request.name)) {
        return Diagnostic{.message = "'" + request.name + "' is not a name for compiled code.",
                          .hints = {"use a letter, then at most 62 letters, digits and underscores."}};
    }
    const auto bad = std::find_if_not(request.flags.begin(), request.flags.end(), is_valid_flag);
    if (bad == request.flags.end()) return std::nullopt;
    return Diagnostic{
        .message = "'" + *bad + "' is not a flag that can be given to the C compiler.",
        .hints = {"write each flag as one argument that starts with '-'; the output is not yours "
                  "to name."}};
}

// An entry that is intact but does not load, since a library that it needs is gone, is as good as none.
std::optional<BuildOutcome> load_from_cache(const BuildRequest& request, const CacheKey& key) {
    const std::optional<std::string> bytes = request.cache->load(key);
    if (!bytes) return std::nullopt;
    Result<SharedObject> object = SharedObject::load(*bytes, request.environment.temporary_root);
    if (!object) return std::nullopt;
    return BuildOutcome{.object = std::move(*object), .from_cache = true};
}

Result<std::string> compile_to_bytes(const BuildRequest& request) {
    remove_abandoned_directories(request.environment.temporary_root, kBuildPrefix);
    Result<TemporaryDirectory> directory =
        TemporaryDirectory::create(request.environment.temporary_root, kBuildPrefix);
    if (!directory) return directory.diagnostics();
    CompileJob job{request.source, request.name,        request.compiler,
                   request.flags,  request.environment, request.limit};
    job.flags.insert(job.flags.end(), {"-shared", "-fPIC"});
    const Result<std::string> path = compile_c(job, *directory);
    if (!path) return path.diagnostics();
    std::optional<std::string> bytes = read_regular_file(AT_FDCWD, *path, kLargestObject);
    if (bytes) return std::move(*bytes);
    return Diagnostic{.message = "the C compiler '" + request.compiler.path + "' said that it compiled '" +
                                 request.name + "', but left no file that can be read."};
}

Diagnostics blame_compiler(const BuildRequest& request, const Diagnostics& reasons) {
    Diagnostic result{.message = "what the C compiler '" + request.compiler.path + "' made of '" +
                                 request.name + "' is not usable."};
    for (const Diagnostic& reason : reasons) result.notes.push_back(reason.message);
    result.hints = {"choose another compiler, or check that the libraries named above are installed."};
    return {std::move(result)};
}

// Loaded before it is stored: what does not load must not be found by the next process.
Result<BuildOutcome> build_afresh(const BuildRequest& request, const std::optional<CacheKey>& key) {
    const auto start = std::chrono::steady_clock::now();
    const Result<std::string> bytes = compile_to_bytes(request);
    if (!bytes) return bytes.diagnostics();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    Result<SharedObject> object = SharedObject::load(*bytes, request.environment.temporary_root);
    if (!object) return blame_compiler(request, object.diagnostics());
    BuildOutcome outcome{.object = std::move(*object), .compile_seconds = elapsed.count()};
    outcome.not_cached = key ? request.cache->store(*key, *bytes).not_stored : "there is no cache";
    return outcome;
}

}  // namespace

Result<BuildOutcome> build(const BuildRequest& request) {
    if (std::optional<Diagnostic> defect = defect_of(request)) return std::move(*defect);
    const std::optional<CacheKey> key = request.cache == nullptr ? std::nullopt : key_of_build(request);
    if (key) {
        if (std::optional<BuildOutcome> hit = load_from_cache(request, *key)) return std::move(*hit);
    }
    return build_afresh(request, key);
}

}  // namespace pantile::runtime
