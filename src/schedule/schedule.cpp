#include "schedule/schedule.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "base/identifier.h"
#include "ir/print.h"
#include "schedule/naive.h"

namespace pantile::schedule {

std::vector<std::string> scheduler_names() { return {"naive"}; }

Result<Schedule> schedule_by_name(const std::string& name, const ir::Pipeline& pipeline) {
    if (name == "naive") return naive(pipeline);
    Diagnostic d{.message = fmt::format("there is no scheduler {}.", quoted(name))};
    d.hints.push_back(fmt::format("the schedulers are: {}; anything else is the name of a schedule file.",
                                  fmt::join(scheduler_names(), ", ")));
    return d;
}

std::string hash_of(const ir::Pipeline& pipeline) { return fingerprint(ir::to_text(pipeline)); }

}  // namespace pantile::schedule
