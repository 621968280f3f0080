#include "passes/name_shared_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "ir/build.h"
#include "ir/host_program.h"
#include "ir/sharing.h"
#include "ir/traverse.h"
#include "ir/unify.h"

namespace pantile::passes {

using namespace ir;

namespace {

// A formula of at most so many nodes is written where it is used.
constexpr size_t kMostNodesInPlace = 5;

// The tree, not the graph: what a reader would see. Counted no further than needed.
size_t count_nodes(const Expr& e, size_t most) {
    size_t count = 1;
    for_each_child(*e, [&](const Expr& child) {
        if (count <= most) count += count_nodes(child, most - count + 1);
    });
    return count;
}

bool deserves_a_name(const Expr& e) {
    return (is_bool(e.type()) || e.type() == ScalarType::i64) &&
           count_nodes(e, kMostNodesInPlace) > kMostNodesInPlace;
}

// The stage or image whose box an expression is about: of the first name in it.
std::string subject_of(const Expr& e) {
    for (const Expr& node : post_order(e)) {
        const Variable* v = as<Variable>(node);
        if (v && v->name.find('.') != std::string::npos) return v->name.substr(0, v->name.find('.'));
    }
    return "";
}

class Names {
  public:
    std::string name(const Expr& e) {
        const std::string subject = subject_of(e);
        const std::string first =
            fmt::format("{}.{}", subject.empty() ? "shared" : subject, is_bool(e.type()) ? "reads" : "limit");
        const int number = ++used_[first];
        return number == 1 ? first : fmt::format("{}{}", first, number);
    }

  private:
    std::map<std::string, int> used_;
};

// Names are of i64, as all bounds: a condition is 0 or 1.
Expr use_of(const std::string& name, ScalarType type) {
    const Expr bound = variable(Scope::local, name, ScalarType::i64);
    return is_bool(type) ? binary(BinaryOp::ne, bound, constant_i64(0)) : bound;
}

Expr as_bound(const Expr& e) { return is_bool(e.type()) ? cast(ScalarType::i64, e) : e; }

// Formulas that are computed one after the other, each of which may use those before it.
class Formulas {
  public:
    Formulas(const Exprs& values, Names& names) : names_(names) {
        for (const Expr& value : values) values_.push_back(unify_(value));
        FreeReductionNames free;
        for (const Expr& node : shared_nodes(values_, {}, free)) {
            if (deserves_a_name(node)) shared_.insert(node.id());
        }
    }

    // Formula i with the names of what it shares with others; those that are new are declared first. Later
    // formulas may use it by the name that it has itself.
    Expr rewrite(size_t i, const std::string& own_name, const std::function<void(NamedBound)>& declare) {
        const Expr& formula = values_[i];
        if (const auto done = done_.find(formula.id()); done != done_.end()) return done->second;
        const Expr out = map_children(formula, [&](const Expr& child) { return replaced(child, declare); });
        if (shared_.count(formula.id())) done_.emplace(formula.id(), use_of(own_name, formula.type()));
        return out;
    }

    // A condition that has no name of its own.
    Expr rewrite(size_t i, const std::function<void(NamedBound)>& declare) {
        return replaced(values_[i], declare);
    }

  private:
    Expr replaced(const Expr& e, const std::function<void(NamedBound)>& declare) {
        if (const auto done = done_.find(e.id()); done != done_.end()) return done->second;
        const Expr inner = map_children(e, [&](const Expr& child) { return replaced(child, declare); });
        Expr out = inner;
        if (shared_.count(e.id())) {
            const std::string name = names_.name(e);
            declare({name, as_bound(inner)});
            out = use_of(name, e.type());
        }
        done_.emplace(e.id(), out);
        return out;
    }

    Names& names_;
    Unify unify_;  // keeps the nodes alive
    Exprs values_;
    std::unordered_set<const Node*> shared_;
    std::unordered_map<const Node*, Expr> done_;
};

// The bounds of the entry, and the checks, which come after them.
void name_entry(Loops& loops, Names& names) {
    Exprs values;
    for (const NamedBound& b : loops.bounds) values.push_back(b.value);
    for (const Check& c : loops.checks) values.push_back(c.condition);
    Formulas formulas(values, names);
    std::vector<NamedBound> bounds;
    const auto declare = [&](NamedBound shared) { bounds.push_back(std::move(shared)); };
    for (size_t i = 0; i < loops.bounds.size(); ++i) {
        Expr value = formulas.rewrite(i, loops.bounds[i].name, declare);
        bounds.push_back({loops.bounds[i].name, std::move(value)});
    }
    for (size_t i = 0; i < loops.checks.size(); ++i)
        loops.checks[i].condition = formulas.rewrite(loops.bounds.size() + i, declare);
    loops.bounds = std::move(bounds);
}

const Declare* bound_of(const StatementPtr& s) {
    const Declare* d = std::get_if<Declare>(&s->kind);
    const bool is_bound = d && !d->changes && d->lanes == 1 && is_bound_name(d->name);
    return is_bound ? d : nullptr;
}

// Bounds that follow each other.
void name_run(std::span<const StatementPtr> run, Names& names, std::vector<StatementPtr>& out) {
    Exprs values;
    for (const StatementPtr& s : run) values.push_back(bound_of(s)->value);
    Formulas formulas(values, names);
    for (size_t i = 0; i < run.size(); ++i) {
        Declare declare = *bound_of(run[i]);
        declare.value = formulas.rewrite(i, declare.name, [&](NamedBound shared) {
            out.push_back(statement(Declare{std::move(shared.name), std::move(shared.value)}));
        });
        out.push_back(statement(std::move(declare)));
    }
}

StatementPtr with_names(const StatementPtr& body, Names& names) {
    return map_statements(body, [&](const StatementPtr& s) {
        const Block* block = std::get_if<Block>(&s->kind);
        if (!block) return s;
        std::vector<StatementPtr> out;
        const std::span<const StatementPtr> all = block->statements;
        for (size_t i = 0; i < all.size();) {
            size_t end = i;
            while (end < all.size() && bound_of(all[end])) ++end;
            name_run(all.subspan(i, end - i), names, out);
            if (end < all.size()) out.push_back(all[end++]);
            i = end;
        }
        return statement(Block{std::move(out), block->comment});
    });
}

}  // namespace

Loops name_shared_bounds(const Loops& loops) {
    Loops out = loops;
    Names names;
    name_entry(out, names);
    out.program =
        map_bodies(loops.program, [&](const StatementPtr& body) { return with_names(body, names); });
    return out;
}

}  // namespace pantile::passes
