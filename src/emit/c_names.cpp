#include "emit/c_names.h"

#include <algorithm>

namespace pantile::emit {

using namespace ir;

CNames::CNames(const Loops& loops) {
    taken_ = {"frame",   "threads",      "status",        "args",      "executor",
              "arena",   "arena_stride", "arenas_offset", "workspace", "workspace_bytes",
              "context", "all_threads",  "lane",          "size"};
    for (const char* suffix : {"_run", "_argv", "_message", "_frame", "_prepare", "_steps", "_workspace_size",
                               "_with_workspace", "_free_memory", "_arena", "_take_arena", "_leave_arena"})
        taken_.insert(loops.name + suffix);
    for_each_compute(loops.program, [&](const Compute& step) {
        for (const char* prefix : {"_compute_", "_task_", "_job_"})
            taken_.insert(loops.name + prefix + step.name);
    });
    // Parameters of the accessor macros.
    for (int d = 0; d < 8; ++d) taken_.insert("i" + std::to_string(d));
    // Macros of compilers and headers in small letters.
    taken_.insert(
        {"linux", "unix", "math_errhandling", "signgam", "omp_get_max_threads", "omp_get_thread_num"});
    for (const int bits : {8, 16, 32, 64}) {
        taken_.insert("int" + std::to_string(bits) + "_t");
        taken_.insert("uint" + std::to_string(bits) + "_t");
    }
    for (const LoopBuffer& b : loops.buffers) {
        if (!is_output(b) || b.name == b.shown) buffer(b.name);
    }
    for (const Param& p : loops.params) parameter(p.name);
}

namespace {

// Headers define macros in capitals ('M_PI', 'OVERFLOW'), more than anyone can list.
bool looks_like_a_macro(const std::string& name) {
    return name.size() > 2 &&
           std::all_of(name.begin(), name.end(), [](char c) { return !(c >= 'a' && c <= 'z'); });
}

}  // namespace

const std::string& CNames::of(const std::string& space, const std::string& name) {
    std::string& id = known_[{space, name}];
    if (!id.empty()) return id;
    std::string stem = name;
    std::replace(stem.begin(), stem.end(), '.', '_');
    if (space == "accessor") stem += "_at";
    if (looks_like_a_macro(stem)) stem += "_";
    id = stem;
    for (int i = 1; !taken_.insert(id).second; ++i) id = stem + "_" + std::to_string(i);
    return id;
}

const std::string& CNames::loop_variable(Scope scope, const std::string& name) {
    if (scope == Scope::local) return named(name);
    return of(scope == Scope::coordinate ? "coordinate" : "reduction", name);
}

const std::string& CNames::variable(const Variable& v) {
    switch (v.scope) {
        case Scope::coordinate:
        case Scope::reduction: return loop_variable(v.scope, v.name);
        case Scope::parameter: return parameter(v.name);
        case Scope::dimension: return bound(v.name);
        case Scope::local: return named(v.name);
    }
    return local(v.name);
}

}  // namespace pantile::emit
