#include "passes/hoist_invariants.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "analysis/linear.h"
#include "ir/drop_unused.h"
#include "ir/traverse.h"
#include "ir/uses.h"

namespace pantile::passes {

using namespace ir;

namespace {

using Statements = std::vector<StatementPtr>;

// More than the additions that any C compiler moves by itself.
bool is_worth_a_name(const Expr& e) {
    const Exprs nodes = post_order(e);
    return std::any_of(nodes.begin(), nodes.end(), [](const Expr& n) {
        if (as<Select>(n)) return true;
        if (const Unary* u = as<Unary>(n)) return u->op == UnaryOp::abs;
        const Binary* b = as<Binary>(n);
        return b && (b->op == BinaryOp::min || b->op == BinaryOp::max || b->op == BinaryOp::div ||
                     b->op == BinaryOp::mod);
    });
}

void append_flat(const StatementPtr& s, Statements& out) {
    // What a comment stands over stays together.
    if (const Block* b = std::get_if<Block>(&s->kind); b && b->comment.empty()) {
        for (const StatementPtr& child : b->statements) append_flat(child, out);
    } else {
        out.push_back(s);
    }
}

Statements flat(const StatementPtr& s) {
    Statements out;
    append_flat(s, out);
    return out;
}

// What may change inside of a loop does not move.
class Changing {
  public:
    explicit Changing(const For& loop) : names_(names_inside(loop)) {}

    void forget(const std::string& name) { names_.erase(name); }

    bool touches(const Expr& e) const {
        const Exprs nodes = post_order(e);
        return std::any_of(nodes.begin(), nodes.end(), [&](const Expr& n) {
            const Variable* v = as<Variable>(n);
            return as<Load>(n) || n.lanes() > 1 ||
                   (v && v->scope != Scope::parameter && names_.count(v->name));
        });
    }

  private:
    std::set<std::string> names_;
};

// Gives names to the index arithmetic of a loop's body that does not change in it.
class IndexNaming {
  public:
    using MakeName = std::function<std::string(const Expr&)>;

    IndexNaming(const Changing& changing, MakeName make_name, Statements& out)
        : changing_(changing), make_name_(std::move(make_name)), out_(out), values_([this](const Expr& e) {
              const Load* load = as<Load>(e);
              return load ? make_node(Load{load->buffer, indices(load->indices)}, e.type(), e.span()) : e;
          }) {}

    StatementPtr operator()(const StatementPtr& s) {
        return match(
            *s,
            [&](const Block& n) {
                Statements all;
                for (const StatementPtr& child : n.statements) all.push_back((*this)(child));
                return block(std::move(all), n.comment);
            },
            [&](const For& n) { return with_body(n, (*this)(n.body)); },
            [&](const Declare& n) {
                return statement(Declare{n.name, values_(n.value), n.changes, n.lanes});
            },
            [&](const Assign& n) {
                return statement(Assign{n.name, values_(n.value)});
            },
            [&](const Store& n) {
                return statement(Store{n.buffer, indices(n.indices), values_(n.value)});
            },
            [&](const If& n) {
                const Expr condition = values_(n.condition);
                const StatementPtr then = (*this)(n.then);
                return statement(If{condition, then, n.otherwise ? (*this)(n.otherwise) : nullptr});
            });
    }

  private:
    Exprs indices(const Exprs& all) {
        Exprs out;
        for (const Expr& e : all) out.push_back(index(e));
        return out;
    }

    // The largest parts that do not change. Below a cast and in a condition stand values, not indices.
    Expr index(const Expr& e) {
        if (as<Cast>(e) || as<Load>(e) || as<Variable>(e) || as<Constant>(e)) return values_(e);
        if (!changing_.touches(e) && is_worth_a_name(e) &&
            analysis::magnitude_of(e) < analysis::kLargestExact)
            return named(e);
        if (const Select* n = as<Select>(e)) {
            return make_node(Select{values_(n->condition), index(n->if_true), index(n->if_false)}, e.type(),
                             e.span());
        }
        return map_children(e, [this](const Expr& child) { return index(child); });
    }

    Expr named(const Expr& e) {
        for (const auto& [known, name] : names_) {
            if (same(known, e)) return variable(Scope::local, name, ScalarType::i64, e.span());
        }
        names_.emplace_back(e, make_name_(e));
        out_.push_back(statement(Declare{names_.back().second, e}));
        return variable(Scope::local, names_.back().second, ScalarType::i64, e.span());
    }

