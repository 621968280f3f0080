#include "ir/print.h"

#include <fmt/format.h>

#include <set>
#include <unordered_map>
#include <unordered_set>

#include "ir/sharing.h"
#include "ir/traverse.h"

namespace pantile::ir {
namespace {

constexpr size_t kLongestComment = 240;

// A text may nest some 200 levels, an expression 1000: where a path crosses a multiple of this depth its
// lower part gets a name of its own. As a further root such a node counts as used twice.
constexpr int kDepthOfText = 40;

Exprs with_deep_parts(Exprs roots) {
    Exprs parts;
    for (const Expr& root : roots) {
        if (root.depth() < kDepthOfText) continue;
        for_each_node(root, [&](const Expr& node) {
            for_each_child(*node, [&](const Expr& child) {
                const bool crosses = node.depth() / kDepthOfText != child.depth() / kDepthOfText;
                if (crosses && child.depth() >= kDepthOfText / 2) parts.push_back(child);
            });
        });
    }
    roots.insert(roots.end(), parts.begin(), parts.end());
    return roots;
}

// Writes expressions. Nodes in 'names' are written as that name; output stops growing once 'limit' is passed,
// which keeps the text of a widely shared graph short.
class ExprPrinter {
  public:
    explicit ExprPrinter(size_t limit = std::string::npos) : limit_(limit) {}

    // Names what is shared below 'roots' and lists the bindings, 't1 = …', that a 'with' clause must show.
    // 'taken' are the names that a binding cannot have.
    std::vector<std::string> bind_shared(const Exprs& roots, const ReductionDomain& domain,
                                         const std::unordered_set<std::string>& taken) {
        taken_ = &taken;
        for (const ReductionVariable& v : domain.variables) in_scope_.insert(v.name);
        return bind(roots);
    }

    std::string operator()(const Expr& e) {
        out_.clear();
        write(e, Precedence::lowest);
        return out_;
    }

    std::string domain(const ReductionDomain& d) {
        out_.clear();
        write_domain(d);
        return out_;
    }

  private:
    std::vector<std::string> bind(const Exprs& roots) {
        std::vector<std::string> lines;
        std::string kept = std::move(out_);
        for (const Expr& e : shared_nodes(with_deep_parts(roots), in_scope_, free_)) {
            if (names_.count(e.id())) continue;
            out_.clear();
            write_kind(e, Precedence::lowest);
            const std::string name = fresh_name();
            lines.push_back(name + " = " + out_);
            names_[e.id()] = name;
        }
        out_ = std::move(kept);
        return lines;
    }

    std::string fresh_name() {
        std::string name;
        do {
            name = fmt::format("t{}", ++counter_);
        } while (taken_->count(name));
        return name;
    }

    void write(const Expr& e, Precedence context) {
        if (out_.size() > limit_) return;
        if (const auto named = names_.find(e.id()); named != names_.end()) {
            out_ += named->second;
            return;
        }
        write_kind(e, context);
    }

    void write_kind(const Expr& e, Precedence context) {
        match(
            e,
            [&](const Constant& n) { write_constant(n.value, n.value.type() == ScalarType::i32, context); },
            [&](const Variable& n) { out_ += n.name; },
            [&](const Access& n) {
                out_ += n.producer;
                write_list(n.args);
            },
            [&](const Unary& n) { write_unary(n, context); },
            [&](const Binary& n) { write_binary(n, context); }, [&](const Sum& n) { write_sum(n, context); },
            [&](const Select& n) { write_select(n); },
            [&](const Cast& n) {
                out_ += name_of(e.type());
                write_list({n.operand});
            },
            [&](const Reduce& n) { write_reduce(n); },
            [&](const Load& n) {
                out_ += n.buffer;
                write_list(n.indices);
            },
            [&](const Lanes& n) {
                out_ += "lanes(";
                write(n.base, Precedence::lowest);
                out_ += fmt::format(", {})", n.count);
            },
            [&](const Invalid& n) { out_ += "<" + n.message + ">"; });
    }

    // A bare number takes its type from a neighbour; elsewhere the type is written.
    void write_constant(const Value& value, bool bare, Precedence context) {
        std::string text = to_text(value);
        const bool negative = text[0] == '-';
        if (!bare && !is_bool(value.type()))
            text = fmt::format("{}({})", name_of(value.type()), text);
        else if (negative && context > Precedence::product)
            text = "(" + text + ")";
        out_ += text;
    }

    // 'sibling' has the same type and is no constant, or the number is written with its type.
    void write_operand(const Expr& e, const Expr& sibling, Precedence context) {
        const Constant* c = as<Constant>(e);
        const bool adapts = c && !as<Constant>(sibling);
        if (adapts)
            write_constant(c->value, true, context);
        else
            write(e, context);
    }

    void write_list(const Exprs& list) {
        out_ += "(";
        for (size_t i = 0; i < list.size(); ++i) {
            if (i > 0) out_ += ", ";
            write(list[i], Precedence::lowest);
        }
        out_ += ")";
    }

    template <typename Body>
    void parenthesised(bool needed, Body body) {
        if (needed) out_ += "(";
        body();
        if (needed) out_ += ")";
    }

