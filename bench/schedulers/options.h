// The command line of the timing program.
#pragma once

#include <string>
#include <vector>

#include "pantile/compile.h"

namespace pantile::bench {

struct Options {
    std::vector<std::string> programs;  // .pan files
    std::vector<std::string> schedulers = {"auto", "dp", "greedy", "polymage", "forma", "naive"};
    std::vector<int> threads = {1, 2};
    int rounds = 12;
    double budget = 15;  // seconds that 'tune' may measure
    int samples = 0;     // schedules to hold predictions against; 0: the contest of schedulers
    Math math = Math::fast;
    std::string json;  // a file for programs, too
};

// Exits with a message when the arguments make no sense.
Options read_options(int argc, char** argv);

}  // namespace pantile::bench
