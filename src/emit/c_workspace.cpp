#include "emit/c_workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "emit/c_frame.h"
#include "ir/scratch_layout.h"
#include "ir/unify.h"
#include "ir/uses.h"
#include "ir/workspace.h"

namespace pantile::emit {

using namespace ir;

namespace {

// The functions of ir/workspace.h in C.
std::string placing() {
    return fmt::format(
        R"(#define PANTILE_HUGE_PAGE ((int64_t)1 << {bits})
#define PANTILE_TOO_LARGE (INT64_MAX / {divisor}) /* a size that no machine has: sums and products of sizes saturate here */

static inline int64_t pantile_sum(int64_t a, int64_t b) {{ return a > PANTILE_TOO_LARGE - b ? PANTILE_TOO_LARGE : a + b; }}

/* Reserves bytes in the workspace, and returns where they begin: large images on a huge page, others on a cache
 * line. */
static int64_t pantile_place(int64_t *const total, const int64_t bytes) {{
    const int64_t alignment = bytes >= {pages} * PANTILE_HUGE_PAGE ? PANTILE_HUGE_PAGE : {line};
    const int64_t begin = (*total + alignment - 1) / alignment * alignment;
    *total = pantile_sum(begin, bytes);
    return begin;
}}

)",
        fmt::arg("bits", kHugePageBits), fmt::arg("divisor", kTooLargeDivisor),
        fmt::arg("pages", kPagesOfALargeImage), fmt::arg("line", kCacheLine));
}

std::string arena_stride_function() {
    return fmt::format(
        R"(/* From one arena to the next: a line for its flag, and an odd number of pairs of lines, so that arenas do not
 * compete for the same cache sets. */
static int64_t pantile_arena_stride(int64_t bytes) {{ return (bytes + {flag} + {pad}) / {pairs} * {pairs} + {pair}; }}

)",
        fmt::arg("flag", kArenaFlag), fmt::arg("pad", kPairOfLines - 1), fmt::arg("pairs", 2 * kPairOfLines),
        fmt::arg("pair", kPairOfLines));
}

constexpr std::string_view kAllocation = R"(/* Faults on small pages can cost more than the arithmetic. */
static void *pantile_allocate(const int64_t bytes) {
    if (bytes >= PANTILE_TOO_LARGE || (uint64_t)bytes > SIZE_MAX / 2) return NULL;
    const size_t alignment = bytes >= 2 * PANTILE_HUGE_PAGE ? PANTILE_HUGE_PAGE : 64;
    const size_t rounded = ((size_t)bytes / alignment + 1) * alignment;
    void *const memory = aligned_alloc(alignment, rounded);
#if defined(MADV_HUGEPAGE)
    if (memory != NULL && alignment == PANTILE_HUGE_PAGE) (void)madvise(memory, rounded, MADV_HUGEPAGE);
#endif
    return memory;
}

/* The memory of a run is kept for the next one: fresh pages can cost more than the arithmetic. While unused, it
 * begins with its size. */
#define PANTILE_MOST_KEPT ((int64_t)1 << 30)
static _Atomic(int64_t *) pantile_kept;

static void pantile_free_kept(void) { free(atomic_exchange(&pantile_kept, NULL)); }

static void *pantile_take(const int64_t bytes, int64_t *const size) {
    int64_t *const kept = atomic_exchange(&pantile_kept, NULL);
    if (kept != NULL && *kept >= bytes) {
        *size = *kept;
        return kept;
    }
    free(kept);
    *size = bytes;
    return pantile_allocate(bytes);
}

static void pantile_keep(int64_t *memory, const int64_t size) {
    *memory = size;
    if (size <= PANTILE_MOST_KEPT) memory = atomic_exchange(&pantile_kept, memory);
    free(memory);
}

#if defined(__GNUC__)
__attribute__((destructor)) static void pantile_unload(void) { pantile_free_kept(); }
#endif

