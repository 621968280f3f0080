// What was measured, as tables and JSON.
#pragma once

#include "contest.h"

namespace pantile::bench {

struct Outcome {
    std::string program;
    int threads;
    std::vector<Contestant> contestants;
};

// One line of a Markdown table: measured times, each with the predicted one in brackets, and how far 'auto'
// is from the best of the others.
std::string heading(const std::vector<std::string>& schedulers);
std::string line_of(const Outcome& outcome);

// Spearman's rank correlation of predicted and measured times.
double rank_correlation(const std::vector<Contestant>& contestants);

std::string to_json(const std::vector<Outcome>& outcomes);

}  // namespace pantile::bench
