// From Funcs to stages: symbols become plain names.
#pragma once

#include <unordered_map>

#include "front/cpp/contents.h"
#include "front/cpp/names.h"

namespace pantile::front {

// The names that hold in the whole pipeline.
struct GlobalNames {
    UniqueNames names;
    std::unordered_map<const ir::Symbol*, std::string> of;           // tags of Funcs, inputs, params
    std::unordered_map<const ir::Symbol*, const ir::Input*> inputs;  // by InputContents
    std::unordered_map<const ir::Symbol*, std::string>
        var_names;  // Vars without a name: what they were called first
};

ir::Stage resolve(const FuncContents& func, GlobalNames& names);

}  // namespace pantile::front
