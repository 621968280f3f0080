// C text in, callable code out: compiles, caches and loads.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "pantile/result.h"
#include "runtime/cache.h"
#include "runtime/compiler.h"
#include "runtime/environment.h"
#include "runtime/shared_object.h"

namespace pantile::runtime {

struct BuildRequest {
    std::string source;  // C11
    std::string name;    // '[A-Za-z][A-Za-z0-9_]{0,62}'; names files and appears in messages
    Compiler compiler;
    std::vector<std::string> flags;  // each one argument that starts with '-'; '-shared -fPIC' is added
    Environment environment;
    const Cache* cache = nullptr;  // none: compiles every time
    std::chrono::seconds limit{120};
};

struct BuildOutcome {
    SharedObject object;
    bool from_cache = false;
    double compile_seconds = 0;
    std::string not_cached;  // why freshly compiled code could not be stored; empty when it was
};

// Any number of threads and processes may build the same source at once: each may compile it, the last one to
// finish stays in the cache. Temporary files are removed whatever happens.
Result<BuildOutcome> build(const BuildRequest& request);

}  // namespace pantile::runtime