    static Precedence tighter(Precedence p) { return static_cast<Precedence>(static_cast<int>(p) + 1); }

    void write_unary(const Unary& n, Precedence context) {
        const UnaryFacts& info = facts(n.op);
        if (info.notation == Notation::call) {
            out_ += info.spelling;
            return write_list({n.operand});
        }
        // 'not' binds looser than a comparison.
        const Precedence own = n.op == UnaryOp::logical_not ? Precedence::comparison : Precedence::prefix;
        parenthesised(context > own, [&] {
            out_ += info.spelling;
            if (n.op == UnaryOp::logical_not) out_ += " ";
            write(n.operand, Precedence::atom);
        });
    }

    void write_binary(const Binary& n, Precedence context) {
        const BinaryFacts& info = facts(n.op);
        if (info.notation == Notation::call) {
            out_ += info.spelling;
            out_ += "(";
            write_operand(n.lhs, n.rhs, Precedence::lowest);
            out_ += ", ";
            write_operand(n.rhs, n.lhs, Precedence::lowest);
            out_ += ")";
            return;
        }
        // Comparisons do not chain, so both sides must bind tighter.
        const Precedence left = is_comparison(n.op) ? tighter(info.precedence) : info.precedence;
        parenthesised(context > info.precedence, [&] {
            write_operand(n.lhs, n.rhs, left);
            out_ += fmt::format(" {} ", info.spelling);
            write_operand(n.rhs, n.lhs, tighter(info.precedence));
        });
    }

    void write_sum(const Sum& n, Precedence context) {
        // A constant takes its type from the running sum before it, the first one from the term after it.
        parenthesised(context > Precedence::sum, [&] {
            // A sum in first place would flatten into this one when read back.
            const bool nested = as<Sum>(n.terms[0]) != nullptr;
            write_operand(n.terms[0], n.terms[1], nested ? Precedence::atom : Precedence::sum);
            for (size_t i = 1; i < n.terms.size(); ++i) {
                out_ += " + ";
                write_operand(n.terms[i], as<Constant>(n.terms[0]) ? n.terms[1] : n.terms[0],
                              Precedence::product);
            }
        });
    }

    void write_select(const Select& n) {
        out_ += "select(";
        write(n.condition, Precedence::lowest);
        out_ += ", ";
        write_operand(n.if_true, n.if_false, Precedence::lowest);
        out_ += ", ";
        write_operand(n.if_false, n.if_true, Precedence::lowest);
        out_ += ")";
    }

    void write_domain(const ReductionDomain& d) {
        for (size_t i = 0; i < d.variables.size(); ++i) {
            const ReductionVariable& v = d.variables[i];
            out_ += (i == 0 ? "" : ", ") + v.name + " in ";
            write(v.min, Precedence::shift);
            out_ += "..";
            write(v.max, Precedence::shift);
        }
        if (!d.where) return;
        out_ += " where ";
        write(*d.where, Precedence::lowest);
    }

    // Bindings that use the reduction's own variables stand inside of it, and their names end with it.
    void write_reduce(const Reduce& n) {
        const std::set<std::string> outer_scope = in_scope_;
        const auto outer_names = names_;
        for (const ReductionVariable& v : n.domain.variables) in_scope_.insert(v.name);
        Exprs roots = {n.body};
        if (n.domain.where) roots.push_back(*n.domain.where);
        const std::vector<std::string> lines = taken_ ? bind(roots) : std::vector<std::string>{};
        out_ += std::string(spelling(n.op)) + "(";
        write(n.body, Precedence::lowest);
        out_ += " for ";
        write_domain(n.domain);
        if (!lines.empty()) out_ += fmt::format(" with {}", fmt::join(lines, ", "));
        out_ += ")";
        in_scope_ = outer_scope;
        names_ = outer_names;
    }

