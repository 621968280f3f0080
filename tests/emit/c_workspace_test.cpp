// Scratch, workspaces and both parallel forms: as text, and compiled and run.
#include "emit/c_workspace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "analysis/peak_memory.h"
#include "emit/emit_c.h"
#include "ir/verify_loops.h"
#include "passes/texts.h"
#include "passes/tiled_loops.h"
#include "runtime/environment.h"
#include "runtime/process.h"
#include "runtime/program_path.h"
#include "runtime/temporary_directory.h"

namespace pantile::emit {
namespace {

using namespace ir;
using passes::scratch;
using testing::HasSubstr;
using testing::Not;

EmittedFiles emitted(const Loops& loops, ParallelForm form) {
    return emit_c(passes::plan_storage(passes::place_scratch(loops)), {{}, "test", form});
}

// The rows of 'a' one after the other, of which two are kept.
Loops folded() {
    LoopBuffer a = scratch("a", 32, 9);
    a.folds = {0, 2};
    const Expr y = passes::coordinate("y"), above = analysis::plus(y, -1), x = passes::coordinate("x");
    const auto row = [&](Store store) {
        return statement(For{Scope::coordinate, "x", passes::wide("out.x.min"), passes::wide("out.x.max"),
                             LoopLevel::vector, statement(std::move(store))});
    };
    const Expr b = add(passes::load("a", above), passes::load("a"));
    const StatementPtr out = row({"out", {x, above}, add(binary(BinaryOp::mul, b, b), passes::number(1))});
    const StatementPtr body =
        block({row({"a", {x, y}, binary(BinaryOp::mul, passes::load("img"), passes::number(2))}),
               statement(If{binary(BinaryOp::gt, y, passes::wide("y.lo")), out, nullptr})});
    return passes::tiled({a},
                         {statement(For{Scope::coordinate, "y", passes::wide("y.lo"),
                                        analysis::plus(passes::wide("y.hi"), 1), LoopLevel::serial, body})});
}

Loops of_any_width() {
    const Expr width =
        analysis::plus(analysis::minus(passes::wide("out.x.max"), passes::wide("out.x.min")), 1);
    return passes::tiled(
        {scratch("a", {width, constant_i64(9)}), scratch("b", {width, constant_i64(8)}), scratch("c", 32, 8)},
        passes::stages());
}

// The tiles of 'tiled', with the bounds of all of them computed in front of the loop over tasks: one that
// only the loop uses, one that only the tasks use, one through another, and one that is the box of scratch.
Loops with_bounds_in_front() {
    Loops loops = passes::tiled();
    for (LoopBuffer& b : loops.buffers) {
        if (b.space == MemorySpace::scratch) b.mins[0] = passes::wide("x.first");
    }
    passes::change_bodies(loops, [](const StatementPtr& before) {
        For tiles = std::get<For>(before->kind);
        const StatementPtr count = statement(Declare{"tile.last", tiles.max});
        tiles.max = passes::wide("tile.last");
        std::vector<StatementPtr> body = std::get<Block>(tiles.body->kind).statements;
        const Expr rows = binary(BinaryOp::mul, passes::wide("tile.index"), passes::wide("tile.rows"));
        body[0] = statement(Declare{"y.lo", analysis::plus(passes::wide("y.first"), rows)});
        tiles.body = block(std::move(body));
        return block({count, statement(Declare{"x.first", passes::wide("out.x.min")}),
                      statement(Declare{"y.before", analysis::plus(passes::wide("out.y.min"), -8)}),
                      statement(Declare{"y.first", analysis::plus(passes::wide("y.before"), 8)}),
                      statement(Declare{"tile.rows", constant_i64(8)}), statement(std::move(tiles))});
    });
    EXPECT_EQ(violation_of(loops), std::nullopt);
    return loops;
}

// Runs p and p_with_workspace and compares every element; prints the size of the workspace.
constexpr std::string_view kMain = R"(#include "p.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { W = 30, H = 41 };
static float in[(H + 1) * W], out[H * W];
#ifdef CALLBACK
#include <pthread.h>
#include <stdatomic.h>
struct work { void (*body)(void *, int64_t); void *context; int64_t count; _Atomic int64_t next; };
static void *worker(void *p) {
    struct work *w = p;
    for (int64_t i; (i = atomic_fetch_add(&w->next, 1)) < w->count;) w->body(w->context, i);
    return NULL;
}
static void parallel_for(void *pool, int64_t count, void (*body)(void *, int64_t), void *context) {
    struct work w = {body, context, count, 0};
    pthread_t threads[5];
    for (int i = 0; i < 5; ++i) pthread_create(&threads[i], NULL, worker, &w);
    for (int i = 0; i < 5; ++i) pthread_join(threads[i], NULL);
    ++*(int *)pool;
}
#define MORE , executor
#else
#define MORE
#endif
static int check(void) {
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x) {
            const float b = in[y * W + x] * 2.0f + in[(y + 1) * W + x] * 2.0f, c = b * b;
            if (out[y * W + x] != c + 1.0f) return 1;
        }
    memset(out, 0, sizeof out);
    return 0;
}
int main(void) {
    for (int i = 0; i < (H + 1) * W; ++i) in[i] = (float)(i * 37 % 101) * 0.1f;
    struct pantile_buffer a = {in, PANTILE_F32, 2, {{0, W, 1}, {0, H + 1, W}}};
    struct pantile_buffer b = {out, PANTILE_F32, 2, {{0, W, 1}, {0, H, W}}};
#ifdef CALLBACK
    int calls = 0; /* three arenas, five tasks at a time */
    const struct pantile_executor pool = {parallel_for, &calls, 3}, *executor = &pool;
#endif
    if (p(&a, &b MORE) != P_OK || check()) return 1;
    const int64_t bytes = p_workspace_size(&a, &b, 3 MORE);
    char *const memory = malloc((size_t)bytes + 1);
    for (int shift = 0; shift < 2; ++shift)
        if (p_with_workspace(&a, &b, memory + shift, bytes, 3 MORE) != P_OK || check()) return 2;
    if (bytes > 0 && p_with_workspace(&a, &b, memory, bytes - 1, 3 MORE) != P_WORKSPACE_TOO_SMALL) return 3;
    if (bytes > 0 && p_with_workspace(&a, &b, NULL, bytes, 3 MORE) != P_WORKSPACE_TOO_SMALL) return 3;
    free(memory);
    for (int i = 0; i < W * H; ++i) if (out[i] != 0) return 4;
    b.type = PANTILE_U8;
    if (p_workspace_size(&a, &b, 3 MORE) != -P_OUT_WRONG_TYPE) return 5;
    b.type = PANTILE_F32;
#ifdef CALLBACK
    if (calls == 0) return 6;
    executor = NULL;
    if (p(&a, &b MORE) != P_OK || check()) return 7;
#endif
    printf("%lld\n", (long long)bytes);
    return 0;
}
)";

