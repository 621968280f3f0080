// From Funcs to a Pipeline of the IR: collects what the outputs need, orders it, names it, checks it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "front/cpp/contents.h"
#include "pantile/result.h"

namespace pantile::front {

template <typename Contents>
using ByName = std::vector<std::pair<std::string, std::shared_ptr<const Contents>>>;

struct Built {
    std::shared_ptr<const ir::Pipeline> pipeline;
    ByName<InputContents> inputs;
    ByName<ParamContents> params;
};

// An empty name stands for that of the first output.
Result<Built> build(const std::vector<std::shared_ptr<FuncContents>>& outputs, const std::string& name);

}  // namespace pantile::front