    std::string out_;
    size_t limit_;
    int counter_ = 0;
    FreeReductionNames free_;
    std::set<std::string> in_scope_;
    const std::unordered_set<std::string>* taken_ = nullptr;  // none: nothing is bound
    std::unordered_map<const Node*, std::string> names_;
};

std::string joined(const std::vector<std::string>& parts) {
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::unordered_set<std::string> all_names(const Pipeline& p) {
    std::unordered_set<std::string> names;
    for (const Input& i : p.inputs) names.insert(i.name);
    for (const Param& q : p.params) names.insert(q.name);
    for (const Stage& s : p.stages) {
        names.insert(s.name);
        names.insert(s.dims.begin(), s.dims.end());
        const auto add_domain = [&](const ReductionDomain& d) {
            for (const auto& v : d.variables) names.insert(v.name);
        };
        for (const Update& u : s.updates) add_domain(u.domain);
        for_each_expr(s, [&](const Expr& e, size_t) {
            for_each_node(e, [&](const Expr& n) {
                if (const Variable* v = as<Variable>(n)) names.insert(v->name);
                if (const Reduce* r = as<Reduce>(n)) add_domain(r->domain);
            });
        });
    }
    return names;
}

std::string with_clause(const std::vector<std::string>& lines) {
    std::string out;
    for (size_t i = 0; i < lines.size(); ++i) out += (i == 0 ? "\n  with " : ",\n       ") + lines[i];
    return out;
}

std::string coordinates_text(const Stage& s) {
    std::vector<std::string> parts = s.dims;
    for (const CoordinateRange& r : s.ranges) parts[r.dim] += fmt::format(" in {}..{}", r.min, r.max);
    return joined(parts);
}

// 'name(x, y)', with ': type' where the value alone would not tell the type.
std::string pure_head(const Stage& s) {
    const bool untyped = s.cases.size() == 1 && as<Constant>(s.cases[0].value) && s.type != ScalarType::i32;
    const std::string type = untyped || s.cases.size() > 1 ? fmt::format(": {}", name_of(s.type)) : "";
    return fmt::format("{}({}){}", s.name, coordinates_text(s), type);
}

std::string case_text(const Stage& s, ExprPrinter& print, const std::string& separator) {
    if (!has_cases(s)) {
        const Constant* c = as<Constant>(s.cases[0].value);
        return c ? to_text(c->value) : print(s.cases[0].value);
    }
    std::string out;
    for (size_t i = 0; i < s.cases.size(); ++i) {
        const Case& c = s.cases[i];
        const Constant* number = as<Constant>(c.value);
        const std::string value = number ? to_text(number->value) : print(c.value);
        const std::string head = c.condition ? fmt::format("case {}: ", print(*c.condition)) : "otherwise: ";
        out += (i == 0 ? "" : separator) + head + value;
    }
    return out;
}

std::string update_text(const Stage& s, const Update& u, ExprPrinter& print) {
    std::vector<std::string> args;
    for (const Expr& arg : u.args) args.push_back(print(arg));
    const Constant* number = as<Constant>(u.value);
    std::string out =
        fmt::format("{}({}) = {}", s.name, joined(args), number ? to_text(number->value) : print(u.value));
    if (!u.domain.variables.empty()) out += " for " + print.domain(u.domain);
    return out;
}

void print_stage(const Pipeline& p, const Stage& s, const std::unordered_set<std::string>& taken,
                 std::string& out) {
    Exprs roots;
    for (const Case& c : s.cases) {
        if (c.condition) roots.push_back(*c.condition);
        roots.push_back(c.value);
    }
    ExprPrinter print;
    const std::vector<std::string> lines = print.bind_shared(roots, {}, taken);
    out += fmt::format("{}{} = {}{}\n", p.is_output(s.name) ? "output " : "", pure_head(s),
                       case_text(s, print, "\n  "), with_clause(lines));
    for (const Update& u : s.updates) {
        Exprs update_roots = u.args;
        update_roots.push_back(u.value);
        for (const ReductionVariable& v : u.domain.variables)
            update_roots.insert(update_roots.end(), {v.min, v.max});
        if (u.domain.where) update_roots.push_back(*u.domain.where);
        ExprPrinter print_update;
        const std::vector<std::string> update_lines = print_update.bind_shared(update_roots, u.domain, taken);
        out += update_text(s, u, print_update) + with_clause(update_lines) + "\n";
    }
}

void print_header(const Pipeline& p, std::string& out) {
    out += fmt::format("pipeline {}\n\n", p.name);
    for (const Input& i : p.inputs)
        out += fmt::format("input {}: {}({})\n", i.name, name_of(i.type), joined(i.dims));
    for (const Param& q : p.params) {
        out += fmt::format("param {}: {}", q.name, name_of(q.type));
        if (q.initial) out += " = " + to_text(*q.initial);
        if (q.lowest && q.highest) out += fmt::format(" in {}..{}", to_text(*q.lowest), to_text(*q.highest));
        out += "\n";
    }
    for (const Estimate& e : p.estimates) out += fmt::format("estimate {} = {}\n", e.dim, e.extent);
    out += "\n";
}

std::string cut(std::string text, size_t limit) {
    if (text.size() <= limit) return text;
    text.resize(limit);
    return text + " …";
}

}  // namespace

std::string to_text(const Pipeline& pipeline) {
    const std::unordered_set<std::string> taken = all_names(pipeline);
    std::string out;
    print_header(pipeline, out);
    for (const Stage& stage : pipeline.stages) print_stage(pipeline, stage, taken, out);
    // The order of the outputs is the order of the arguments; it is written down when the stages' order
    // differs.
    if (pipeline.outputs.size() > 1) out += fmt::format("\noutput {}\n", joined(pipeline.outputs));
    return out;
}

std::string definition_text(const Stage& stage, size_t definition) {
    ExprPrinter print(kLongestComment);
    if (definition > 0) return cut(update_text(stage, stage.updates[definition - 1], print), kLongestComment);
    return cut(fmt::format("{} = {}", pure_head(stage), case_text(stage, print, " ")), kLongestComment);
}

std::string whole_text(const Expr& e) { return ExprPrinter()(e); }

std::string to_text(const Expr& e) { return cut(ExprPrinter(kLongestComment)(e), kLongestComment); }

}  // namespace pantile::ir
