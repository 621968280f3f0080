// The name under which a build is cached.
#pragma once

#include <optional>

#include "runtime/cache_entry.h"
#include "runtime/jit.h"

namespace pantile::runtime {

// Covers all that decides what the compiler makes: source, flags, compiler, architecture and, for
// '-march=native', the processor. Nothing when the processor matters and cannot be told: then the result must
// not be shared.
std::optional<CacheKey> key_of_build(const BuildRequest& request);
// The same on a processor that is called so; an empty name is none.
std::optional<CacheKey> key_of_build(const BuildRequest& request, const std::string& processor);

}  // namespace pantile::runtime