    const Changing& changing_;
    MakeName make_name_;
    Statements& out_;
    Transform values_;
    std::vector<std::pair<Expr, std::string>> names_;
};

constexpr size_t kLongestCondition = 200;

// The condition of the If that ends the body, written without the locals in front of it; nothing when it
// changes in the loop, or when more than locals stands in front of it.
std::optional<Expr> invariant_condition(const For& loop, const Statements& body) {
    const If* choice = body.empty() ? nullptr : std::get_if<If>(&body.back()->kind);
    if (!choice) return std::nullopt;
    std::unordered_map<std::string, Expr> values;
    for (size_t i = 0; i + 1 < body.size(); ++i) {
        const Declare* local = std::get_if<Declare>(&body[i]->kind);
        if (!local || local->changes || is_bound_name(local->name)) return std::nullopt;
        values.insert_or_assign(local->name, substitute(local->value, Scope::local, values));
    }
    const Expr condition = substitute(choice->condition, Scope::local, values);
    if (Changing(loop).touches(condition) || TreeSize()(condition) > kLongestCondition) return std::nullopt;
    return condition;
}

// 'for x { if c { A } else { B } }', where c does not depend on x, with the condition outside.
StatementPtr unswitch(const For& loop) {
    const Statements body = flat(loop.body);
    const std::optional<Expr> condition = invariant_condition(loop, body);
    if (!condition) return statement(loop);
    const If& choice = std::get<If>(body.back()->kind);
    const auto inside = [&](const StatementPtr& branch) {
        Statements all(body.begin(), body.end() - 1);
        all.push_back(branch);
        // Without locals in front nothing became unused.
        const StatementPtr used = all.size() == 1 ? branch : drop_unused(block(std::move(all)), {});
        return unswitch(std::get<For>(with_body(loop, used)->kind));
    };
    const StatementPtr otherwise = choice.otherwise ? inside(choice.otherwise) : nullptr;
    return statement(If{*condition, inside(choice.then), otherwise});
}

// One step, from the innermost loops outwards.
class Hoisting {
  public:
    explicit Hoisting(const Statement& step) {
        for_each_statement(step, [&](const Statement& s) {
            if (const Declare* local = std::get_if<Declare>(&s.kind)) taken_.insert(local->name);
        });
    }

    StatementPtr operator()(const StatementPtr& s) {
        return match(
            *s,
            [&](const Block& n) {
                Statements all;
                for (const StatementPtr& child : n.statements) all.push_back((*this)(child));
                return block(std::move(all), n.comment);
            },
            [&](const For& n) {
                loops_.push_back(n.variable);
                For loop = n;
                loop.body = (*this)(n.body);
                const StatementPtr moved =
                    n.level == LoopLevel::thread ? statement(std::move(loop)) : hoist_from(loop);
                loops_.pop_back();
                return moved;
            },
            [&](const Declare&) { return s; }, [&](const Assign&) { return s; },
            [&](const Store&) { return s; },
            [&](const If& n) {
                const StatementPtr then = (*this)(n.then);
                return statement(If{n.condition, then, n.otherwise ? (*this)(n.otherwise) : nullptr});
            });
    }

  private:
    StatementPtr hoist_from(const For& loop) {
        Changing changing(loop);
        Statements out, kept;
        for (const StatementPtr& s : flat(loop.body)) {
            const Declare* local = std::get_if<Declare>(&s->kind);
            const bool moves = local && is_bound_name(local->name) && !local->changes &&
                               !changing.touches(local->value) &&
                               analysis::magnitude_of(local->value) < analysis::kLargestExact;
            if (moves) changing.forget(local->name);
            (moves ? out : kept).push_back(s);
        }
        const auto make_name = [this](const Expr& e) { return name_for(e); };
        const StatementPtr body = IndexNaming(changing, make_name, out)(block(std::move(kept)));
        out.push_back(unswitch(std::get<For>(with_body(loop, body)->kind)));
        return block(std::move(out));
    }

    // After the innermost loop that the value depends on: 'y.at1', 'y.at2'.
    std::string name_for(const Expr& e) {
        std::set<std::string> used;
        for_each_node(e, [&](const Expr& n) {
            if (const Variable* v = as<Variable>(n)) used.insert(v->name);
        });
        const auto innermost = std::find_if(loops_.rbegin(), loops_.rend(),
                                            [&](const std::string& loop) { return used.count(loop) > 0; });
        const std::string stem = innermost == loops_.rend() ? "fixed" : *innermost;
        std::string name;
        do {
            name = fmt::format("{}.at{}", stem, ++numbers_[stem]);
        } while (!taken_.insert(name).second);
        return name;
    }

    std::vector<std::string> loops_;  // around this place, outermost first
    std::map<std::string, int> numbers_;
    std::set<std::string> taken_;
};

}  // namespace

Loops hoist_invariants(const Loops& loops) {
    Loops out = loops;
    out.program = map_bodies(loops.program, [&](const StatementPtr& body) { return Hoisting(*body)(body); });
    return out;
}

}  // namespace pantile::passes
