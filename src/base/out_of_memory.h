// What the functions of the public API say when there is no memory for their work. They catch std::bad_alloc
// where they return a Result or Diagnostics: by then all that the work held is free again.
#pragma once

#include "pantile/diagnostic.h"

namespace pantile {

inline Diagnostic out_of_memory() {
    return {.message = "there is not enough memory.",
            .hints = {"give the process more memory, or compute less at once."}};
}

}  // namespace pantile
