// Which names a user may give to pipelines, stages, inputs, parameters and coordinates. Names reach emitted
// code, file names and symbols, so whatever is not plainly harmless is refused here.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pantile {

inline constexpr size_t kMaxNameLength = 63;

// Why 'name' cannot be used, as a sentence without the name; nothing when it can.
std::optional<std::string> why_not_a_name(std::string_view name);

// The same for the name of a pipeline, which becomes the name of a C function.
std::optional<std::string> why_not_a_pipeline_name(std::string_view name);

// A name as a message may show it: cut when long, control characters replaced.
std::string in_quotes(std::string_view name);

}  // namespace pantile