void write_file(const std::string& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
}

// What the program prints; a test fails where it does not compile without a warning, or returns another
// status.
std::string run_with(const std::string& compiler, const EmittedFiles& files, std::vector<std::string> flags) {
    const runtime::Environment environment = runtime::from_process_environment();
    const auto path = runtime::find_program(compiler, environment.path);
    if (!path) return "no " + compiler;
    const auto place = runtime::TemporaryDirectory::create("/tmp", "pantile-test-").value();
    write_file(place.path() + "/p.c", files.source);
    write_file(place.path() + "/p.h", files.header);
    write_file(place.path() + "/main.c", kMain);
    const std::string program = place.path() + "/main";
    std::vector<std::string> command = {*path,
                                        "-std=c11",
                                        "-O2",
                                        "-Wall",
                                        "-Wextra",
                                        "-Werror",
                                        "-ffp-contract=off",
                                        "-pthread",
                                        place.path() + "/p.c",
                                        place.path() + "/main.c",
                                        "-o",
                                        program};
    command.insert(command.end(), flags.begin(), flags.end());
    command.push_back("-lm");
    const std::vector<std::string> variables = {"PATH=" + environment.path, "TMPDIR=" + place.path()};
    const runtime::ProcessOutcome built = runtime::run({command, variables});
    EXPECT_TRUE(built.succeeded()) << compiler << "\n" << built.output << files.source;
    const runtime::ProcessOutcome ran = runtime::run({{program}, variables});
    EXPECT_TRUE(ran.succeeded()) << compiler << " status " << ran.exit_status << "\n" << ran.output;
    return ran.output;
}

std::string expected_bytes(const Loops& loops) {
    const analysis::Sizes sizes{{{"img", {{0, 29}, {0, 41}}}}, {{"out", {{0, 29}, {0, 40}}}}, {}};
    return std::to_string(
               *analysis::peak_memory(passes::plan_storage(passes::place_scratch(loops)), sizes, 3)) +
           "\n";
}

