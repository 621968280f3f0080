// The address sanitizer's library, which a process must load before everything else to run code built with
// it.
#pragma once

#include <optional>
#include <string>

#include "runtime/compiler.h"
#include "runtime/environment.h"

namespace pantile::random {

struct Sanitizer {
    std::string compiler;  // the path of one that has the library
    std::string library;   // for LD_PRELOAD
};

// Nothing where no compiler of this kind has it, or this program was itself built with another one's: two do
// not live in one process.
std::optional<Sanitizer> find_sanitizer(runtime::CompilerKind kind, const runtime::Environment& environment);

}  // namespace pantile::random
