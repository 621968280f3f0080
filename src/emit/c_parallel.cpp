#include "emit/c_parallel.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/symbolic.h"
#include "emit/c_expr.h"
#include "emit/c_frame.h"
#include "emit/c_locals.h"
#include "ir/loop_levels.h"
#include "ir/traverse.h"
#include "ir/uses.h"

namespace pantile::emit {

using namespace ir;

namespace {

constexpr std::string_view kOpenMp =
    R"(/* How loops run in parallel and in vectors; without OpenMP they run on one thread. */
#define PANTILE_PRAGMA(text) _Pragma(#text)
#if defined(_OPENMP)
#include <omp.h>
#define PANTILE_PARALLEL PANTILE_PRAGMA(omp parallel for schedule(static) num_threads(frame->threads))
#define PANTILE_PARALLEL_TILES PANTILE_PRAGMA(omp parallel for schedule(dynamic) num_threads(frame->threads))
#define PANTILE_VECTOR PANTILE_PRAGMA(omp simd)
#define PANTILE_ALL_THREADS omp_get_max_threads()
#define PANTILE_THREAD omp_get_thread_num()
#else
#if defined(__clang__)
#define PANTILE_VECTOR PANTILE_PRAGMA(clang loop vectorize(assume_safety))
#elif defined(__GNUC__)
#define PANTILE_VECTOR PANTILE_PRAGMA(GCC ivdep)
#else
#define PANTILE_VECTOR
#endif
#define PANTILE_PARALLEL
#define PANTILE_PARALLEL_TILES
#define PANTILE_ALL_THREADS 1
#define PANTILE_THREAD 0
#endif
)";

constexpr std::string_view kCallback = R"(/* How loops run in vectors. */
#define PANTILE_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define PANTILE_VECTOR PANTILE_PRAGMA(clang loop vectorize(assume_safety))
#elif defined(__GNUC__)
#define PANTILE_VECTOR PANTILE_PRAGMA(GCC ivdep)
#else
#define PANTILE_VECTOR
#endif
)";

constexpr std::string_view kParallelFor =
    R"(/* Runs the tasks on the caller's threads, or one after the other where there is no executor. */
static inline void pantile_parallel_for(const struct pantile_executor *const executor, const int64_t count,
        void (*const body)(void *context, int64_t index), void *const context) {
    if (count <= 0) return;
    if (executor != NULL) {
        executor->parallel_for(executor->pool, count, body, context);
    } else {
        for (int64_t index = 0; index < count; ++index) body(context, index);
    }
}

)";

constexpr std::string_view kExecutor = R"(#ifndef PANTILE_EXECUTOR_DEFINED
#define PANTILE_EXECUTOR_DEFINED

/* Threads of the caller. 'parallel_for' calls body(context, 0), …, body(context, count - 1), in any order, and
 * returns when all of them have returned. At most 'threads' calls should run at the same time; more wait for
 * each other. */
struct pantile_executor {
    void (*parallel_for)(void *pool, int64_t count, void (*body)(void *context, int64_t index), void *context);
    void *pool;
    int threads;
};

#endif

)";

// The flag of an arena lies in the line of the cache in front of it. Where more tasks run than there are
// arenas they wait.
constexpr std::string_view kTakeArena =
    R"(/* Finds an arena that no other task uses; its flag lies in front of it. */
static char *{0}_take_arena(const struct {0}_frame *const frame) {{
    for (int i = 0;; i = i + 1 < frame->threads ? i + 1 : 0) {{
        char *const arena = frame->arenas + i * frame->arena_stride;
        int unused = 0;
        if (atomic_compare_exchange_strong_explicit((atomic_int *)(void *)(arena - 64), &unused, 1,
                memory_order_acquire, memory_order_relaxed)) return arena;
#if defined(__unix__)
        if (i + 1 == frame->threads) sched_yield();
#endif
    }}
}}

static void {0}_leave_arena(char *const arena) {{
    atomic_store_explicit((atomic_int *)(void *)(arena - 64), 0, memory_order_release);
}}

)";

constexpr std::string_view kOwnArena =
    R"(/* OpenMP numbers the threads of a loop from 0, and never starts more than requested. */
static inline char *{0}_arena(const struct {0}_frame *const frame) {{
    return frame->arenas + PANTILE_THREAD * frame->arena_stride;
}}

)";

// The loop over tasks, from and to what is known at entry: the bounds in front of it are written into it.
For task_range(const Compute& step) {
    std::unordered_map<std::string, Expr> values;
    for (const Declare& bound : bounds_before_tasks(step))
        values.insert_or_assign(bound.name, substitute(bound.value, Scope::local, values));
    For loop = *task_loop(step);
    loop.min = substitute(loop.min, Scope::local, values);
    loop.max = substitute(loop.max, Scope::local, values);
    return loop;
}

