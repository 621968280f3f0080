#include "emit/c_names.h"

#include <algorithm>

namespace pantile::emit {

using namespace ir;

CNames::CNames(const Loops& loops) {
    taken_ = {"frame", "threads", "status", "args", "done", loops.name};
    // Macros of the headers that emitted code includes.
    taken_.insert({"I", "NAN", "INFINITY", "EOF", "RAND_MAX", "HUGE_VAL", "HUGE_VALF", "linux", "unix"});
    for (const LoopBuffer& b : loops.buffers) {
        if (b.kind != BufferKind::output || b.name == b.shown) buffer(b.name);
    }
    for (const Param& p : loops.params) parameter(p.name);
}

const std::string& CNames::of(const std::string& space, const std::string& name) {
    std::string& id = known_[{space, name}];
    if (!id.empty()) return id;
    std::string stem = name;
    std::replace(stem.begin(), stem.end(), '.', '_');
    if (space == "accessor") stem += "_at";
    id = stem;
    for (int i = 1; !taken_.insert(id).second; ++i) id = stem + "_" + std::to_string(i);
    return id;
}

const std::string& CNames::loop_variable(Scope scope, const std::string& name) {
    return of(scope == Scope::coordinate ? "coordinate" : "reduction", name);
}

const std::string& CNames::variable(const Variable& v) {
    switch (v.scope) {
        case Scope::coordinate:
        case Scope::reduction: return loop_variable(v.scope, v.name);
        case Scope::parameter: return parameter(v.name);
        case Scope::dimension: return bound(v.name);
        // Locals of a step are plain words; bounds carry dots.
        case Scope::local: return v.name.find('.') == std::string::npos ? local(v.name) : bound(v.name);
    }
    return local(v.name);
}

}  // namespace pantile::emit
