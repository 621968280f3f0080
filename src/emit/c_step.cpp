#include "emit/c_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "emit/c_vector.h"
#include "ir/traverse.h"

namespace pantile::emit {

using namespace ir;

namespace {

class StepWriter {
  public:
    StepWriter(const Loops& loops, CNames& names, Helpers helpers, TextWriter& out)
        : loops_(loops),
          names_(names),
          exprs_(names, helpers.scalars),
          vectors_(loops, names, exprs_, helpers.vectors, out),
          out_(out) {}

    void write(const Statement& s) {
        match(
            s,
            [&](const Block& n) {
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

    // The names that the statements use, as constants of the function: the compiler then knows that no store
    // changes them.
    void write_locals(const Statement& body) {
        collect(body);
        for (const LoopBuffer& b : loops_.buffers) {
            const auto used = buffers_.find(b.name);
            if (used != buffers_.end()) write_buffer(b, used->second);
        }
        for (const Param& p : loops_.params) {
            if (!params_.count(p.name)) continue;
            const std::string& id = names_.parameter(p.name);
            out_.line(fmt::format("const {0} {1} = frame->{1};", c_type(p.type), id));
        }
        declare({bounds_.begin(), bounds_.end()});
    }

  private:
    // Those that are not there yet, on one line.
    void declare(const std::vector<std::string>& ids) {
        std::vector<std::string> parts;
        for (const std::string& id : ids) {
            if (declared_.insert(id).second) parts.push_back(fmt::format("{0} = frame->{0}", id));
        }
        if (!parts.empty()) out_.code(fmt::format("const int64_t {};", fmt::join(parts, ", ")));
    }

    void write_buffer(const LoopBuffer& b, bool is_written) {
        const std::string& id = names_.buffer(b.name);
        out_.line(fmt::format("{}{} *const restrict {} = frame->{};", is_written ? "" : "const ",
                              c_memory_type(b.type), id, id));
        std::vector<std::string> ids;
        for (size_t d = 0; d < b.dims.size(); ++d) {
            ids.push_back(names_.variable(*as<Variable>(b.mins[d])));
            if (d > 0) ids.push_back(names_.stride(b.name, b.dims[d]));
        }
        declare(ids);
    }

    void collect(const Statement& body) {
        for_each_statement(body, [&](const Statement& s) {
            if (const Declare* local = std::get_if<Declare>(&s.kind))
                declared_.insert(names_.named(local->name));
            if (const For* loop = std::get_if<For>(&s.kind); loop && loop->scope == Scope::local)
                declared_.insert(names_.named(loop->variable));
            if (const Store* store = std::get_if<Store>(&s.kind)) buffers_[store->buffer] = true;
            for_each_expr(s,
                          [&](const Expr& e) { for_each_node(e, [&](const Expr& n) { collect_node(n); }); });
        });
    }

    void collect_node(const Expr& n) {
        if (const Load* load = as<Load>(n)) buffers_.try_emplace(load->buffer, false);
        const Variable* v = as<Variable>(n);
        if (!v) return;
        if (v->scope == Scope::parameter) params_.insert(v->name);
        const bool is_bound = v->scope == Scope::dimension ||
                              (v->scope == Scope::local && v->name.find('.') != std::string::npos);
        if (is_bound) bounds_.insert(names_.variable(*v));
    }

    void write_for(const For& n) {
        switch (n.kind) {
            case LoopKind::serial: break;
            case LoopKind::parallel: out_.line("PANTILE_PARALLEL"); break;
            case LoopKind::vector: out_.line("PANTILE_VECTOR"); break;
            case LoopKind::parallel_vector: out_.line("PANTILE_PARALLEL_VECTOR"); break;
        }
        const std::string& v = names_.loop_variable(n.scope, n.variable);
        out_.open(fmt::format("for (int64_t {0} = {1}; {0} <= {2}; {3}) {{", v, exprs_.exact(n.min),
                              exprs_.exact(n.max),
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
        return name.find('.') == std::string::npos ? exprs_.value(value) : exprs_.exact(value);
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

    const Loops& loops_;
    CNames& names_;
    CExprs exprs_;
    CVectors vectors_;
    TextWriter& out_;
    std::map<std::string, bool> buffers_;  // whether it is written
    std::set<std::string> params_;
    std::set<std::string> bounds_;
    std::set<std::string> declared_;
};

}  // namespace

std::string comment_text(std::string text) {
    for (size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at))
        text.replace(at, 2, "* /");
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

std::string step_function(const Loops& loops, const Compute& step) {
    return fmt::format("{}_compute_{}", loops.name, step.name);
}

void write_step(const Loops& loops, const Compute& step, CNames& names, Helpers helpers, TextWriter& out) {
    for (const std::string& line : step.comment) out.comment(comment_text(line));
    out.open(fmt::format("static void {}(const struct {}_frame *const frame) {{", step_function(loops, step),
                         loops.name));
    StepWriter writer(loops, names, helpers, out);
    writer.write_locals(*step.body);
    writer.write(*step.body);
    out.close();
    out.line("");
}

}  // namespace pantile::emit
