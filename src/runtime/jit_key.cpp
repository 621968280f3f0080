#include "runtime/jit_key.h"

#include <sys/utsname.h>

#include <algorithm>
#include <string_view>

#include "runtime/host_cpu.h"

namespace pantile::runtime {
namespace {

// To be raised when a build means something else than before for the same request.
constexpr std::string_view kBuildFormat = "pantile build 1";

// The length in front keeps ("ab", "c") and ("a", "bc") apart.
void append_field(std::string& text, std::string_view field) {
    text.append(std::to_string(field.size())).append(":").append(field);
}

bool depends_on_host(const std::vector<std::string>& flags) {
    return std::any_of(flags.begin(), flags.end(),
                       [](const std::string& flag) { return flag.find("native") != std::string::npos; });
}

// Home directories are shared between machines of different kinds.
std::string architecture() {
    utsname facts = {};
    return ::uname(&facts) == 0 ? std::string(facts.machine) : std::string();
}

}  // namespace

std::optional<CacheKey> key_of_build(const BuildRequest& request) {
    return key_of_build(request, host_cpu_identity());
}

std::optional<CacheKey> key_of_build(const BuildRequest& request, const std::string& processor) {
    std::string text;
    append_field(text, kBuildFormat);
    append_field(text, architecture());
    append_field(text, request.compiler.path);
    append_field(text, request.compiler.version);
    append_field(text, request.source);
    append_field(text, std::to_string(request.flags.size()));
    for (const std::string& flag : request.flags) append_field(text, flag);
    if (depends_on_host(request.flags)) {
        if (processor.empty()) return std::nullopt;
        append_field(text, processor);
    }
    return CacheKey::of(text);
}

}  // namespace pantile::runtime
