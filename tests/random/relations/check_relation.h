// Whether the results of other programs are what a relation says.
#pragma once

#include "random/trial.h"

namespace pantile::random {

const std::vector<std::string>& relation_names();

// 'relation' is one of the names and a number, 'crop 0': another program for each number. What is wrong, or
// nothing, also where the relation has nothing to say about the trial.
std::string check_relation(const Trial& trial, const std::string& relation);

}  // namespace pantile::random
