#include "runtime/program_path.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace pantile::runtime {
namespace {

bool is_executable_file(const std::string& path) {
    struct stat facts = {};
    return ::stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<std::string> if_executable(std::string path) {
    return is_executable_file(path) ? std::optional<std::string>(std::move(path)) : std::nullopt;
}

}  // namespace

std::optional<std::string> find_program(const std::string& name, std::string_view search_path) {
    if (name.empty() || name.find('\0') != std::string::npos) return std::nullopt;
    if (name.find('/') != std::string::npos) {
        std::error_code error;
        return if_executable(std::filesystem::absolute(name, error).string());
    }
    while (!search_path.empty()) {
        const size_t colon = std::min(search_path.find(':'), search_path.size());
        const std::string directory(search_path.substr(0, colon));
        search_path.remove_prefix(std::min(colon + 1, search_path.size()));
        if (!directory.starts_with('/')) continue;
        if (std::optional<std::string> found = if_executable(directory + "/" + name)) return found;
    }
    return std::nullopt;
}

}  // namespace pantile::runtime
