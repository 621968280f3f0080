// A failure that is written to files is read back as it was.
#include "random/specimen_files.h"

#include <gtest/gtest.h>

#include <fstream>

#include "ir/print.h"
#include "runtime/temporary_directory.h"
#include "schedule/file.h"

namespace pantile::random {
namespace {

Failure some_failure(uint64_t seed) {
    const BatchOptions build{runtime::CompilerKind::clang, Optimisation::sanitized, Threads::none};
    return {make_specimen(seed, 1), {Layer::metamorphic, build, "crop 3"}, "a wrong 'value'"};
}

TEST(SpecimenFiles, AreReadBackAsTheyWere) {
    const auto folder = runtime::TemporaryDirectory::create("/tmp", "pantile-specimen-").value();
    for (uint64_t seed = 0; seed < 40; ++seed) {
        const Failure written = some_failure(seed);
        ASSERT_EQ(write_folder(folder.path() + "/failure", written), "");
        const Failure read = read_folder(folder.path() + "/failure").value();
        EXPECT_EQ(read.specimen.seed, seed);
        EXPECT_EQ(ir::to_text(read.specimen.pipeline), ir::to_text(written.specimen.pipeline));
        EXPECT_EQ(schedule::to_json(read.specimen.schedule, read.specimen.pipeline),
                  schedule::to_json(written.specimen.schedule, written.specimen.pipeline));
        EXPECT_EQ(read.specimen.sizes.inputs, written.specimen.sizes.inputs);
        EXPECT_EQ(read.specimen.sizes.outputs, written.specimen.sizes.outputs);
        EXPECT_EQ(read.specimen.sizes.params, written.specimen.sizes.params);
        EXPECT_EQ(read.check.relation, "crop 3");
        EXPECT_EQ(read.check.build.optimisation, Optimisation::sanitized);
        EXPECT_EQ(read.what, written.what);
    }
}

TEST(SpecimenFiles, AFolderWithoutThemIsRefused) {
    const auto failure = read_folder("/nonexistent");
    ASSERT_FALSE(failure);
    EXPECT_EQ(failure.diagnostics()[0].message, "there is no file 'pipeline.pan' in '/nonexistent'.");
}

TEST(SpecimenFiles, TextThatIsNoCheckIsRefused) {
    FailureTexts texts = to_texts(some_failure(1));
    texts.check = "{}";
    EXPECT_FALSE(from_texts(texts));
    texts.check = "not JSON";
    EXPECT_FALSE(from_texts(texts));
}

TEST(FailureKinds, AreTheSameForOtherNamesAndNumbers) {
    EXPECT_EQ(kind_of("after lower: 'f' at (1, 2) is 3, not 4"),
              kind_of("after vectorize: 'g' at (0) is nan, not 1"));
    EXPECT_EQ(kind_of("ended by signal 11 (Segmentation fault)\nmore"), "ended by signal 11 ");
    EXPECT_EQ(kind_of("after lower: 'f' has 3 lanes"), kind_of("after lower: 'g' has 12 lanes"));
    EXPECT_NE(kind_of("ended by signal 11 (Segmentation fault)"), kind_of("ended by signal 6 (Aborted)"));
    EXPECT_NE(kind_of("'f' at (1) is 3, not 4"), kind_of("it ran, but the sizes are not allowed: x"));
}

}  // namespace
}  // namespace pantile::random