Loops untiled() {
    return driver::compile_to_c(front::parsed("pipeline p\ninput img: f32(x, y)\na(x, y) = img(x, y) * 2.0\n"
                                              "b(x, y) = a(x, y) + a(x, y+1)\nc(x, y) = b(x, y) * b(x, y)\n"
                                              "output out(x, y) = c(x, y) + 1.0\n"),
                                {.schedule = "naive"})
        .value()
        .loops;
}

void expect_right_results(const Loops& loops) {
    const EmittedFiles openmp = emitted(loops, ParallelForm::openmp);
    const EmittedFiles callback = emitted(loops, ParallelForm::callback);
    const std::string bytes = expected_bytes(loops);
    EXPECT_EQ(run_with("gcc", openmp, {"-fopenmp"}), bytes);
    EXPECT_EQ(run_with("gcc", openmp, {"-fsanitize=address,undefined", "-fno-sanitize-recover=all"}), bytes);
    for (const char* compiler : {"gcc", "clang"}) {
        const std::string found = run_with(compiler, callback, {"-DCALLBACK", "-fsanitize=thread"});
        if (found == std::string("no ") + compiler) continue;
        EXPECT_EQ(found, bytes);
    }
}

TEST(EmitWorkspace, TilesInScratchGiveTheRightResultInEveryForm) { expect_right_results(passes::tiled()); }
TEST(EmitWorkspace, FoldedScratchKeepsTheRowsThatAreNeeded) { expect_right_results(folded()); }
TEST(EmitWorkspace, ScratchOfAnyWidthFits) { expect_right_results(of_any_width()); }
TEST(EmitParallel, BoundsMayStandInFrontOfTheLoopOverTasks) { expect_right_results(with_bounds_in_front()); }
TEST(EmitWorkspace, WholeImagesTakeTurnsInTheWorkspace) { expect_right_results(untiled()); }

TEST(EmitWorkspace, ScratchIsPartOfTheThreadsArena) {
    const std::string source = emitted(passes::tiled(), ParallelForm::openmp).source;
    EXPECT_THAT(source, HasSubstr("#define a_at(i0, i1) a[((i0) - out_x_min) + ((i1) - y_lo) * 32]\n"));
    EXPECT_THAT(source,
                HasSubstr("static void p_task_group0(const struct p_frame *const frame, char *const arena, "
                          "const int64_t tile_index) {\n"));
    // 'a' and 'c' share memory: 'restrict' would be a lie.
    EXPECT_THAT(source, HasSubstr("    float *const a = (void *)(arena + 0);\n"));
    EXPECT_THAT(source, HasSubstr("    float *const restrict b = (void *)(arena + 1152);\n"));
    EXPECT_THAT(source, HasSubstr("    float *const c = (void *)(arena + 0);\n"));
    EXPECT_THAT(source, HasSubstr("        p_task_group0(frame, p_arena(frame), tile_index);\n"));
    EXPECT_THAT(emitted(folded(), ParallelForm::openmp).source,
                HasSubstr("#define a_at(i0, i1) a[((i0) - out_x_min) + ((i1) & 1) * 32]\n"));
}

TEST(EmitWorkspace, TheCallbackFormHasNoOpenMp) {
    for (const Loops& loops : {passes::tiled(), untiled()}) {
        const EmittedFiles files = emitted(loops, ParallelForm::callback);
        for (const char* word : {"omp.h", "omp_", "(omp ", " omp ", "openmp", "OPENMP", "OpenMP"})
            EXPECT_THAT(files.source + files.header, Not(HasSubstr(word)));
        EXPECT_THAT(files.header, HasSubstr("const struct pantile_executor *executor);\n"));
    }
}

TEST(EmitWorkspace, ATaskOfTheCallbackFormHoldsAnArenaWhileItRuns) {
    EXPECT_THAT(emitted(passes::tiled(), ParallelForm::callback).source,
                HasSubstr("    char *const arena = p_take_arena(frame);\n"
                          "    p_task_group0(frame, arena, task_index);\n    p_leave_arena(arena);\n"));
    EXPECT_THAT(emitted(untiled(), ParallelForm::callback).source,
                HasSubstr("    p_task_out(frame, out_y_min + task_index);\n"));
}

