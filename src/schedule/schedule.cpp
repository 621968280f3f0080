#include "schedule/schedule.h"

#include "base/hash.h"
#include "ir/print.h"

namespace pantile::schedule {

std::string hash_of(const ir::Pipeline& pipeline) { return fingerprint(ir::to_text(pipeline)); }

}  // namespace pantile::schedule
