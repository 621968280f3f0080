#include "emit/c_entry.h"

#include <fmt/format.h>

#include <set>

#include "base/letters.h"
#include "emit/c_expr.h"
#include "emit/c_frame.h"
#include "emit/c_header.h"
#include "emit/c_parallel.h"
#include "emit/c_workspace.h"

namespace pantile::emit {

using namespace ir;

namespace {

constexpr std::string_view kCheckBuffer =
    R"(/* 0: the buffer is as expected; otherwise what is wrong with it, counted as in the status codes. Every offset that
 * indices can form stays far below 2^63: no address overflows. */
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

std::string type_code(ScalarType type) { return "PANTILE_" + in_capitals(std::string(name_of(type))); }

class EntryWriter {
  public:
    EntryWriter(const CFile& file, TextWriter& out)
        : file_(file),
          loops_(file.loops),
          names_(file.names),
          statuses_(loops_),
          exprs_(names_, file.helpers),
          out_(out),
          has_workspace_(has_slots(loops_) || has_scratch(loops_)) {}

    void run() {
        out_.raw(kCheckBuffer);
        write_workspace_functions(file_, out_);
        write_prepare();
        write_steps();
        write_run();
        write_public();
        write_workspace_size();
        write_with_workspace();
        write_free_memory();
        write_message();
    }

  private:
    void write_prepare() {
        out_.line("/* Checks the arguments, and computes what the steps need. */");
        out_.open(fmt::format("static int {}_prepare({}, struct {}_frame *const frame) {{", loops_.name,
                              entry_parameters(file_, "int threads"), loops_.name));
        write_checks();
        write_bounds();
        write_threads();
        write_workspace_layout(file_, out_);
        write_frame_value();
        out_.line(fmt::format("return {};", statuses_.of("ok")));
        close();
    }

    void close() {
        out_.close();
        out_.line("");
    }

    std::string bound(const Expr& variable) { return names_.variable(*as<Variable>(variable)); }

    void write_checks() {
        out_.line("int status;");
        out_.line("/* The caller's buffers. */");
        for (const LoopBuffer& b : loops_.buffers) {
            if (!belongs_to_caller(b)) continue;
            out_.line(fmt::format("status = pantile_check_buffer({}, {}, {}, {});", argument_name(b, names_),
                                  type_code(b.type), b.dims.size(),
                                  c_constant(Value::of_int(ScalarType::i64, loops_.coordinate_limit))));
            out_.line(
                fmt::format("if (status != 0) return {} + status - 1;", statuses_.of(b.shown + "_missing")));
        }
        for (const LoopBuffer& b : loops_.buffers) {
            if (belongs_to_caller(b)) write_caller_bounds(b);
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
            if (is_input(b))
                define(names_.bound(fmt::format("{}.{}.extent", b.name, b.dims[d])), dim + ".extent");
            if (d > 0) define(names_.stride(b.name, b.dims[d]), dim + ".stride");
        }
    }

    void write_bounds() {
        if (!loops_.bounds.empty())
            out_.line(
                "/* The box of each stage, from the outputs backwards, and the region of each input. */");
        const std::set<std::string> needed = bounds_needed(loops_, names_);
        for (const NamedBound& b : loops_.bounds) {
            if (needed.count(b.name)) define(names_.bound(b.name), exprs_.bound(b.value));
        }
        for (const Check& c : loops_.checks) {
            out_.code(fmt::format("if (!({})) return {};", exprs_.bound(c.condition), statuses_.of(c.error)));
        }
    }

    void write_threads() {
        const bool openmp = file_.parallel == ParallelForm::openmp;
        out_.code(fmt::format("const int all_threads = threads > 0 ? threads : {};",
                              openmp ? "PANTILE_ALL_THREADS"
                                     : "executor != NULL && executor->threads > 0 ? executor->threads : 1"));
    }

