// Many pipelines compiled by one run of the C compiler into one shared object.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/compiler.h"
#include "runtime/shared_object.h"

namespace pantile::random {

// none: compiles in half the time of quick. checked: undefined behaviour ends the process. sanitized: wrong
// addresses do, too; this process must have been started with the library of the address sanitizer
// (sanitizer.h).
enum class Optimisation { none, quick, full, checked, sanitized };
std::string_view name_of(Optimisation optimisation);
std::optional<Optimisation> optimisation_named(std::string_view name);
enum class Threads { openmp, none };

struct BatchOptions {
    runtime::CompilerKind compiler = runtime::CompilerKind::gcc;
    Optimisation optimisation = Optimisation::quick;
    Threads threads = Threads::openmp;
};

std::string describe(const BatchOptions& options);

struct NamedSource {
    std::string name;  // of the pipeline
    std::string text;  // C that compiles by itself
};

// What became of one source.
struct Built {
    std::shared_ptr<runtime::SharedObject> object;  // null when it did not compile
    std::string messages;                           // of the compiler, when it did not
};

// In the order of the sources. Warnings are errors. When the batch fails, its parts are compiled by
// themselves.
std::vector<Built> build_batch(const std::vector<NamedSource>& sources, const BatchOptions& options);

}  // namespace pantile::random
