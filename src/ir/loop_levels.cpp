#include "ir/loop_levels.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/traverse.h"

namespace pantile::ir {

namespace {

// Of the loops and branches around a statement.
struct Around {
    bool any = false;
    bool vector = false;
};

std::optional<std::string> misplaced(const For& loop, const Around& around) {
    switch (loop.level) {
        case LoopLevel::thread:
            if (!around.any) return std::nullopt;
            return fmt::format("the loop of threads over '{}' stands inside of another loop or of a branch",
                               loop.variable);
        case LoopLevel::vector:
            if (!around.vector) return std::nullopt;
            return fmt::format("the vector loop over '{}' stands inside of another", loop.variable);
        case LoopLevel::serial: return std::nullopt;
    }
    return std::nullopt;
}

class Nesting {
  public:
    void visit(const Statement& s, const Around& around) {
        match(
            s,
            [&](const Block& n) {
                for (const StatementPtr& child : n.statements) visit(*child, around);
            },
            [&](const For& n) {
                if (!found) found = misplaced(n, around);
                visit(*n.body, {true, around.vector || n.level == LoopLevel::vector});
            },
            [](const Declare&) {}, [](const Assign&) {}, [](const Store&) {},
            [&](const If& n) {
                visit(*n.then, {true, around.vector});
                if (n.otherwise) visit(*n.otherwise, {true, around.vector});
            });
    }

    std::optional<std::string> found;
};

void append_flat(const Statement& s, std::vector<const Statement*>& out) {
    if (const Block* block = std::get_if<Block>(&s.kind)) {
        for (const StatementPtr& child : block->statements) append_flat(*child, out);
    } else {
        out.push_back(&s);
    }
}

// The statements of a step that stand in no loop and in no branch.
std::vector<const Statement*> outermost(const Statement& step) {
    std::vector<const Statement*> out;
    append_flat(step, out);
    return out;
}

const For* as_task_loop(const Statement& s) {
    const For* loop = std::get_if<For>(&s.kind);
    return loop && loop->level == LoopLevel::thread ? loop : nullptr;
}

bool is_bound(const Statement& s) {
    const Declare* local = std::get_if<Declare>(&s.kind);
    if (!local || local->changes || local->lanes != 1 || !is_bound_name(local->name)) return false;
    const Exprs nodes = post_order(local->value);
    return std::none_of(nodes.begin(), nodes.end(), [](const Expr& e) { return as<Load>(e) != nullptr; });
}

}  // namespace

std::optional<std::string> misplaced_level(const Statement& step) {
    Nesting nesting;
    nesting.visit(step, {});
    if (nesting.found) return nesting.found;
    const std::vector<const Statement*> all = outermost(step);
    const auto tasks =
        std::find_if(all.begin(), all.end(), [](const Statement* s) { return as_task_loop(*s); });
    if (tasks == all.end()) return std::nullopt;
    const bool bounds_alone =
        std::all_of(all.begin(), tasks, [](const Statement* s) { return is_bound(*s); });
    if (bounds_alone && tasks + 1 == all.end()) return std::nullopt;
    return fmt::format("beside the loop of threads over '{}' its step has more than bounds in front of it",
                       as_task_loop(**tasks)->variable);
}

const For* task_loop(const Compute& step) {
    for (const Statement* s : outermost(*step.body)) {
        if (const For* loop = as_task_loop(*s)) return loop;
    }
    return nullptr;
}

std::vector<Declare> bounds_before_tasks(const Compute& step) {
    std::vector<Declare> bounds;
    for (const Statement* s : outermost(*step.body)) {
        if (as_task_loop(*s)) return bounds;
        if (const Declare* local = std::get_if<Declare>(&s->kind)) bounds.push_back(*local);
    }
    return {};
}

}  // namespace pantile::ir
