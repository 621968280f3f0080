// A pipeline with inputs that hold exactly what is read: for tests of vectors at all sizes, compiled and
// compared with the interpreter.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "emit/emit_c.h"
#include "front/text/parsing.h"
#include "random/batch.h"
#include "random/check.h"
#include "random/child.h"
#include "random/trial.h"
#include "random/values.h"

namespace pantile::random {

inline AnyBuffer filled(ScalarType type, const analysis::Box& box) {
    Random random(7);
    std::vector<Dimension> dims;
    for (const analysis::Interval& i : box) dims.push_back({i.min, i.extent(), 0});
    const AnyBuffer image = AnyBuffer::allocate(type, dims).value();
    for (int64_t i = 0; i < image.element_count(); ++i)
        ir::store_value(random_value(random, type), image.data() + i * size_in_bytes(type));
    return image;
}

// Asks for two rows with these columns of every output, and gives inputs that hold what is read for them.
inline void set_columns(Trial& trial, const analysis::Interval& columns) {
    for (const ir::Input& input : trial.pipeline.inputs)
        trial.sizes.inputs[input.name] = analysis::Box(input.dims.size(), {-1000, 1000});
    for (const std::string& output : trial.pipeline.outputs) trial.sizes.outputs[output] = {columns, {0, 1}};
    const auto read =
        analysis::evaluate_regions(trial.pipeline, trial.compilation.regions, trial.sizes).value();
    for (size_t i = 0; i < trial.pipeline.inputs.size(); ++i) {
        const ir::Input& input = trial.pipeline.inputs[i];
        trial.sizes.inputs[input.name] = read.inputs[i];
        trial.inputs[input.name] = filled(input.type, read.inputs[i]);
    }
    ask_interpreter(trial);
}

inline Trial naive_trial(const std::string& pipeline, const std::string& target) {
    Trial trial;
    trial.pipeline = front::parsed(pipeline);
    trial.compilation = driver::compile_to_c(trial.pipeline, {.schedule = "naive", .target = target}).value();
    return trial;
}

using Columns = std::vector<analysis::Interval>;

// So many columns each time, all beginning at 'first'.
inline Columns columns_from(int64_t first, std::initializer_list<int64_t> extents) {
    Columns all;
    for (const int64_t extent : extents) all.push_back({first, first + extent - 1});
    return all;
}

inline std::string check_columns(Trial& trial, const runtime::SharedObject& object, const Columns& all) {
    for (const analysis::Interval& columns : all) {
        set_columns(trial, columns);
        if (!trial.refused.empty()) return "refused: " + trial.refused;
        const std::string wrong = check_compiled(trial, object);
        if (!wrong.empty()) return fmt::format("columns {} to {}: {}", columns.min, columns.max, wrong);
    }
    return "";
}

struct Compiled {
    runtime::CompilerKind compiler;
    Optimisation optimisation;
};

// Expects what the interpreter says, for each of the columns.
inline void expect_right(Trial trial, const Compiled& how, const Columns& columns) {
    const std::vector<Built> built =
        build_batch({{trial.pipeline.name, emit::single_file(trial.compilation.files)}},
                    {how.compiler, how.optimisation, Threads::none});
    ASSERT_TRUE(built[0].object) << built[0].messages;
    EXPECT_EQ(in_child_process([&] { return check_columns(trial, *built[0].object, columns); }), "")
        << trial.pipeline.name;
}

}  // namespace pantile::random
