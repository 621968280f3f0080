// exp, log, sin and their like of f32 vectors, as arithmetic on vectors: for fast math, where a call of the C
// library for each lane would take most of the time. All are within 2 ulp of the exact value
// (tests/emit/vector_math_test.cpp), with or without fused multiplication and addition.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pantile::emit {

// The C text of a function, or of a part that several share: 'pantile_STEM_f32xN', where N stands for the
// number of lanes. None for what is no arithmetic: 'min', 'select'.
std::optional<std::string_view> vector_math(std::string_view stem);

// What keeps compilers from regrouping sums in these texts: one comes before the first of them, the other
// before all functions of the file.
std::string_view vector_math_preamble();
std::string_view vector_math_pragma();

// The names in such a text, each once, in the order in which they occur: 'pantile_select_f32xN'.
std::vector<std::string> names_for_lanes(std::string_view text);
std::string with_lanes(std::string_view text, int lanes);

}  // namespace pantile::emit