    void write_frame_value() {
        out_.line("");
        out_.open(fmt::format("*frame = (struct {}_frame){{", loops_.name));
        out_.line(".threads = all_threads,");
        if (file_.parallel == ParallelForm::callback) out_.line(".executor = executor,");
        write_workspace_fields(file_, out_);
        for (const LoopBuffer& b : loops_.buffers) {
            if (belongs_to_caller(b))
                out_.line(fmt::format(".{} = {}->data,", names_.buffer(b.name), argument_name(b, names_)));
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
        out_.open(fmt::format("static void {0}_steps(struct {0}_frame *const frame{1}) {{", loops_.name,
                              has_workspace_ ? ", void *const workspace" : ""));
        write_workspace_pointers(file_, out_);
        write_calls(loops_.program);
        close();
    }

    // Every buffer has its place in the workspace from the beginning: to allocate and release is no code.
    void write_calls(const Sequence& program) {
        for (const Step& step : program.steps) {
            match(
                step, [&](const Sequence& n) { write_calls(n); },
                [&](const Compute& n) { out_.line(fmt::format("{}(frame);", step_function(loops_, n))); },
                [](const Allocate&) {}, [](const Release&) {});
        }
    }

    // The arguments of a call of the function above.
    std::string passed(const std::string& threads) {
        std::vector<std::string> list;
        for (const LoopBuffer& b : loops_.buffers)
            if (is_input(b)) list.push_back(argument_name(b, names_));
        for (const Param& p : loops_.params) list.push_back(names_.parameter(p.name));
        for (const LoopBuffer& b : loops_.buffers)
            if (is_output(b)) list.push_back(argument_name(b, names_));
        list.push_back(threads);
        if (file_.parallel == ParallelForm::callback) list.push_back("executor");
        return fmt::format("{}", fmt::join(list, ", "));
    }

    void open_prepared(const std::string& head) {
        out_.open(head + " {");
        out_.line(fmt::format("struct {}_frame frame = {{0}};", loops_.name));
        out_.code(fmt::format("const int status = {}_prepare({}, &frame);", loops_.name, passed("threads")));
    }

    void write_run() {
        open_prepared(
            fmt::format("static int {}_run({})", loops_.name, entry_parameters(file_, "int threads")));
        out_.line("if (status != 0) return status;");
        if (has_workspace_) {
            out_.line("int64_t size = 0;");
            out_.line("void *const workspace = pantile_take(frame.workspace_bytes, &size);");
            out_.line(fmt::format("if (workspace == NULL) return {};", statuses_.of("out_of_memory")));
        }
        out_.line(fmt::format("{}_steps(&frame{});", loops_.name, has_workspace_ ? ", workspace" : ""));
        if (has_workspace_) out_.line("pantile_keep(workspace, size);");
        out_.line("return status;");
        close();
    }

    void write_public() {
        out_.open(fmt::format("int {}({}) {{", loops_.name, entry_parameters(file_, "")));
        out_.code(fmt::format("return {}_run({});", loops_.name, passed("0")));
        close();
        std::vector<std::string> unpacked;
        const auto next = [&](const char* format) {
            unpacked.push_back(fmt::format(fmt::runtime(format), fmt::arg("i", unpacked.size())));
        };
        for (const LoopBuffer& b : loops_.buffers)
            if (is_input(b)) next("args[{i}]");
        for (const Param& p : loops_.params)
            next(fmt::format("*(const {} *)args[{{i}}]", c_type(p.type)).c_str());
        for (const LoopBuffer& b : loops_.buffers)
            if (is_output(b)) next("args[{i}]");
        const bool callback = file_.parallel == ParallelForm::callback;
        out_.open(fmt::format("int {}_argv({}) {{", loops_.name, argv_parameters(file_)));
        out_.code(fmt::format("return {}_run({}, threads{});", loops_.name, fmt::join(unpacked, ", "),
                              callback ? ", executor" : ""));
        close();
    }

    void write_workspace_size() {
        open_prepared(fmt::format("int64_t {}_workspace_size({})", loops_.name,
                                  entry_parameters(file_, "int threads")));
        if (has_workspace_) {
            out_.line("if (status != 0) return -status;");
            out_.line(
                fmt::format("return frame.workspace_bytes < PANTILE_TOO_LARGE ? frame.workspace_bytes : -{};",
                            statuses_.of("out_of_memory")));
        } else {
            out_.line("return -status;");
        }
        close();
    }

    void write_with_workspace() {
        open_prepared(fmt::format("int {}_with_workspace({})", loops_.name,
                                  entry_parameters(file_, kWorkspaceParameters)));
        out_.line("if (status != 0) return status;");
        if (has_workspace_) {
            out_.code(
                fmt::format("if (workspace == NULL || workspace_bytes < frame.workspace_bytes) return {};",
                            statuses_.of(kWorkspaceTooSmall)));
        } else {
            out_.line("(void)workspace, (void)workspace_bytes; /* this pipeline needs none */");
        }
        out_.line(fmt::format("{}_steps(&frame{});", loops_.name, has_workspace_ ? ", workspace" : ""));
        out_.line("return status;");
        close();
    }

    void write_free_memory() {
        out_.open(fmt::format("void {}_free_memory(void) {{", loops_.name));
        out_.line(has_workspace_ ? "pantile_free_kept();" : "/* this pipeline keeps none */");
        close();
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

    const CFile& file_;
    const Loops& loops_;
    CNames& names_;
    Statuses statuses_;
    CExprs exprs_;
    TextWriter& out_;
    bool has_workspace_;
};

}  // namespace

void write_entry(const CFile& file, TextWriter& out) { EntryWriter(file, out).run(); }

}  // namespace pantile::emit
