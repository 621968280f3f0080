// Programs of the build that the running test is of: they lie beside it, wherever the build was moved to.
#pragma once

#include <filesystem>
#include <string>

namespace pantile::test {

inline std::string built_program(const std::string& name) {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
}

}  // namespace pantile::test
