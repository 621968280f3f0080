// Stores past the caches, compiled, at all sizes around a vector, against the interpreter. Where the outputs
// begin in memory differs from size to size, so that some rows are aligned for vectors and others are not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "emit/exact_inputs.h"
#include "schedule/file.h"
#include "search/naive.h"

namespace pantile::random {
namespace {

// With a border left and right, so that the rows of the interior begin anywhere.
Trial streaming(ScalarType type, const std::string& target) {
    Trial trial;
    trial.pipeline =
        front::parsed(fmt::format("pipeline streams_{0}\ninput a: {0}(x, y)\n"
                                  "output f(x, y) = a(clamp(x, 3, 40), y)\noutput g(x, y) = a(x + 1, y)\n",
                                  name_of(type)));
    schedule::Schedule schedule = search::naive(trial.pipeline);
    for (schedule::Group& group : schedule.groups) group.streamed = group.stages;
    trial.compilation =
        driver::compile_to_c(trial.pipeline,
                             {.schedule_json = schedule::to_json(schedule, trial.pipeline), .target = target})
            .value();
    return trial;
}

// From one element to more than three vectors; the longest rows are of whole vectors.
Columns around(int lanes) {
    Columns all;
    for (int64_t extent = 1; extent <= 3 * lanes + 1; ++extent) all.push_back({0, extent - 1});
    for (int64_t first = -3; first <= 3; ++first) all.push_back({first, first + 4 * lanes - 1});
    return all;
}

void check_stores(runtime::CompilerKind compiler, const std::string& target, int vector_bytes,
                  const std::string& instruction) {
    SCOPED_TRACE(target);
    for (const ScalarType type :
         {ScalarType::boolean, ScalarType::u8, ScalarType::i16, ScalarType::f32, ScalarType::i64}) {
        const Trial trial = streaming(type, target);
        const std::string text = emit::single_file(trial.compilation.files);
        EXPECT_NE(text.find(instruction), std::string::npos);
        EXPECT_NE(text.find("pantile_end_stream();"), std::string::npos);
        expect_right(trial, {compiler, Optimisation::quick}, around(vector_bytes / size_in_bytes(type)));
    }
}

TEST(VectorStores, ClangStoresPastTheCachesWhatTheInterpreterSays) {
    check_stores(runtime::CompilerKind::clang, "x86-64-v2", 16, "__builtin_nontemporal_store");
    check_stores(runtime::CompilerKind::clang, "x86-64-v4", 64, "__builtin_nontemporal_store");
}

TEST(VectorStores, GccStoresPastTheCachesWhatTheInterpreterSays) {
    check_stores(runtime::CompilerKind::gcc, "x86-64-v2", 16, "__builtin_ia32_movntps(");
    check_stores(runtime::CompilerKind::gcc, "x86-64-v3", 32, "__builtin_ia32_movntps256(");
    check_stores(runtime::CompilerKind::gcc, "x86-64-v4", 64, "__builtin_ia32_movntps512(");
}

}  // namespace
}  // namespace pantile::random
