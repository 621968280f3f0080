#include "emit/c_step.h"

#include <fmt/format.h>

#include <algorithm>

#include "emit/c_expr.h"
#include "emit/c_locals.h"
#include "emit/c_parallel.h"
#include "emit/c_vector.h"
#include "ir/drop_unused.h"
#include "ir/loop_levels.h"
#include "ir/traverse.h"
#include "ir/uses.h"

namespace pantile::emit {

using namespace ir;

namespace {

class StepWriter {
  public:
    StepWriter(const CFile& file, TextWriter& out)
        : names_(file.names),
          exprs_(file.names, file.helpers),
          vectors_(file.loops, file.names, exprs_, file.vectors, out),
          out_(out) {}

    void write(const Statement& s) {
        match(
            s,
            [&](const Block& n) {
                if (!n.comment.empty()) out_.comment(comment_text(n.comment));
                for (const StatementPtr& child : n.statements) write(*child);
            },
            [&](const For& n) { write_for(n); }, [&](const Declare& n) { write_declare(n); },
            [&](const Assign& n) {
                if (vectors_.assign(n)) return;
                out_.code(fmt::format("{} = {};", names_.named(n.name), value_of(n.name, n.value)));
            },
            [&](const Store& n) {
                if (vectors_.store(n)) return;
                out_.code(
                    fmt::format("{} = {};", exprs_.element(n.buffer, n.indices), exprs_.value(n.value)));
            },
            [&](const If& n) { write_if(n); });
    }

  private:
    void write_for(const For& n) {
        switch (n.level) {
            case LoopLevel::vector: out_.line("PANTILE_VECTOR"); break;
            case LoopLevel::serial: break;
            case LoopLevel::thread: throw std::logic_error("a task starts others");
        }
        const std::string& v = names_.loop_variable(n.scope, n.variable);
        out_.open(fmt::format("for (int64_t {0} = {1}; {0} <= {2}; {3}) {{", v, exprs_.exact(n.min),
                              exprs_.exact_end(n.max),
                              n.step == 1 ? "++" + v : fmt::format("{} += {}", v, n.step)));
        write(*n.body);
        out_.close();
    }

    void write_declare(const Declare& n) {
        if (vectors_.declare(n)) return;
        exprs_.note_local(n.name, n.value);
        out_.code(fmt::format("{}{} {} = {};", n.changes ? "" : "const ", c_type(n.value.type()),
                              names_.named(n.name), value_of(n.name, n.value)));
    }

    // Bounds are exact; other locals are values of the language.
    std::string value_of(const std::string& name, const Expr& value) {
        return is_bound_name(name) ? exprs_.bound(value) : exprs_.value(value);
    }

    void write_if(const If& n) {
        out_.open(fmt::format("if ({}) {{", exprs_.value(n.condition)));
        write(*n.then);
        StatementPtr rest = n.otherwise;
        // A chain of cases reads as one ladder.
        while (rest && std::holds_alternative<If>(rest->kind)) {
            const If& next = std::get<If>(rest->kind);
            out_.reopen(fmt::format("}} else if ({}) {{", exprs_.value(next.condition)));
            write(*next.then);
            rest = next.otherwise;
        }
        if (rest) {
            out_.reopen("} else {");
            write(*rest);
        }
        out_.close();
    }

    CNames& names_;
    CExprs exprs_;
    CVectors vectors_;
    TextWriter& out_;
};

bool mentions(const Statement& body, const std::string& variable) {
    bool found = false;
    for_each_statement(body, [&](const Statement& s) {
        for_each_expr(s, [&](const Expr& e) {
            for_each_node(e, [&](const Expr& n) {
                const Variable* v = as<Variable>(n);
                found |= v && v->name == variable;
            });
        });
    });
    return found;
}

// Whether vectors are stored past the caches.
bool stores_streamed(const Loops& loops, const Statement& body) {
    bool found = false;
    for_each_statement(body, [&](const Statement& s) {
        const Store* store = std::get_if<Store>(&s.kind);
        if (!store || store->indices.empty() || store->indices[0].lanes() == 1) return;
        found |= is_streamed(loops, store->buffer);
    });
    return found;
}

// The names that hold the boxes of the scratch buffers that 's' uses.
std::set<std::string> scratch_boxes(const Loops& loops, const Statement& s) {
    const std::set<std::string> used = buffers_used(s);
    std::set<std::string> names;
    for (const LoopBuffer& b : loops.buffers) {
        if (b.space != MemorySpace::scratch || !used.count(b.name)) continue;
        for (const Expr& min : b.mins) {
            for_each_node(min, [&](const Expr& n) {
                if (const Variable* v = as<Variable>(n)) names.insert(v->name);
            });
        }
    }
    return names;
}

// A task computes for itself what it uses of the bounds in front of its loop.
StatementPtr task_body(const Loops& loops, const Compute& step, const For& tasks) {
    std::vector<StatementPtr> all;
    for (Declare& bound : bounds_before_tasks(step)) all.push_back(statement(std::move(bound)));
    if (all.empty()) return tasks.body;
    all.push_back(tasks.body);
    return drop_unused(block(std::move(all)), scratch_boxes(loops, *tasks.body));
}

}  // namespace

std::string comment_text(std::string text) {
    for (size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at))
        text.replace(at, 2, "* /");
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

void write_step(const CFile& file, const Compute& step, TextWriter& out) {
    for (const std::string& line : step.comment) out.comment(comment_text(line));
    const For* tasks = task_loop(step);
    const StatementPtr held = tasks ? task_body(file.loops, step, *tasks) : step.body;
    const Statement& body = *held;
    if (tasks) {
        out.open(task_head(file, step));
        const std::string& number = file.names.loop_variable(tasks->scope, tasks->variable);
        write_locals(file, body, {number}, out);
        // A stage that nobody reads has no points in any tile.
        if (!mentions(body, tasks->variable)) out.line(fmt::format("(void){};", number));
    } else {
        out.open(fmt::format("PANTILE_STEP static void {}(const struct {}_frame *const frame) {{",
                             step_function(file.loops, step), file.loops.name));
        if (uses_scratch(file.loops, step)) out.line("char *const arena = frame->arenas;");
        write_locals(file, body, {}, out);
    }
    StepWriter(file, out).write(body);
    if (stores_streamed(file.loops, body)) out.line(file.vectors.end_stream() + "();");
    out.close();
    out.line("");
    if (tasks) write_launch(file, step, out);
}

}  // namespace pantile::emit
