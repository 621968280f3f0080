// What we know of a C compiler.
#pragma once

#include <string>

namespace pantile::runtime {

enum class CompilerKind { clang, gcc };

struct Compiler {
    std::string path;
    CompilerKind kind = CompilerKind::gcc;
    std::string version;  // the first line of what it says about itself
    bool openmp = false;  // '-fopenmp' compiles, links and runs
};

// 19 of 'Debian clang version 19.1.7'; 0 when it does not say.
int major_version(const Compiler& compiler);

}  // namespace pantile::runtime
