#include "search/naive.h"

namespace pantile::search {

using namespace schedule;

Schedule naive(const ir::Pipeline& pipeline) {
    Schedule schedule{"naive", hash_of(pipeline), {}, {}};
    for (const ir::Stage& stage : pipeline.stages) {
        Group group{.stages = {stage.name}};
        if (!stage.dims.empty()) {
            group.parallel_dims = {stage.dims.size() - 1};
            group.vector_dim = 0;
        }
        schedule.groups.push_back(std::move(group));
    }
    return schedule;
}

}  // namespace pantile::search
