#include "plan/schedule_file.h"

#include "plan/plan.h"

namespace pantile::plan {

Result<schedule::Schedule> read_schedule(const std::string& text, const std::string& file,
                                         const ir::Pipeline& pipeline) {
    Result<schedule::Schedule> read = schedule::parse_schedule(text, file, pipeline);
    if (!read) return read;
    const Diagnostics wrong = check_legal(*read, pipeline);
    if (!wrong.empty()) return schedule::in_file(wrong, file);
    return read;
}

Result<schedule::FileContents> read_schedule_file(const std::string& text, const std::string& file,
                                                  const ir::Pipeline& pipeline) {
    Result<schedule::FileContents> read = schedule::parse_file(text, file, pipeline);
    if (!read || !read->schedule) return read;
    const Diagnostics wrong = check_legal(*read->schedule, pipeline);
    if (!wrong.empty()) return schedule::in_file(wrong, file);
    return read;
}

}  // namespace pantile::plan
