#include "pantile/inspect.h"

#include "ir/pipeline.h"

namespace pantile {

std::vector<ImageInfo> inputs_of(const Pipeline& pipeline) {
    std::vector<ImageInfo> all;
    for (const ir::Input& input : pipeline.ir().inputs) all.push_back({input.name, input.type, input.dims});
    return all;
}

std::vector<ImageInfo> outputs_of(const Pipeline& pipeline) {
    std::vector<ImageInfo> all;
    for (const std::string& name : pipeline.ir().outputs) {
        const ir::Stage& stage = *pipeline.ir().find_stage(name);
        all.push_back({stage.name, stage.type, stage.dims});
    }
    return all;
}

}  // namespace pantile
