// The header of an emitted pipeline: the buffer struct, the status codes and the entry points.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "emit/c_file.h"

namespace pantile::emit {

std::string write_header(const CFile& file, const std::string& version);

// 'const struct pantile_buffer *img, float k, struct pantile_buffer *out'
std::string parameter_list(const ir::Loops& loops, CNames& names);

// The parameters of an entry point: the pipeline's own, some more, and the executor in the callback form.
std::string entry_parameters(const CFile& file, std::string_view extra);
std::string argv_parameters(const CFile& file);
inline constexpr std::string_view kExecutorParameter = "const struct pantile_executor *executor";
inline constexpr std::string_view kWorkspaceParameters =
    "void *workspace, int64_t workspace_bytes, int threads";

// The C parameter that holds a caller's buffer.
std::string argument_name(const ir::LoopBuffer& buffer, CNames& names);

// What can be wrong with a caller's buffer, in the order of the checks.
struct BufferProblem {
    std::string_view code;
    std::string_view message;
};
const std::vector<BufferProblem>& buffer_problems();

// One status: its enumerator and its sentence.
struct Status {
    std::string enumerator;
    std::string message;
};

// A status code that no name of the user can give.
inline constexpr const char* kWorkspaceTooSmall = "workspace too small";

// All statuses of a pipeline, in the order of their numbers. Identical checks share one; names that differ
// only in their capitals do not.
class Statuses {
  public:
    explicit Statuses(const ir::Loops& loops);
    const std::vector<Status>& all() const { return all_; }
    // The enumerator for 'out_of_memory', 'img_missing', …
    const std::string& of(const std::string& code) const { return by_code_.at(code); }

  private:
    void add(const ir::Loops& loops, const std::string& code, std::string message);

    std::vector<Status> all_;
    std::map<std::string, std::string> by_code_;
    std::set<std::string> taken_;
};

}  // namespace pantile::emit