/* The first cache line that begins in the workspace. */
static char *pantile_align(void *const workspace) {
    return (char *)workspace + (64 - (uintptr_t)workspace % 64) % 64;
}

)";

constexpr std::string_view kProduct = R"(static inline int64_t pantile_product(int64_t a, int64_t b) {
    return a != 0 && b > PANTILE_TOO_LARGE / a ? PANTILE_TOO_LARGE : a * b;
}

)";

constexpr std::string_view kExtent =
    R"(static int64_t pantile_extent(int64_t min, int64_t max) { return max < min ? 0 : max - min + 1; }

)";

const LoopBuffer& buffer_of(const Loops& loops, const std::string& name) {
    return *std::find_if(loops.buffers.begin(), loops.buffers.end(),
                         [&](const LoopBuffer& b) { return b.name == name; });
}

class LayoutWriter {
  public:
    LayoutWriter(const CFile& file, TextWriter& out)
        : loops_(file.loops),
          names_(file.names),
          helpers_(file.helpers),
          exprs_(names_, helpers_),
          out_(out) {}

    void run() {
        for (const LoopBuffer& b : loops_.buffers) {
            if (b.space == MemorySpace::global) write_strides(b);
            if (b.space == MemorySpace::scratch) write_scratch(b);
        }
        if (!has_slots(loops_) && !has_scratch(loops_)) return;
        const bool per_thread = tasks_use_scratch(loops_);
        out_.line(!has_scratch(loops_) ? "/* The workspace: our own images. */"
                  : per_thread         ? "/* The workspace: our own images, then an arena for each thread. */"
                                       : "/* The workspace: our own images, then one arena for scratch. */");
        out_.line("int64_t workspace_bytes = 0;");
        for (const std::vector<std::string>& slot : loops_.slots)
            define(slot_offset(slot, names_),
                   fmt::format("pantile_place(&workspace_bytes, {})", slot_bytes(slot)));
        if (!has_scratch(loops_)) return;
        define("arena_stride", fmt::format("pantile_arena_stride({})", size(loops_.arena_bytes)));
        define("arenas_offset",
               fmt::format("pantile_place(&workspace_bytes, pantile_product(arena_stride, {})) + 64",
                           per_thread ? "all_threads" : "1"));
    }

  private:
    void define(const std::string& id, const std::string& value) {
        out_.code(fmt::format("const int64_t {} = {};", id, value));
    }

    std::string bound(const Expr& variable) { return names_.variable(*as<Variable>(variable)); }

    // Dense: each dimension's stride is the number of elements in those before it. The last one is the whole
    // size.
    void write_strides(const LoopBuffer& b) {
        std::string before = "1";
        for (size_t d = 0; d < b.dims.size(); ++d) {
            const std::string extent =
                fmt::format("pantile_extent({}, {})", bound(b.mins[d]), bound(b.maxs[d]));
            const bool last = d + 1 == b.dims.size();
            const std::string id =
                last ? names_.bound(b.name + ".size") : names_.stride(b.name, b.dims[d + 1]);
            define(id, d == 0 ? extent : fmt::format("pantile_product({}, {})", before, extent));
            before = id;
        }
    }

    void write_scratch(const LoopBuffer& b) {
        const Exprs strides = scratch_layout(b).strides;
        for (size_t d = 1; d < strides.size(); ++d) define_size(names_.stride(b.name, b.dims[d]), strides[d]);
        define_size(scratch_offset(b, names_), *b.offset);
    }

    // Later sizes that contain this one use its name.
    void define_size(const std::string& id, const Expr& e) {
        if (constant_int(e)) return;
        define(id, size(e));
        known_.emplace(unify_(e).id(), id);
    }

    std::string slot_bytes(const std::vector<std::string>& slot) {
        std::string text;
        for (const std::string& name : slot) {
            const LoopBuffer& b = buffer_of(loops_, name);
            const std::string bytes = b.dims.empty()
                                          ? fmt::format("(int64_t)sizeof({})", c_memory_type(b.type))
                                          : fmt::format("pantile_product({}, sizeof({}))",
                                                        names_.bound(name + ".size"), c_memory_type(b.type));
            text = text.empty() ? bytes
                                : fmt::format("{}({}, {})", helpers_.binary(BinaryOp::max, ScalarType::i64),
                                              text, bytes);
        }
        return text;
    }

