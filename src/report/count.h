// How much a scheduler looked at, next to what was published.
#pragma once

#include <optional>
#include <string>

#include "search/grouping.h"

namespace pantile::report {

struct SearchReport {
    std::string pipeline;
    size_t stages = 0;
    std::string scheduler;
    std::string cost_model;                    // empty: none was asked
    std::optional<search::SearchCount> count;  // none: no scheduler made it now
    std::string source;                        // and then: 'read from a file', 'found by measuring'
    double seconds = 0;
};

std::string to_text(const SearchReport& report);

}  // namespace pantile::report
