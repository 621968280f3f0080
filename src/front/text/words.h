// The words that mean something in .pan by themselves, and the check of names that a user declares.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/boundary.h"

namespace pantile::front {

bool is_keyword(std::string_view word);

std::optional<ir::BoundaryKind> boundary_call(std::string_view name);

// 'sqrt', 'select', 'sum', 'u8', 'repeat_edge', …: what is called like a function without being declared.
bool is_builtin(std::string_view name);
const std::vector<std::string_view>& builtin_names();

// Why a user cannot declare this name, as the end of a sentence; nothing when it can be declared.
std::optional<std::string> why_not_declared(std::string_view name);

}  // namespace pantile::front