    // A size that stops where it would overflow. Its operands are never negative.
    std::string size(const Expr& e) {
        if (const auto known = known_.find(unify_(e).id()); known != known_.end()) return known->second;
        if (const Sum* sum = as<Sum>(e)) {
            Exprs before(sum->terms.begin(), sum->terms.end() - 1);
            const Expr first = before.size() == 1 ? before[0] : make_node(Sum{std::move(before)}, e.type());
            return fmt::format("pantile_sum({}, {})", size(first), size(sum->terms.back()));
        }
        const Binary* b = as<Binary>(e);
        if (b && b->op == BinaryOp::mul)
            return fmt::format("pantile_product({}, {})", size(b->lhs), size(b->rhs));
        if (b && b->op == BinaryOp::max)
            return fmt::format("{}({}, {})", helpers_.binary(b->op, ScalarType::i64), size(b->lhs),
                               size(b->rhs));
        return exprs_.exact(e);
    }

    const Loops& loops_;
    CNames& names_;
    CHelpers& helpers_;
    CExprs exprs_;
    TextWriter& out_;
    Unify unify_;
    std::unordered_map<const Node*, std::string> known_;  // sizes that have a name
};

}  // namespace

// Compilers warn of functions that nobody calls.
void write_workspace_functions(const CFile& file, TextWriter& out) {
    const std::vector<LoopBuffer>& buffers = file.loops.buffers;
    const bool boxes = std::any_of(buffers.begin(), buffers.end(), [](const LoopBuffer& b) {
        return b.space == MemorySpace::global && !b.dims.empty();
    });
    const bool scratch = has_scratch(file.loops);
    if (has_slots(file.loops) || scratch) {
        out.raw(placing());
        out.raw(kAllocation);
    }
    if (boxes || scratch) out.raw(kProduct);
    if (boxes) out.raw(kExtent);
    if (scratch) out.raw(arena_stride_function());
}

void write_workspace_layout(const CFile& file, TextWriter& out) { LayoutWriter(file, out).run(); }

void write_workspace_fields(const CFile& file, TextWriter& out) {
    if (!has_slots(file.loops) && !has_scratch(file.loops)) return;
    out.line(
        ".workspace_bytes = pantile_sum(workspace_bytes, 64), /* it may begin anywhere in a cache line */");
    if (has_scratch(file.loops)) out.line(".arenas_offset = arenas_offset, .arena_stride = arena_stride,");
    std::vector<std::string> parts;
    for (const std::vector<std::string>& slot : file.loops.slots)
        parts.push_back(fmt::format(".{0} = {0}", slot_offset(slot, file.names)));
    if (!parts.empty()) out.code(fmt::format("{},", fmt::join(parts, ", ")));
}

void write_workspace_pointers(const CFile& file, TextWriter& out) {
    if (!has_slots(file.loops) && !has_scratch(file.loops)) return;
    out.line("char *const base = pantile_align(workspace);");
    for (const std::vector<std::string>& slot : file.loops.slots) {
        for (const std::string& name : slot)
            out.line(fmt::format("frame->{} = (void *)(base + frame->{});", file.names.buffer(name),
                                 slot_offset(slot, file.names)));
    }
    if (!has_scratch(file.loops)) return;
    out.line("frame->arenas = base + frame->arenas_offset;");
    // Where no task takes an arena there is only one, and no flags.
    if (file.parallel != ParallelForm::callback || !tasks_use_scratch(file.loops)) return;
    out.open("for (int i = 0; i < frame->threads; ++i) {");
    out.line("atomic_init((atomic_int *)(void *)(frame->arenas + i * frame->arena_stride - 64), 0);");
    out.close();
}

}  // namespace pantile::emit
