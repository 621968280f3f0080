// Short ways to analyse a program in a test.
#pragma once

#include <gtest/gtest.h>

#include "analysis/largest_output.h"
#include "analysis/limits.h"
#include "analysis/regions.h"
#include "analysis/sizes.h"
#include "front/text/parsing.h"

namespace pantile::analysis {

// A program and the regions that were inferred for it.
struct Analysed {
    ir::Pipeline pipeline;
    Regions regions;

    explicit Analysed(const std::string& items) : pipeline(front::parsed("pipeline p\n" + items)) {
        Result<Regions> inferred = infer_regions(pipeline);
        EXPECT_TRUE(inferred) << render(inferred.diagnostics());
        if (inferred) regions = std::move(*inferred);
    }

    Result<ConcreteRegions> at(const Sizes& sizes) const {
        return evaluate_regions(pipeline, regions, sizes);
    }

    // The boxes of all stages for these sizes, which must be right.
    std::map<std::string, Box> boxes(const Sizes& sizes) const {
        const Result<ConcreteRegions> concrete = at(sizes);
        EXPECT_TRUE(concrete) << render(concrete.diagnostics());
        std::map<std::string, Box> all;
        for (size_t s = 0; concrete && s < pipeline.stages.size(); ++s)
            all[pipeline.stages[s].name] = concrete->stages[s];
        for (size_t i = 0; concrete && i < pipeline.inputs.size(); ++i)
            all[pipeline.inputs[i].name] = concrete->inputs[i];
        return all;
    }

    std::string problems(const Sizes& sizes) const {
        const Result<ConcreteRegions> concrete = at(sizes);
        return concrete ? "" : render(concrete.diagnostics());
    }

    // The largest output for inputs of these sizes; the text of the problems when there is none.
    Box largest(const Sizes& sizes, const std::map<std::string, int64_t>& wanted = {}) const {
        const Result<std::map<std::string, Box>> found = largest_outputs(pipeline, regions, sizes, wanted);
        EXPECT_TRUE(found) << render(found.diagnostics());
        return found ? found->at(pipeline.outputs[0]) : Box{};
    }
    std::string why_not_largest(const Sizes& sizes) const {
        const Result<std::map<std::string, Box>> found = largest_outputs(pipeline, regions, sizes, {});
        return found ? "" : render(found.diagnostics());
    }
};

inline std::string refusal_of(const std::string& items) {
    const Result<Regions> inferred = infer_regions(front::parsed("pipeline p\n" + items));
    return inferred ? "" : render(inferred.diagnostics());
}

inline Interval from(int64_t min, int64_t max) { return {min, max}; }

}  // namespace pantile::analysis
