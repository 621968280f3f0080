#include "emit/c_header.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/letters.h"
#include "emit/c_parallel.h"
#include "emit/c_step.h"
#include "emit/text.h"

namespace pantile::emit {

using namespace ir;

namespace {

constexpr std::string_view kBufferStruct = R"(#ifndef PANTILE_BUFFER_DEFINED
#define PANTILE_BUFFER_DEFINED

enum pantile_type {
    PANTILE_BOOL, PANTILE_U8, PANTILE_I8, PANTILE_U16, PANTILE_I16, PANTILE_U32,
    PANTILE_I32, PANTILE_U64, PANTILE_I64, PANTILE_F32, PANTILE_F64
};

/* A dimension covers the coordinates min .. min + extent - 1; the stride counts elements. */
struct pantile_dimension {
    int64_t min, extent, stride;
};

/* 'data' is the element at the first coordinate of every dimension. Dimension 0 is dense: its stride is 1. */
struct pantile_buffer {
    void *data;
    int32_t type;
    int32_t rank;
    struct pantile_dimension dim[8];
};

#endif

)";

}  // namespace

const std::vector<BufferProblem>& buffer_problems() {
    static const std::vector<BufferProblem> problems = {
        {"missing", "is missing, or has no data"},
        {"wrong_type", "has the wrong type"},
        {"wrong_rank", "has the wrong number of dimensions"},
        {"bad_extent", "has an extent below 1, or lies too far out"},
        {"bad_stride", "has an innermost stride other than 1, or strides that are too large"}};
    return problems;
}

void Statuses::add(const Loops& loops, const std::string& code, std::string message) {
    std::string& name = by_code_[code];
    if (!name.empty()) return;
    std::string stem = in_capitals(loops.name + "_" + code);
    std::replace(stem.begin(), stem.end(), ' ', '_');
    name = stem;
    for (int i = 1; !taken_.insert(name).second; ++i) name = stem + "_" + std::to_string(i);
    all_.push_back({name, std::move(message)});
}

Statuses::Statuses(const Loops& loops) {
    add(loops, "ok", "all went well.");
    add(loops, "out_of_memory", "there is not enough memory.");
    add(loops, kWorkspaceTooSmall, "the workspace is missing or too small.");
    for (const LoopBuffer& b : loops.buffers) {
        if (!belongs_to_caller(b)) continue;
        for (const BufferProblem& p : buffer_problems()) {
            add(loops, fmt::format("{}_{}", b.shown, p.code), fmt::format("'{}' {}.", b.shown, p.message));
        }
    }
    for (const Check& c : loops.checks) add(loops, c.error, c.message);
}

std::string argument_name(const LoopBuffer& buffer, CNames& names) {
    return names.of("argument", buffer.shown + "_buffer");
}

std::string parameter_list(const Loops& loops, CNames& names) {
    std::vector<std::string> list;
    for (const LoopBuffer& b : loops.buffers) {
        if (is_input(b)) list.push_back("const struct pantile_buffer *" + argument_name(b, names));
    }
    for (const Param& p : loops.params) list.push_back(c_type(p.type) + " " + names.parameter(p.name));
    for (const LoopBuffer& b : loops.buffers) {
        if (is_output(b)) list.push_back("const struct pantile_buffer *" + argument_name(b, names));
    }
    return fmt::format("{}", fmt::join(list, ", "));
}

std::string entry_parameters(const CFile& file, std::string_view extra) {
    std::string list = parameter_list(file.loops, file.names);
    if (!extra.empty()) list += fmt::format("{}{}", list.empty() ? "" : ", ", extra);
    if (file.parallel == ParallelForm::callback)
        list += fmt::format("{}{}", list.empty() ? "" : ", ", kExecutorParameter);
    return list;
}

std::string argv_parameters(const CFile& file) {
    const std::string list = "void *const *args, int threads";
    return file.parallel == ParallelForm::callback ? fmt::format("{}, {}", list, kExecutorParameter) : list;
}

namespace {

// A comment and the declaration below it.
void declare(TextWriter& out, std::string_view comment, const std::string& declaration) {
    out.comment(comment);
    out.code(declaration);
    out.line("");
}

void write_functions(const CFile& file, TextWriter& out) {
    const std::string& name = file.loops.name;
    const bool callback = file.parallel == ParallelForm::callback;
    declare(
        out,
        "Computes the outputs over the boxes that their buffers cover. Inputs and outputs must not overlap. "
        "Returns a status; unless it is 0 nothing was written." +
            std::string(callback ? " Tasks run on the executor's threads; where it is NULL, on this one."
                                 : ""),
        fmt::format("int {}({});", name, entry_parameters(file, "")));
    declare(out,
            fmt::format("The same, with the arguments as an array of pointers in the order above, on the "
                        "given number of threads, or on all{} if that is 0.",
                        callback ? " that the executor has" : ""),
            fmt::format("int {}_argv({});", name, argv_parameters(file)));
    declare(out,
            "The number of bytes that such a run needs besides the buffers. If negative: what is wrong with "
            "the arguments, as the negative of a status.",
            fmt::format("int64_t {}_workspace_size({});", name, entry_parameters(file, "int threads")));
    declare(out,
            "The same run in the caller's memory: it allocates none. The workspace comes from malloc or the "
            "like, at any address, and need not be initialised; concurrent runs need one each.",
            fmt::format("int {}_with_workspace({});", name, entry_parameters(file, kWorkspaceParameters)));
    declare(out,
            "Frees the memory that runs of the first two kinds keep for the next one, up to 1 GiB; so does "
            "unloading the library.",
            fmt::format("void {}_free_memory(void);", name));
    out.line("/* What a status means, as a sentence. */");
    out.line(fmt::format("const char *{}_message(int status);", name));
}

}  // namespace

std::string write_header(const CFile& file, const std::string& version) {
    const Loops& loops = file.loops;
    TextWriter out;
    const std::string guard = in_capitals("pantile_" + loops.name + "_h");
    out.comment(
        fmt::format("{}: generated by Pantile {}. {}", loops.name, version, comment_text(loops.flow)));
    out.margin("#ifndef " + guard);
    out.margin("#define " + guard);
    out.line("");
    out.margin("#include <stdbool.h>");
    out.margin("#include <stdint.h>");
    out.line("");
    out.margin("#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
    out.raw(kBufferStruct);
    if (file.parallel == ParallelForm::callback) out.raw(executor_struct());
    out.open(fmt::format("enum {}_status {{", loops.name));
    const Statuses statuses(loops);
    for (const Status& s : statuses.all())
        out.line(fmt::format("{}, /* {} */", s.enumerator, comment_text(s.message)));
    out.close("};");
    out.line("");
    write_functions(file, out);
    out.margin("\n#ifdef __cplusplus\n}\n#endif\n\n#endif");
    return out.take();
}

}  // namespace pantile::emit
