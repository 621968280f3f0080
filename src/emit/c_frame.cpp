#include "emit/c_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "emit/c_expr.h"
#include "ir/scratch_layout.h"
#include "ir/traverse.h"

namespace pantile::emit {

using namespace ir;

namespace {

void add_box(const LoopBuffer& b, CNames& names, std::vector<std::string>& ids) {
    for (size_t d = 0; d < b.dims.size(); ++d) {
        ids.push_back(names.variable(*as<Variable>(b.mins[d])));
        ids.push_back(names.variable(*as<Variable>(b.maxs[d])));
        if (is_input(b)) ids.push_back(names.bound(fmt::format("{}.{}.extent", b.name, b.dims[d])));
        if (is_output(b) && b.name == b.shown) {
            for (const char* end : {"min", "max"})
                ids.push_back(names.bound(fmt::format("{}.{}.{}", b.name, b.dims[d], end)));
        }
        if (d > 0) ids.push_back(names.stride(b.name, b.dims[d]));
    }
}

// The layout of a scratch buffer, as far as it is no number.
void add_layout(const LoopBuffer& b, CNames& names, std::vector<std::string>& ids) {
    if (!constant_int(*b.offset)) ids.push_back(scratch_offset(b, names));
    const Exprs strides = scratch_layout(b).strides;
    for (size_t d = 1; d < strides.size(); ++d) {
        if (!constant_int(strides[d])) ids.push_back(names.stride(b.name, b.dims[d]));
    }
}

void add_locals(const Expr& e, std::set<std::string>& read) {
    for_each_node(e, [&](const Expr& n) {
        if (const Variable* v = as<Variable>(n); v && v->scope == Scope::local) read.insert(v->name);
    });
}

std::set<std::string> locals_of_steps(const Loops& loops) {
    std::set<std::string> read;
    for_each_compute(loops.program, [&](const Compute& step) {
        for_each_statement(*step.body, [&](const Statement& s) {
            for_each_expr(s, [&](const Expr& e) { add_locals(e, read); });
        });
    });
    for (const LoopBuffer& b : loops.buffers) {
        if (b.space != MemorySpace::scratch) continue;
        for (const Expr& min : b.mins) add_locals(min, read);
    }
    return read;
}

// A folded coordinate needs no box: it lies at its lowest bits.
std::string accessor_term(const LoopBuffer& b, size_t d, CNames& names) {
    if (b.space == MemorySpace::scratch && b.folds[d] != 0)
        return fmt::format("((i{}) & {})", d, b.folds[d] - 1);
    return fmt::format("((i{}) - {})", d, names.variable(*as<Variable>(b.mins[d])));
}

void write_accessor(const LoopBuffer& b, CNames& names, TextWriter& out) {
    std::vector<std::string> args, terms;
    for (size_t d = 0; d < b.dims.size(); ++d) {
        args.push_back(fmt::format("i{}", d));
        const std::string stride = d == 0                            ? ""
                                   : b.space == MemorySpace::scratch ? scratch_stride(b, d, names)
                                                                     : names.stride(b.name, b.dims[d]);
        const std::string term = accessor_term(b, d, names);
        terms.push_back(d == 0 ? term : fmt::format("{} * {}", term, stride));
    }
    out.margin(fmt::format("#define {}({}) {}[{}]", names.accessor(b.name), fmt::join(args, ", "),
                           names.buffer(b.name),
                           terms.empty() ? "0" : fmt::format("{}", fmt::join(terms, " + "))));
}

}  // namespace

bool has_slots(const Loops& loops) { return !loops.slots.empty(); }

bool has_scratch(const Loops& loops) {
    return std::any_of(loops.buffers.begin(), loops.buffers.end(),
                       [](const LoopBuffer& b) { return b.space == MemorySpace::scratch; });
}

std::string scratch_stride(const LoopBuffer& b, size_t d, CNames& names) {
    const auto number = constant_int(scratch_layout(b).strides[d]);
    return number ? fmt::format("{}", *number) : names.stride(b.name, b.dims[d]);
}

std::string scratch_offset(const LoopBuffer& b, CNames& names) {
    const auto number = constant_int(*b.offset);
    return number ? fmt::format("{}", *number) : names.of("offset", b.name + ".offset");
}

const std::string& slot_offset(const std::vector<std::string>& slot, CNames& names) {
    return names.of("offset", slot[0] + ".offset");
}

std::vector<std::vector<std::string>> frame_bounds(const Loops& loops, CNames& names) {
    std::vector<std::vector<std::string>> lines;
    std::set<std::string> listed;
    // Copies of a stage have its box: each name is listed once.
    const auto add_line = [&](std::vector<std::string> ids) {
        std::erase_if(ids, [&](const std::string& id) { return !listed.insert(id).second; });
        if (!ids.empty()) lines.push_back(std::move(ids));
    };
    for (const LoopBuffer& b : loops.buffers) {
        std::vector<std::string> ids;
        b.space == MemorySpace::scratch ? add_layout(b, names, ids) : add_box(b, names, ids);
        add_line(std::move(ids));
    }
    const std::set<std::string> read = locals_of_steps(loops);
    std::vector<std::string> others;
    for (const NamedBound& b : loops.bounds) {
        if (read.count(b.name) && !listed.count(names.bound(b.name))) others.push_back(names.bound(b.name));
    }
    add_line(std::move(others));
    return lines;
}

std::set<std::string> bounds_needed(const Loops& loops, CNames& names) {
    std::set<std::string> listed, needed;
    for (const std::vector<std::string>& ids : frame_bounds(loops, names))
        listed.insert(ids.begin(), ids.end());
    for (const Check& c : loops.checks) add_locals(c.condition, needed);
    // Of scratch, too: its places and strides are made of what the size of the arena is made of.
    add_locals(loops.arena_bytes, needed);
    for (auto b = loops.bounds.rbegin(); b != loops.bounds.rend(); ++b) {
        if (listed.count(names.bound(b->name))) needed.insert(b->name);
        if (needed.count(b->name)) add_locals(b->value, needed);
    }
    return needed;
}

void write_frame(const CFile& file, TextWriter& out) {
    const Loops& loops = file.loops;
    CNames& names = file.names;
    out.line(
        "/* What the steps share: images, boxes (both ends included), strides in elements, parameters. */");
    out.open(fmt::format("struct {}_frame {{", loops.name));
    out.line("int threads;");
    if (file.parallel == ParallelForm::callback) out.line("const struct pantile_executor *executor;");
    if (has_slots(loops) || has_scratch(loops)) out.line("int64_t workspace_bytes;");
    if (has_scratch(loops)) {
        out.line(
            "char *arenas; /* the first thread's scratch; the next thread's is 'arena_stride' bytes on */");
        out.line("int64_t arenas_offset, arena_stride;");
    }
    for (const LoopBuffer& b : loops.buffers) {
        if (b.space == MemorySpace::scratch) continue;
        out.line(fmt::format("{}{} *{};", is_input(b) ? "const " : "", c_memory_type(b.type),
                             names.buffer(b.name)));
    }
    for (const Param& p : loops.params)
        out.line(fmt::format("{} {};", c_type(p.type), names.parameter(p.name)));
    std::vector<std::string> offsets;
    for (const std::vector<std::string>& slot : loops.slots) offsets.push_back(slot_offset(slot, names));
    if (!offsets.empty())
        out.code(fmt::format("int64_t {}; /* in the workspace */", fmt::join(offsets, ", ")));
    for (const std::vector<std::string>& ids : frame_bounds(loops, names))
        out.code(fmt::format("int64_t {};", fmt::join(ids, ", ")));
    out.close("};");
    out.line("");
    out.line("/* The element of an image at a point. */");
    for (const LoopBuffer& b : loops.buffers) write_accessor(b, names, out);
    out.line("");
}

}  // namespace pantile::emit