class LaunchWriter {
  public:
    LaunchWriter(const CFile& file, const Compute& step, TextWriter& out)
        : file_(file), step_(step), loop_(task_range(step)), exprs_(file.names, file.helpers), out_(out) {}

    void openmp() {
        open_step();
        write_bounds_of(file_, {loop_.min, loop_.max}, out_);
        // Points are alike, and neighbours share memory; tiles at the border have less to do than others.
        out_.line(loop_.scope == Scope::local ? "PANTILE_PARALLEL_TILES" : "PANTILE_PARALLEL");
        const std::string& v = file_.names.loop_variable(loop_.scope, loop_.variable);
        out_.open(fmt::format("for (int64_t {0} = {1}; {0} <= {2}; {3}) {{", v, exprs_.exact(loop_.min),
                              exprs_.exact_end(loop_.max),
                              loop_.step == 1 ? "++" + v : fmt::format("{} += {}", v, loop_.step)));
        call_task(fmt::format("{}_arena(frame)", file_.loops.name), v);
        out_.close();
        close();
    }

    void callback() {
        const std::string job = job_function(file_.loops, step_);
        const Expr index = variable(Scope::local, "task.index", ScalarType::i64);
        out_.open(fmt::format("static void {}(void *const context, const int64_t {}) {{", job,
                              file_.names.named("task.index")));
        out_.line(fmt::format("const struct {}_frame *const frame = context;", file_.loops.name));
        write_bounds_of(file_, {loop_.min}, out_);
        const bool scratch = uses_scratch(file_.loops, step_);
        if (scratch) out_.line(fmt::format("char *const arena = {}_take_arena(frame);", file_.loops.name));
        const Expr value = analysis::plus(loop_.min, analysis::times(index, constant_i64(loop_.step)));
        call_task("arena", exprs_.exact(value));
        if (scratch) out_.line(fmt::format("{}_leave_arena(arena);", file_.loops.name));
        close();
        open_step();
        const Expr length = analysis::plus(analysis::minus(loop_.max, loop_.min), loop_.step);
        write_bounds_of(file_, {length}, out_);
        const std::string text = exprs_.exact(length);
        out_.code(fmt::format("pantile_parallel_for(frame->executor, {}, {}, (void *)frame);",
                              loop_.step == 1 ? text : fmt::format("({}) / {}", text, loop_.step), job));
        close();
    }

  private:
    void open_step() {
        out_.open(fmt::format("PANTILE_STEP static void {}(const struct {}_frame *const frame) {{",
                              step_function(file_.loops, step_), file_.loops.name));
    }

    void close() {
        out_.close();
        out_.line("");
    }

    void call_task(const std::string& arena, const std::string& value) {
        out_.code(fmt::format("{}(frame, {}{});", task_function(file_.loops, step_),
                              uses_scratch(file_.loops, step_) ? arena + ", " : "", value));
    }

    const CFile& file_;
    const Compute& step_;
    const For loop_;  // over the tasks
    CExprs exprs_;
    TextWriter& out_;
};

}  // namespace

std::string_view parallel_definitions(ParallelForm form) {
    return form == ParallelForm::openmp ? kOpenMp : kCallback;
}

std::string_view executor_struct() { return kExecutor; }

// Compilers warn of functions that nobody calls.
void write_task_functions(const CFile& file, TextWriter& out) {
    bool tasks = false, tasks_with_scratch = false;
    for_each_compute(file.loops.program, [&](const Compute& step) {
        if (!task_loop(step)) return;
        tasks = true;
        tasks_with_scratch |= uses_scratch(file.loops, step);
    });
    const bool openmp = file.parallel == ParallelForm::openmp;
    if (tasks && !openmp) out.raw(kParallelFor);
    if (!tasks_with_scratch) return;
    out.raw(openmp ? fmt::format(kOwnArena, file.loops.name) : fmt::format(kTakeArena, file.loops.name));
}

void write_launch(const CFile& file, const Compute& step, TextWriter& out) {
    LaunchWriter writer(file, step, out);
    file.parallel == ParallelForm::openmp ? writer.openmp() : writer.callback();
}

std::string task_head(const CFile& file, const Compute& step) {
    const For& loop = *task_loop(step);
    return fmt::format("static void {}(const struct {}_frame *const frame, {}const int64_t {}) {{",
                       task_function(file.loops, step), file.loops.name,
                       uses_scratch(file.loops, step) ? "char *const arena, " : "",
                       file.names.loop_variable(loop.scope, loop.variable));
}

std::string step_function(const Loops& loops, const Compute& step) {
    return fmt::format("{}_compute_{}", loops.name, step.name);
}
std::string task_function(const Loops& loops, const Compute& step) {
    return fmt::format("{}_task_{}", loops.name, step.name);
}
std::string job_function(const Loops& loops, const Compute& step) {
    return fmt::format("{}_job_{}", loops.name, step.name);
}

}  // namespace pantile::emit
