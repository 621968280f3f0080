// Compiled code against the interpreter: bit for bit, between guard pages.
#pragma once

#include <string>

#include "random/trial.h"
#include "runtime/shared_object.h"

namespace pantile::random {

// What differs, or nothing. Crashes with the code it checks.
std::string check_compiled(const Trial& trial, const runtime::SharedObject& object);

}  // namespace pantile::random
