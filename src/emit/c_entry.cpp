#include "emit/c_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "emit/c_expr.h"
#include "emit/c_header.h"
#include "emit/c_step.h"

namespace pantile::emit {

using namespace ir;

namespace {

constexpr std::string_view kCheckBuffer =
    R"(/* 0: the buffer is as expected; otherwise what is wrong with it, counted as in the status codes. All that indices can
 * reach stays far below 2^63: no address overflows. */
static int pantile_check_buffer(const struct pantile_buffer *b, int32_t type, int32_t rank, int64_t limit) {
    int64_t reach = 0;
    if (b == NULL || b->data == NULL) return 1;
    if (b->type != type) return 2;
    if (b->rank != rank) return 3;
    for (int32_t d = 0; d < rank; ++d) {
        const int64_t min = b->dim[d].min, extent = b->dim[d].extent, stride = b->dim[d].stride;
        if (extent < 1 || min < -limit || min > limit || extent > limit - min + 1) return 4;
        if ((d == 0 && stride != 1) || stride < -(INT64_MAX / 32) / extent || stride > INT64_MAX / 32 / extent) return 5;
        reach += (stride < 0 ? -stride : stride) * extent;
        if (reach > INT64_MAX / 16) return 5;
    }
    return 0;
}

)";

constexpr std::string_view kAllocate = R"(#define PANTILE_HUGE_PAGE ((int64_t)1 << 21)

/* Stops at a size that no machine has. */
static int64_t pantile_product(int64_t a, int64_t b) { return a != 0 && b > (INT64_MAX / 64) / a ? INT64_MAX / 64 : a * b; }

/* Large images lie on huge pages where the system has them: faults on small ones can cost more than the arithmetic. */
static void *pantile_allocate(int64_t count, int64_t size) {
    const int64_t bytes = pantile_product(count, size);
    if (bytes >= INT64_MAX / 64 || (uint64_t)bytes > SIZE_MAX / 2) return NULL;
    const size_t alignment = bytes >= 8 * PANTILE_HUGE_PAGE ? PANTILE_HUGE_PAGE : 64;
    const size_t rounded = ((size_t)bytes / alignment + 1) * alignment;
    void *const memory = aligned_alloc(alignment, rounded);
#if defined(MADV_HUGEPAGE)
    if (memory != NULL && alignment == PANTILE_HUGE_PAGE) (void)madvise(memory, rounded, MADV_HUGEPAGE);
#endif
    return memory;
}

)";

constexpr std::string_view kExtent =
    R"(static int64_t pantile_extent(int64_t min, int64_t max) { return max < min ? 0 : max - min + 1; }

)";

std::string type_code(ScalarType type) {
    std::string name(name_of(type));
    for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return "PANTILE_" + name;
}

// Every 64-bit name that a step may need, a line for each image: box, sizes, strides.
std::vector<std::vector<std::string>> frame_bounds(const Loops& loops, CNames& names) {
    std::vector<std::vector<std::string>> lines;
    for (const LoopBuffer& b : loops.buffers) {
        std::vector<std::string> ids;
        for (size_t d = 0; d < b.dims.size(); ++d) {
            ids.push_back(names.variable(*as<Variable>(b.mins[d])));
            ids.push_back(names.variable(*as<Variable>(b.maxs[d])));
            if (b.kind == BufferKind::input)
                ids.push_back(names.bound(fmt::format("{}.{}.extent", b.name, b.dims[d])));
            if (b.kind == BufferKind::output && b.name == b.shown) {
                for (const char* end : {"min", "max"})
                    ids.push_back(names.bound(fmt::format("{}.{}.{}", b.name, b.dims[d], end)));
            }
            if (d > 0) ids.push_back(names.stride(b.name, b.dims[d]));
        }
        if (!ids.empty()) lines.push_back(std::move(ids));
    }
    return lines;
}

class EntryWriter {
  public:
    EntryWriter(const Loops& loops, CNames& names, CHelpers& helpers, TextWriter& out)
        : loops_(loops), names_(names), statuses_(loops), exprs_(names, helpers), out_(out) {}

    void run() {
        out_.raw(kCheckBuffer);
        if (has_internal()) out_.raw(kAllocate);
        if (has_internal_box()) out_.raw(kExtent);
        out_.open(fmt::format("static int {}_run({}{}int threads) {{", loops_.name,
                              parameter_list(loops_, names_),
                              loops_.buffers.empty() && loops_.params.empty() ? "" : ", "));
        write_checks();
        write_bounds();
        write_frame_value();
        write_steps();
        out_.close();
        out_.line("");
        write_public();
        write_message();
    }

