// Entry points of emitted code given boxes and strides up to 2^63 - 1: undefined behaviour ends the process,
// and what they accept is what the library accepts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/sizes.h"
#include "driver/compile.h"
#include "emit/emit_c.h"
#include "front/text/parsing.h"
#include "long_run.h"
#include "pantile/buffer.h"
#include "random/batch.h"
#include "random/child.h"
#include "random/random.h"

namespace pantile::emit {
namespace {

// The layout of 'struct pantile_buffer' in emitted C.
struct CBuffer {
    void* data;
    int32_t type;
    int32_t rank;
    Dimension dim[8];
};

const std::vector<std::string>& programs() {
    static const std::vector<std::string> all = {
        "input img: u8(x, y)\na(x, y) = img(x-1, y) + img(x+1, y)\noutput out(x, y) = a(x, y-1) + a(x, "
        "y+1)\n",
        "input img: f64(x, y)\na(x, y) = img(2*x, 2*y) + img(2*x+1, 2*y)\noutput out(x, y) = a(x/3, y/3)\n",
        "input img: i16(x, y)\na(x, y) = repeat_edge(img)(x+4, y-4)\noutput out(x, y) = a(x, y) * a(-x, y)\n",
        "input img: u64(x, y)\na(x, y) = sum(mirror_image(img)(x+i, y) for i in -3..3)\noutput out(x, y) = "
        "a(x, y) "
        "+ a(x, y+100)\n",
    };
    return all;
}

// Numbers at which 64 bits run over, and ordinary ones.
int64_t number(random::Random& random) {
    constexpr int64_t kEdges[] = {INT64_MIN,
                                  INT64_MIN + 1,
                                  INT64_MIN / 2,
                                  -(int64_t{1} << 32),
                                  -1,
                                  0,
                                  1,
                                  2,
                                  int64_t{1} << 20,
                                  int64_t{1} << 31,
                                  int64_t{1} << 32,
                                  int64_t{1} << 59,
                                  INT64_MAX / 32,
                                  INT64_MAX / 2,
                                  INT64_MAX - 1,
                                  INT64_MAX};
    if (random.chance(60)) return kEdges[random.below(std::size(kEdges))];
    return random.between(-70, 70);
}

CBuffer buffer(random::Random& random, ScalarType type, void* data) {
    CBuffer made{data, static_cast<int32_t>(type), 2, {}};
    for (int d = 0; d < 2; ++d) {
        made.dim[d] = {number(random), number(random), d == 0 && random.chance(80) ? 1 : number(random)};
        // Often nearly right.
        if (random.chance(50)) made.dim[d].extent = random.between(1, 60);
        if (random.chance(50)) made.dim[d].min = random.between(-60, 60);
    }
    return made;
}

analysis::Box box_of(const CBuffer& b) {
    return {{b.dim[0].min, b.dim[0].min + b.dim[0].extent - 1},
            {b.dim[1].min, b.dim[1].min + b.dim[1].extent - 1}};
}

struct Subject {
    ir::Pipeline pipeline;
    driver::Compilation compilation;
    int64_t (*workspace_size)(const CBuffer*, const CBuffer*, int);
    int (*run)(void* const*, int);
};

// The entry point checks without touching what it is given; so the memory need not be there.
std::string check_buffers(const Subject& s, uint64_t seed) {
    random::Random random(seed);
    char nowhere = 0;
    const ScalarType out_type = s.pipeline.find_stage("out")->type;
    size_t accepted = 0;
    for (size_t i = 0; i < test::amount(20000, 1000000); ++i) {
        CBuffer in = buffer(random, s.pipeline.inputs[0].type, &nowhere);
        CBuffer out = buffer(random, out_type, &nowhere);
        const int64_t size = s.workspace_size(&in, &out, 3);
        if (size >= 0) {
            ++accepted;
            const analysis::Sizes sizes{{{"img", box_of(in)}}, {{"out", box_of(out)}}, {}};
            if (!analysis::evaluate_regions(s.pipeline, s.compilation.regions, sizes))
                return fmt::format("accepted what the library refuses, in round {}", i);
            continue;
        }
        void* const args[] = {&in, &out};
        const int status = s.run(args, 1);
        if (status <= 0) return fmt::format("status {} and size {} in round {}", status, size, i);
    }
    return accepted > 0 ? "" : "nothing was accepted";
}

TEST(HostileBuffers, EveryBoxAndStrideIsCheckedWithoutOverflow) {
    std::vector<random::NamedSource> sources;
    std::vector<Subject> subjects;
    for (size_t i = 0; i < programs().size(); ++i) {
        for (const char* scheduler : {"naive", "auto"}) {
            const std::string name = fmt::format("q{}", subjects.size());
            Subject s{
                front::parsed(fmt::format("pipeline {}\n{}", name, programs()[i])), {}, nullptr, nullptr};
            s.compilation =
                driver::compile_to_c(s.pipeline, {.schedule = scheduler, .target = "x86-64-v2"}).value();
            sources.push_back({name, single_file(s.compilation.files)});
            subjects.push_back(std::move(s));
        }
    }
    const auto built = random::build_batch(
        sources, {runtime::CompilerKind::gcc, random::Optimisation::checked, random::Threads::none});
    for (size_t i = 0; i < subjects.size(); ++i) {
        ASSERT_TRUE(built[i].object) << built[i].messages;
        Subject& s = subjects[i];
        s.workspace_size = reinterpret_cast<decltype(s.workspace_size)>(
            built[i].object->symbol(s.pipeline.name + "_workspace_size"));
        s.run = reinterpret_cast<decltype(s.run)>(built[i].object->symbol(s.pipeline.name + "_argv"));
        ASSERT_TRUE(s.workspace_size && s.run);
        EXPECT_EQ(random::in_child_process([&] { return check_buffers(s, i); }), "") << s.pipeline.name;
    }
}

}  // namespace
}  // namespace pantile::emit
