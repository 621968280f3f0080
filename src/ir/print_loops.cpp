#include "ir/print_loops.h"

#include <fmt/format.h>

#include "ir/print.h"

namespace pantile::ir {

namespace {

class LoopsPrinter {
  public:
    std::string run(const Loops& loops) {
        line("loops {}: {}", loops.name, loops.flow);
        for (const LoopBuffer& b : loops.buffers) {
            const std::string_view what = is_input(b) ? "input" : is_output(b) ? "output" : name_of(b.space);
            line("{} {}: {}({}){}", what, b.name, name_of(b.type), fmt::join(b.dims, ", "),
                 b.streamed ? ", non-temporal" : "");
        }
        for (const NamedBound& b : loops.bounds) line("bound {} = {}", b.name, whole_text(b.value));
        for (const Check& c : loops.checks) line("check {} else {}", whole_text(c.condition), c.error);
        print(loops.program);
        return std::move(out_);
    }

  private:
    template <typename... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        out_.append(2 * depth_, ' ') += fmt::format(format, std::forward<Args>(args)...) + "\n";
    }

    void print(const Sequence& program) {
        for (const Step& step : program.steps) {
            match(
                step, [&](const Sequence& n) { nested("sequence", n); },
                [&](const Compute& n) { nested(fmt::format("compute {}", n.name), *n.body); },
                [&](const Allocate& n) { line("allocate {}", n.buffer); },
                [&](const Release& n) { line("release {}", n.buffer); });
        }
    }

    template <typename Body>
    void nested(const std::string& head, const Body& body) {
        line("{}", head);
        ++depth_;
        print(body);
        --depth_;
    }

    static std::string list(const Exprs& exprs) {
        std::vector<std::string> parts;
        for (const Expr& e : exprs) parts.push_back(whole_text(e));
        return fmt::format("{}", fmt::join(parts, ", "));
    }

    void print(const Statement& s) {
        match(
            s,
            [&](const Block& n) {
                if (!n.comment.empty()) line("# {}", n.comment);
                for (const StatementPtr& child : n.statements) print(*child);
            },
            [&](const For& n) {
                const std::string step = n.step == 1 ? "" : fmt::format(" by {}", n.step);
                const bool serial = n.level == LoopLevel::serial;
                nested(fmt::format("for {} in {}..{}{}{}{}", n.variable, whole_text(n.min), whole_text(n.max),
                                   step, serial ? "" : " ", serial ? "" : name_of(n.level)),
                       *n.body);
            },
            [&](const Declare& n) {
                line("{} {} = {}", n.changes ? "var" : "let", n.name, whole_text(n.value));
            },
            [&](const Assign& n) { line("{} = {}", n.name, whole_text(n.value)); },
            [&](const Store& n) { line("{}({}) = {}", n.buffer, list(n.indices), whole_text(n.value)); },
            [&](const If& n) {
                nested(fmt::format("if {}", whole_text(n.condition)), *n.then);
                if (n.otherwise) nested("else", *n.otherwise);
            });
    }

    std::string out_;
    size_t depth_ = 0;
};

}  // namespace

std::string to_text(const Loops& loops) { return LoopsPrinter().run(loops); }

}  // namespace pantile::ir
