// Looks a program up in PATH, as a shell would, but without one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pantile::runtime {

// The absolute path of an executable file. A name with a slash is a path already. Relative parts of
// 'search_path' are passed over: what is in the current directory must not become our compiler by accident.
std::optional<std::string> find_program(const std::string& name, std::string_view search_path);

}  // namespace pantile::runtime