  private:
    // Whether an image of our own has dimensions; a single number needs no extent.
    bool has_internal_box() const {
        return std::any_of(loops_.buffers.begin(), loops_.buffers.end(), [](const LoopBuffer& b) {
            return b.kind == BufferKind::internal && !b.dims.empty();
        });
    }

    bool has_internal() const {
        return std::any_of(loops_.buffers.begin(), loops_.buffers.end(),
                           [](const LoopBuffer& b) { return b.kind == BufferKind::internal; });
    }

    std::string bound(const Expr& variable) { return names_.variable(*as<Variable>(variable)); }

    void write_checks() {
        out_.line("int status;");
        out_.line("/* The caller's buffers. */");
        for (const LoopBuffer& b : loops_.buffers) {
            if (b.kind == BufferKind::internal) continue;
            out_.line(fmt::format("status = pantile_check_buffer({}, {}, {}, {});", argument_name(b, names_),
                                  type_code(b.type), b.dims.size(),
                                  c_constant(Value::of_int(ScalarType::i64, loops_.coordinate_limit))));
            out_.line(
                fmt::format("if (status != 0) return {} + status - 1;", statuses_.of(b.shown + "_missing")));
        }
        for (const LoopBuffer& b : loops_.buffers) {
            if (b.kind != BufferKind::internal) write_caller_bounds(b);
        }
    }

    void define(const std::string& id, const std::string& value) {
        out_.code(fmt::format("const int64_t {} = {};", id, value));
    }

    void write_caller_bounds(const LoopBuffer& b) {
        const std::string argument = argument_name(b, names_);
        for (size_t d = 0; d < b.dims.size(); ++d) {
            const std::string dim = fmt::format("{}->dim[{}]", argument, d);
            define(bound(b.mins[d]), dim + ".min");
            define(bound(b.maxs[d]), fmt::format("{} + {}.extent - 1", bound(b.mins[d]), dim));
            if (b.kind == BufferKind::input)
                define(names_.bound(fmt::format("{}.{}.extent", b.name, b.dims[d])), dim + ".extent");
            if (d > 0) define(names_.stride(b.name, b.dims[d]), dim + ".stride");
        }
    }

    void write_bounds() {
        if (!loops_.bounds.empty())
            out_.line(
                "/* The box of each stage, from the outputs backwards, and what is read of each input. */");
        for (const NamedBound& b : loops_.bounds) define(names_.bound(b.name), exprs_.exact(b.value));
        for (const Check& c : loops_.checks) {
            out_.code(fmt::format("if (!({})) return {};", exprs_.exact(c.condition), statuses_.of(c.error)));
        }
        for (const LoopBuffer& b : loops_.buffers) {
            if (b.kind == BufferKind::internal) write_strides(b);
        }
    }

    // Dense: each dimension's stride is the number of elements in those before it. The last one is the whole
    // size.
    void write_strides(const LoopBuffer& b) {
        std::string before = "1";
        for (size_t d = 0; d < b.dims.size(); ++d) {
            const std::string extent =
                fmt::format("pantile_extent({}, {})", bound(b.mins[d]), bound(b.maxs[d]));
            const bool last = d + 1 == b.dims.size();
            const std::string& id =
                last ? names_.bound(b.name + ".size")
                     : names_.of("stride", fmt::format("{}.{}.stride", b.name, b.dims[d + 1]));
            define(id, d == 0 ? extent : fmt::format("pantile_product({}, {})", before, extent));
            before = id;
        }
    }

    void write_frame_value() {
        out_.line("");
        out_.open(fmt::format("struct {}_frame frame = {{", loops_.name));
        out_.line(".threads = threads > 0 ? threads : PANTILE_ALL_THREADS,");
        for (const LoopBuffer& b : loops_.buffers) {
            const std::string& id = names_.buffer(b.name);
            if (b.kind == BufferKind::internal)
                out_.line(fmt::format(".{} = NULL,", id));
            else
                out_.line(fmt::format(".{} = {}->data,", id, argument_name(b, names_)));
        }
        for (const Param& p : loops_.params) out_.line(fmt::format(".{0} = {0},", names_.parameter(p.name)));
        for (const std::vector<std::string>& ids : frame_bounds(loops_, names_)) {
            std::vector<std::string> parts;
            for (const std::string& id : ids) parts.push_back(fmt::format(".{0} = {0}", id));
            out_.code(fmt::format("{},", fmt::join(parts, ", ")));
        }
        out_.close("};");
    }