TEST(EmitParallel, TasksOfSeveralPointsBeginWhereTheOneBeforeEnds) {
    Loops loops = untiled();
    passes::change_bodies(loops, [](const StatementPtr& before) {
        For rows = std::get<For>(before->kind);
        rows.step = 4;
        return statement(std::move(rows));
    });
    const std::string source = emitted(loops, ParallelForm::callback).source;
    EXPECT_THAT(source, HasSubstr("p_task_out(frame, out_y_min + task_index * 4);"));
    EXPECT_THAT(source, HasSubstr("(out_y_max - out_y_min + 4) / 4"));
}

TEST(EmitWorkspace, SequencesInsideOfOneAnotherAreNoOtherCode) {
    const Loops flat = untiled();
    Loops nested = flat;
    std::vector<Step>& steps = nested.program.steps;
    const std::vector<Step> rest(steps.begin() + 1, steps.end());
    nested.program = {{steps[0], Sequence{{Sequence{rest}}}}};
    const EmittedFiles a = emitted(flat, ParallelForm::openmp), b = emitted(nested, ParallelForm::openmp);
    EXPECT_EQ(a.source, b.source);
    EXPECT_EQ(a.header, b.header);
}

TEST(EmitParallel, ATaskComputesTheBoundsThatItUses) {
    const std::string source = emitted(with_bounds_in_front(), ParallelForm::openmp).source;
    EXPECT_THAT(source, HasSubstr("    const int64_t y_before = out_y_min - 8;\n"
                                  "    const int64_t y_first = y_before + 8;\n"));
    EXPECT_THAT(source, Not(HasSubstr("tile_last")));
}

// Two threads seldom meet in a test: that they have arenas of their own can be read.
TEST(EmitParallel, EachThreadHasAnArena) {
    EXPECT_THAT(emitted(passes::tiled(), ParallelForm::openmp).source,
                HasSubstr("    return frame->arenas + PANTILE_THREAD * frame->arena_stride;\n"));
}

// One arena and a flag for each thread: the flags lay behind the end of the workspace.
TEST(EmitWorkspace, AnArenaThatNoTaskTakesHasNoFlag) {
    const ir::Pipeline pipeline = front::parsed(
        "pipeline p\ninput img: f32(x, y)\na(x, y) = img(x-1, y) + img(x+1, y)\noutput out(x, y) = a(x, y-1) "
        "+ "
        "a(x, y+1)\n");
    const std::string schedule = fmt::format(
        R"({{"pipeline_hash": "{}", "groups": [{{"stages": ["a", "out"], "tile": {{"x": 16, "y": 8}}}}]}})",
        schedule::hash_of(pipeline));
    for (const Parallel parallel : {Parallel::openmp, Parallel::callback}) {
        const auto compiled = driver::compile_to_c(
            pipeline, {.schedule = "s.json", .schedule_json = schedule, .parallel = parallel});
        ASSERT_TRUE(compiled) << render(compiled.diagnostics());
        EXPECT_THAT(compiled->files.source, HasSubstr("then one arena for scratch"));
        EXPECT_THAT(compiled->files.source, Not(HasSubstr("atomic_init")));
    }
}

TEST(EmitWorkspace, TheHeaderDeclaresTheEntryPoints) {
    const std::string header = emitted(untiled(), ParallelForm::openmp).header;
    EXPECT_THAT(header,
                HasSubstr("\nint p(const struct pantile_buffer *img_buffer, const struct pantile_buffer "
                          "*out_buffer);\n"));
    EXPECT_THAT(header,
                HasSubstr("\nint64_t p_workspace_size(const struct pantile_buffer *img_buffer, const struct "
                          "pantile_buffer *out_buffer,\n        int threads);\n"));
    EXPECT_THAT(header, HasSubstr("        void *workspace, int64_t workspace_bytes, int threads);\n"));
    EXPECT_THAT(header,
                HasSubstr("    P_WORKSPACE_TOO_SMALL, /* the workspace is missing or too small. */\n"));
    EXPECT_THAT(header, Not(HasSubstr("executor")));
}

TEST(EmitWorkspace, AnInputNamedWorkspaceHasAStatusOfItsOwn) {
    const auto files =
        driver::compile_to_c(front::parsed("pipeline p\ninput workspace: u8(x)\noutput out(x) = "
                                           "workspace(x)\n"),
                             {.schedule = "naive"})
            .value()
            .files;
    EXPECT_THAT(files.header, HasSubstr("    P_WORKSPACE_TOO_SMALL, "));
    EXPECT_THAT(files.header, HasSubstr("    P_WORKSPACE_TOO_SMALL_1, "));
}

}  // namespace
}  // namespace pantile::emit
