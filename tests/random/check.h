// Compiled code against the interpreter: bit for bit, between guard pages.
#pragma once

#include <string>

#include "random/batch.h"
#include "random/trial.h"
#include "runtime/shared_object.h"

namespace pantile::random {

// What differs, or nothing. Crashes with the code it checks.
std::string check_compiled(const Trial& trial, const runtime::SharedObject& object);

// The same in processes of their own, and again with an input that is one row too short.
std::string check_built(const Trial& trial, const Built& built);

}  // namespace pantile::random