    void write_steps() {
        for (const Step& step : loops_.steps) {
            std::visit(Overloaded{[&](const Compute& n) {
                                      out_.line(fmt::format("{}(&frame);", step_function(loops_, n)));
                                  },
                                  [&](const Allocate& n) { write_allocate(n.buffer); },
                                  [&](const Release& n) {
                                      out_.line(fmt::format("free(frame.{});", names_.buffer(n.buffer)));
                                      out_.line(fmt::format("frame.{} = NULL;", names_.buffer(n.buffer)));
                                  }},
                       step);
        }
        if (has_internal()) {
            out_.margin("done:");
            for (const LoopBuffer& b : loops_.buffers) {
                if (b.kind == BufferKind::internal)
                    out_.line(fmt::format("free(frame.{});", names_.buffer(b.name)));
            }
        }
        out_.line("return status;");
    }

    void write_allocate(const std::string& name) {
        const auto b = std::find_if(loops_.buffers.begin(), loops_.buffers.end(),
                                    [&](const LoopBuffer& x) { return x.name == name; });
        const std::string count = b->dims.empty() ? "1" : names_.bound(name + ".size");
        const std::string& id = names_.buffer(name);
        out_.line(
            fmt::format("frame.{} = pantile_allocate({}, sizeof({}));", id, count, c_memory_type(b->type)));
        out_.open(fmt::format("if (frame.{} == NULL) {{", id));
        out_.line(fmt::format("status = {};", statuses_.of("out_of_memory")));
        out_.line("goto done;");
        out_.close();
    }

    void write_public() {
        std::vector<std::string> passed, unpacked;
        const auto argument = [&](const LoopBuffer& b) {
            passed.push_back(argument_name(b, names_));
            unpacked.push_back(fmt::format("args[{}]", unpacked.size()));
        };
        for (const LoopBuffer& b : loops_.buffers)
            if (b.kind == BufferKind::input) argument(b);
        for (const Param& p : loops_.params) {
            passed.push_back(names_.parameter(p.name));
            unpacked.push_back(fmt::format("*(const {} *)args[{}]", c_type(p.type), unpacked.size()));
        }
        for (const LoopBuffer& b : loops_.buffers)
            if (b.kind == BufferKind::output) argument(b);
        out_.open(fmt::format("int {}({}) {{", loops_.name, parameter_list(loops_, names_)));
        out_.code(fmt::format("return {}_run({}, 0);", loops_.name, fmt::join(passed, ", ")));
        out_.close();
        out_.line("");
        out_.open(fmt::format("int {}_argv(void *const *args, int threads) {{", loops_.name));
        out_.code(fmt::format("return {}_run({}, threads);", loops_.name, fmt::join(unpacked, ", ")));
        out_.close();
        out_.line("");
    }

    void write_message() {
        out_.open(fmt::format("const char *{}_message(int status) {{", loops_.name));
        out_.open("switch (status) {");
        for (const Status& s : statuses_.all())
            out_.line(fmt::format("case {}: return \"{}\";", s.enumerator, s.message));
        out_.line("default: return \"no status of this pipeline.\";");
        out_.close();
        out_.close();
    }

    const Loops& loops_;
    CNames& names_;
    Statuses statuses_;
    CExprs exprs_;
    TextWriter& out_;
};

}  // namespace

void write_frame(const Loops& loops, CNames& names, TextWriter& out) {
    out.line(
        "/* What the steps share: images, boxes (both ends included), strides in elements, parameters. */");
    out.open(fmt::format("struct {}_frame {{", loops.name));
    out.line("int threads;");
    for (const LoopBuffer& b : loops.buffers) {
        out.line(fmt::format("{}{} *{};", b.kind == BufferKind::input ? "const " : "", c_memory_type(b.type),
                             names.buffer(b.name)));
    }
    for (const Param& p : loops.params)
        out.line(fmt::format("{} {};", c_type(p.type), names.parameter(p.name)));
    for (const std::vector<std::string>& ids : frame_bounds(loops, names))
        out.code(fmt::format("int64_t {};", fmt::join(ids, ", ")));
    out.close("};");
    out.line("");
    out.line("/* The element of an image at a point. */");
    for (const LoopBuffer& b : loops.buffers) {
        std::vector<std::string> args;
        std::string offset;
        for (size_t d = 0; d < b.dims.size(); ++d) {
            args.push_back(fmt::format("i{}", d));
            const std::string from_min =
                fmt::format("((i{}) - {})", d, names.variable(*as<Variable>(b.mins[d])));
            offset +=
                d == 0 ? from_min : fmt::format(" + {} * {}", from_min, names.stride(b.name, b.dims[d]));
        }
        out.margin(fmt::format("#define {}({}) {}[{}]", names.accessor(b.name), fmt::join(args, ", "),
                               names.buffer(b.name), offset.empty() ? "0" : offset));
    }
    out.line("");
}

void write_entry(const Loops& loops, CNames& names, CHelpers& helpers, TextWriter& out) {
    EntryWriter(loops, names, helpers, out).run();
}

}  // namespace pantile::emit
