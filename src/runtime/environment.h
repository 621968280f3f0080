// What the runtime takes from the process environment: read once, at the edge, and passed on as values.
#pragma once

#include <string>
#include <vector>

namespace pantile::runtime {

struct Environment {
    std::string path = "/usr/local/bin:/usr/bin:/bin";  // PATH
    std::string home;                                   // HOME
    std::string xdg_cache_home;                         // XDG_CACHE_HOME
    std::string temporary_root = "/tmp";                // TMPDIR, when it is absolute
    std::string library_path;                           // LD_LIBRARY_PATH
};

// The only place where the runtime reads the environment.
Environment from_process_environment();

// All that a compiler gets to see, as 'NAME=value'. Variables such as CPATH or CCC_OVERRIDE_OPTIONS change
// what a compiler produces and are no part of the cache key, so they must not reach it. Its temporary files
// go to 'temporary_directory', which we remove: a killed compiler leaves nothing behind.
std::vector<std::string> child_environment(const Environment& environment,
                                           const std::string& temporary_directory);

}  // namespace pantile::runtime
