// How the levels of loops nest within a step, and where its loop over tasks stands.
//
// From the outside in: thread, serial, vector. The loop of threads stands in no other loop and in no branch,
// and its step does nothing else: in front of it there are bounds alone, over what is known at entry, so that
// every thread can compute for itself those that it needs. A vector loop stands in no other vector loop.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/loops.h"

namespace pantile::ir {

// What is wrong with the levels of a step, as a sentence for us.
std::optional<std::string> misplaced_level(const Statement& step);

// The loop over tasks of a step that runs on several threads, or null.
const For* task_loop(const Compute& step);

// The bounds in front of that loop, in order.
std::vector<Declare> bounds_before_tasks(const Compute& step);

}  // namespace pantile::ir
