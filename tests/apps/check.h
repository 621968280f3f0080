// Running an app in every way that must give the same: interpreted, and compiled under each scheduler.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numeric>

#include "apps/cases.h"
#include "driver/private_cache.h"
#include "image/read_image.h"
#include "ir/pipeline.h"
#include "long_run.h"

namespace pantile::apps {

inline std::string golden_file(const std::string& name) {
    return PANTILE_SOURCE_DIR "/tests/golden/data/" + name + ".npy";
}

inline AnyBuffer read_array(const std::string& file) {
    const Result<AnyBuffer> array = image::read_image(file);
    EXPECT_TRUE(array) << render(array.diagnostics());
    return array ? *array : AnyBuffer();
}

inline Pipeline parsed_app(const std::string& name, const Sizes& defines,
                           const std::string& more_items = "") {
    const std::string path = PANTILE_SOURCE_DIR "/apps/" + name + ".pan";
    std::ifstream file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const Result<Pipeline> parsed = parse_pan(text + more_items, path, defines);
    EXPECT_TRUE(parsed) << render(parsed.diagnostics());
    return parsed.value();
}

// All but the one that measures: its choice depends on the machine, and it takes the others' schedules. The
// C compiler takes long: in the usual run, the default and one of the others, which take turns.
inline std::vector<std::string> schedulers_for(const Pipeline& pipeline) {
    std::vector<std::string> names = scheduler_names();
    std::erase(names, "tune");
    if (test::is_long_run()) return names;
    std::erase(names, "auto");
    const std::string& app = pipeline.ir().name;
    const size_t turn = std::accumulate(app.begin(), app.end(), size_t{0});
    return {"auto", names[turn % names.size()]};
}

inline AnyBuffer only_output(const Result<Outputs>& outputs) {
    EXPECT_TRUE(outputs) << render(outputs.diagnostics());
    return outputs ? outputs->begin()->second : AnyBuffer();
}

// Golden files hold all numbers as f32. Without tolerance even the sign of a zero counts; NaNs are alike.
inline void expect_golden(const AnyBuffer& found, const AnyBuffer& golden, const Tolerance& tolerance) {
    ASSERT_EQ(found.rank(), golden.rank());
    for (int d = 0; d < found.rank(); ++d) ASSERT_EQ(found.dim(d).extent, golden.dim(d).extent) << d;
    const std::vector<double> have = test::numbers_of(found), want = test::numbers_of(golden);
    for (size_t i = 0; i < want.size(); ++i) {
        if (std::isnan(want[i]) && std::isnan(have[i])) continue;
        const bool exact = have[i] == want[i] && std::signbit(have[i]) == std::signbit(want[i]);
        const double most = tolerance.absolute + tolerance.relative * std::abs(want[i]);
        ASSERT_TRUE(exact || (most > 0 && std::abs(have[i] - want[i]) <= most))
            << "element " << i << " is " << have[i] << ", not " << want[i];
    }
}

// One run of an app: what it gets, how large its result is, and, where there is one, what that must be.
struct Trial {
    Arguments arguments;
    Sizes sizes;
    AnyBuffer golden;
};

// The interpreter gives the golden results; compiled code gives the interpreter's bits.
inline void expect_in_every_way(const Pipeline& pipeline, const std::vector<Trial>& trials,
                                const Tolerance& tolerance) {
    std::vector<AnyBuffer> expected;
    for (const Trial& t : trials) {
        SCOPED_TRACE("interpreted, " + testing::PrintToString(t.sizes));
        expected.push_back(only_output(interpret(pipeline, t.arguments, t.sizes)));
        ASSERT_TRUE(expected.back().defined());
        if (t.golden.defined()) expect_golden(expected.back(), t.golden, tolerance);
    }
    for (const std::string& name : schedulers_for(pipeline)) {
        const Kernel kernel = test::compiled(pipeline, {.schedule = name});
        for (size_t i = 0; i < trials.size(); ++i) {
            SCOPED_TRACE(name + ", " + testing::PrintToString(trials[i].sizes));
            const AnyBuffer found = only_output(kernel.run(trials[i].arguments, trials[i].sizes));
            ASSERT_TRUE(found.defined());
            EXPECT_TRUE(test::identical(found, expected[i]));
        }
    }
}

}  // namespace pantile::apps
