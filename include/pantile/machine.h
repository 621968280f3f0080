// The machine that this runs on: cores, caches, vectors, bandwidths and latencies.
#pragma once

#include <functional>
#include <string>

#include "pantile/diagnostic.h"

#pragma GCC visibility push(default)
namespace pantile {

// Measuring takes 3 to 5 seconds and keeps all cores busy; the result is kept in the cache directory.
enum class Measure { when_not_cached, again };

struct MachineOptions {
    Measure measure = Measure::when_not_cached;
    std::string cache_directory;  // empty: the default, as in CompileOptions
    // Called before each step of a measurement; 'what' continues "measuring …".
    std::function<void(int step, int of_steps, const std::string& what)> progress = [](int, int,
                                                                                       const std::string&) {};
};

struct MachineDescription {
    std::string text;      // for people
    std::string json;      // a machine file
    Diagnostics warnings;  // of what is not as it should be: nothing here is an error
};

MachineDescription describe_machine(const MachineOptions& options = {});

}  // namespace pantile
#pragma GCC visibility pop
