// Runs a piece of work with its first, second, third, … allocation failing.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "faults/failing_malloc.h"
#include "long_run.h"

namespace pantile::faults {

// What the work says went wrong; empty when it was done.
using Work = std::function<std::string()>;

struct Tried {
    int64_t allocations = 0;  // that the work makes when none fails
    int64_t failed = 0;       // times that it said that there is not enough memory
    int64_t done = 0;         // times that it could do without what was not there
};

inline void expect_survives(const Work& work, int64_t number, int64_t allocations, Tried& tried) {
    const int64_t before = live_blocks();
    {
        fail_allocation(number);
        std::string said;
        try {
            said = work();
        } catch (const std::exception& e) {
            said = fmt::format("an exception reached the caller: {}", e.what());
        }
        fail_allocation(0);
        ++(said.empty() ? tried.done : tried.failed);
        EXPECT_TRUE(said.empty() || said.find("memory") != std::string::npos)
            << "allocation " << number << " of " << allocations << ": " << said;
    }
    EXPECT_EQ(live_blocks(), before) << "blocks are lost when allocation " << number << " of " << allocations
                                     << " fails";
}

// All of the allocations in the long run; in continuous integration at most 'most', evenly spread.
inline Tried fail_each_allocation(const Work& work, int64_t most) {
    // The first runs fill what the C++ and C libraries keep for good.
    for (int i = 0; i < 3; ++i) EXPECT_EQ(work(), "");
    Tried tried;
    fail_allocation(0);
    EXPECT_EQ(work(), "");
    tried.allocations = asked_since();
    const int64_t step = test::is_long_run() ? 1 : std::max<int64_t>(1, tried.allocations / most);
    for (int64_t number = 1; number <= tried.allocations && !testing::Test::HasFailure(); number += step)
        expect_survives(work, number, tried.allocations, tried);
    EXPECT_GT(tried.failed, 0);
    return tried;
}

}  // namespace pantile::faults
