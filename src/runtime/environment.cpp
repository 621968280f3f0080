#include "runtime/environment.h"

#include <cstdlib>

namespace pantile::runtime {
namespace {

// secure_getenv answers nothing in a set-user-id program, where the environment is another user's.
std::string variable(const char* name) {
    const char* value = secure_getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

}  // namespace

Environment from_process_environment() {
    Environment environment;
    if (const std::string path = variable("PATH"); !path.empty()) environment.path = path;
    if (const std::string root = variable("TMPDIR"); root.starts_with('/')) environment.temporary_root = root;
    environment.home = variable("HOME");
    environment.xdg_cache_home = variable("XDG_CACHE_HOME");
    environment.library_path = variable("LD_LIBRARY_PATH");
    return environment;
}

std::vector<std::string> child_environment(const Environment& environment,
                                           const std::string& temporary_directory) {
    // LC_ALL=C: messages that do not depend on the user's language.
    std::vector<std::string> variables = {"PATH=" + environment.path, "TMPDIR=" + temporary_directory,
                                          "LC_ALL=C"};
    if (!environment.home.empty()) variables.push_back("HOME=" + environment.home);
    if (!environment.library_path.empty()) variables.push_back("LD_LIBRARY_PATH=" + environment.library_path);
    return variables;
}

}  // namespace pantile::runtime
