// The header of an emitted pipeline: the buffer struct, the status codes and the entry points.
#pragma once

#include <string>
#include <vector>

#include "emit/c_names.h"
#include "emit/emit_c.h"
#include "ir/loops.h"

namespace pantile::emit {

std::string write_header(const ir::Loops& loops, const EmitOptions& options, CNames& names);

// 'const struct pantile_buffer *img, float k, struct pantile_buffer *out'
std::string parameter_list(const ir::Loops& loops, CNames& names);

// The C parameter that holds a caller's buffer.
std::string argument_name(const ir::LoopBuffer& buffer, CNames& names);

// What can be wrong with a caller's buffer, in the order of the checks.
struct BufferProblem {
    std::string_view code;
    std::string_view message;
};
const std::vector<BufferProblem>& buffer_problems();

// One status: its enumerator and its sentence. Identical checks share one.
struct Status {
    std::string enumerator;
    std::string message;
};
std::vector<Status> statuses(const ir::Loops& loops);
std::string enumerator(const ir::Loops& loops, const std::string& code);

}  // namespace pantile::emit
