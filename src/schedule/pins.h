// Pins: what a person fixes of a schedule; the scheduler decides the rest.
//
//     {"scheduler": "auto", "pins": {
//        "together": [["bx", "by"]],             these stages are in one group
//        "apart": [["by", "mask"]],              no two of these are
//        "inline": ["gray"], "never_inline": ["Ix"],
//        "tile": {"mask": {"x": 256, "y": 32}},  a group ends with 'mask' and has these tiles
//        "slide": {"mask": {"y": 2}}}}           and is walked along y, two rows at a time
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/pipeline.h"
#include "pantile/result.h"
#include "schedule/schedule.h"

namespace pantile::schedule {

struct Pins {
    std::vector<std::vector<std::string>> together;
    std::vector<std::vector<std::string>> apart;
    std::set<std::string> inlined;
    std::set<std::string> stored;  // never inlined
    // By the last stage of the group: sizes by dimension; 0: not cut.
    std::map<std::string, std::vector<int64_t>> tiles;
    std::map<std::string, Sliding> slides;

    bool empty() const {
        return together.empty() && apart.empty() && inlined.empty() && stored.empty() && tiles.empty() &&
               slides.empty();
    }
    // Whether something is said about the group that ends with this stage.
    bool ends_group(const std::string& stage) const { return tiles.count(stage) || slides.count(stage); }
    rewrite::Rewrites rewrites() const;
    // Whether the stage has to be stored: it is said so, or it is said where.
    bool keeps(const std::string& stage) const;
};

// What is pinned, but is not so in the schedule: pins that cannot hold together with what else was decided.
Diagnostics check_held(const Pins& pins, const Schedule& schedule);

}  // namespace pantile::schedule
