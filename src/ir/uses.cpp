#include "ir/uses.h"

#include <algorithm>

#include "ir/loop_levels.h"
#include "ir/traverse.h"

namespace pantile::ir {

std::set<std::string> buffers_read(const Expr& e) {
    std::set<std::string> read;
    for_each_node(e, [&](const Expr& n) {
        if (const Load* load = as<Load>(n)) read.insert(load->buffer);
    });
    return read;
}

bool is_streamed(const Loops& loops, const std::string& buffer) {
    return std::any_of(loops.buffers.begin(), loops.buffers.end(),
                       [&](const LoopBuffer& b) { return b.streamed && b.name == buffer; });
}

std::set<std::string> buffers_used(const Statement& s) {
    std::set<std::string> used;
    for_each_statement(s, [&](const Statement& inner) {
        if (const Store* store = std::get_if<Store>(&inner.kind)) used.insert(store->buffer);
        for_each_expr(inner, [&](const Expr& e) { used.merge(buffers_read(e)); });
    });
    return used;
}

std::set<std::string> names_inside(const For& loop) {
    std::set<std::string> names = {loop.variable};
    for_each_statement(*loop.body, [&](const Statement& s) {
        if (const For* inner = std::get_if<For>(&s.kind)) names.insert(inner->variable);
        if (const Declare* local = std::get_if<Declare>(&s.kind)) names.insert(local->name);
        if (const Assign* local = std::get_if<Assign>(&s.kind)) names.insert(local->name);
    });
    return names;
}

bool uses_scratch(const Loops& loops, const Compute& step) {
    const std::set<std::string> used = buffers_used(*step.body);
    return std::any_of(loops.buffers.begin(), loops.buffers.end(), [&](const LoopBuffer& b) {
        return b.space == MemorySpace::scratch && used.count(b.name);
    });
}

bool tasks_use_scratch(const Loops& loops) {
    bool found = false;
    for_each_compute(loops.program, [&](const Compute& step) {
        found = found || (task_loop(step) && uses_scratch(loops, step));
    });
    return found;
}

}  // namespace pantile::ir
