// Finds, makes and checks the directory that holds the cache.
#pragma once

#include <optional>
#include <string>

#include "pantile/diagnostic.h"
#include "runtime/environment.h"
#include "runtime/file.h"
#include "runtime/temporary_directory.h"

namespace pantile::runtime {

// All work on entries goes through the descriptor: once checked, the directory cannot be swapped for another.
struct CacheDirectory {
    FileDescriptor descriptor;  // not valid when there is no place for a cache at all
    std::string path;           // for messages
    std::optional<TemporaryDirectory> temporary;
    Diagnostics warnings;
};

// 'chosen', or '$XDG_CACHE_HOME/pantile', or '~/.cache/pantile'. Entries are code that we will run, so nobody
// else may be able to write them: a directory that is a symbolic link, another user's, or writable by others
// is refused, with a warning, in favour of a private one that lasts as long as the process.
CacheDirectory open_cache_directory(const std::string& chosen, const Environment& environment);

}  // namespace pantile::runtime
