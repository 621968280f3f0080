// Compiled code against the interpreter: bit for bit, between guard pages.
#pragma once

#include <string>

#include "random/batch.h"
#include "random/trial.h"
#include "runtime/shared_object.h"

namespace pantile::random {

// What differs, or nothing. Crashes with the code it checks.
std::string check_compiled(const Trial& trial, const runtime::SharedObject& object);

// The same in a process of its own.
std::string check_built_as_it_is(const Trial& trial, const Built& built);

// The same, and again with an input that is one row too short. That may be enough for a schedule that
// inlines: what is inlined is not computed as a whole, so its sizes are not checked.
std::string check_built(const Trial& trial, const Built& built);

}  // namespace pantile::random
