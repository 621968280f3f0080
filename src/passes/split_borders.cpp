#include "passes/split_borders.h"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <unordered_map>

#include "analysis/symbolic.h"
#include "ir/build.h"
#include "ir/drop_unused.h"
#include "ir/traverse.h"
#include "passes/interior.h"
#include "passes/typical_values.h"

namespace pantile::passes {

using namespace ir;

namespace {

Expr local(const std::string& name) { return variable(Scope::local, name, ScalarType::i64); }

StatementPtr map_declares(const StatementPtr& s, const std::function<Declare(const Declare&)>& replace) {
    return match(
        *s,
        [&](const Block& n) {
            std::vector<StatementPtr> all;
            for (const StatementPtr& child : n.statements) all.push_back(map_declares(child, replace));
            return block(std::move(all), n.comment);
        },
        [&](const For& n) { return with_body(n, map_declares(n.body, replace)); },
        [&](const Declare& n) { return statement(replace(n)); }, [&](const Assign&) { return s; },
        [&](const Store&) { return s; },
        [&](const If& n) {
            const StatementPtr then = map_declares(n.then, replace);
            return statement(
                If{n.condition, then, n.otherwise ? map_declares(n.otherwise, replace) : nullptr});
        });
}

bool has_coordinate_loops(const Statement& s) {
    bool found = false;
    for_each_statement(s, [&](const Statement& inner) {
        const For* loop = std::get_if<For>(&inner.kind);
        found |= loop && loop->scope == Scope::coordinate;
    });
    return found;
}

bool can_split(const For& loop) {
    const bool own_task = loop.level == LoopLevel::thread;
    return loop.scope == Scope::coordinate && !own_task && loop.step == 1 &&
           !has_coordinate_loops(*loop.body);
}

StatementPtr over(const For& loop, const Expr& min, const Expr& max, LoopLevel level, StatementPtr body) {
    For out = loop;
    out.min = min;
    out.max = max;
    out.level = level;
    return with_body(out, std::move(body));
}

// The names of bounds are unique within a step, so that they can move out of their loops.
StatementPtr with_own_bounds(const StatementPtr& body) {
    std::unordered_map<std::string, Expr> renamed;
    for_each_statement(*body, [&](const Statement& s) {
        const Declare* bound = std::get_if<Declare>(&s.kind);
        if (bound && is_bound_name(bound->name))
            renamed.insert_or_assign(bound->name, local(bound->name + "_inside"));
    });
    if (renamed.empty()) return body;
    const StatementPtr used =
        map_exprs(body, [&](const Expr& e) { return substitute(e, Scope::local, renamed); });
    return map_declares(used, [&](const Declare& d) {
        const auto found = renamed.find(d.name);
        return found == renamed.end()
                   ? d
                   : Declare{as<Variable>(found->second)->name, d.value, d.changes, d.lanes};
    });
}

// Rows that are given up may be many; columns are few, and not worth a vector loop.
LoopLevel border_level(const For& loop, const Interior& interior) {
    return interior.rows.empty() ? LoopLevel::serial : loop.level;
}

class BorderSplitting {
  public:
    BorderSplitting(const TypicalValues& typical, const BuffersByName& buffers, const machine::Target& target)
        : typical_(typical), buffers_(buffers), target_(target) {}

    StatementPtr operator()(const StatementPtr& s) {
        return match(
            *s,
            [&](const Block& n) {
                std::vector<StatementPtr> all;
                for (const StatementPtr& child : n.statements) all.push_back((*this)(child));
                return block(std::move(all), n.comment);
            },
            [&](const For& n) { return split(n); },
            [&](const Declare& n) {
                typical_.declare(n);
                return s;
            },
            [&](const Assign&) { return s; }, [&](const Store&) { return s; },
            [&](const If& n) {
                const StatementPtr then = (*this)(n.then);
                return statement(If{n.condition, then, n.otherwise ? (*this)(n.otherwise) : nullptr});
            });
    }

  private:
    StatementPtr split(const For& loop) {
        if (!can_split(loop)) {
            typical_.enter(loop);
            return over(loop, loop.min, loop.max, loop.level, (*this)(loop.body));
        }
        std::optional<Interior> interior = find_interior(loop, typical_);
        if (!interior) return statement(loop);
        interior->body = with_own_bounds(drop_unused(interior->body, {}));
        const bool whole_rows = interior->lowest.empty() && interior->highest.empty();
        return whole_rows ? split_rows(loop, *interior) : split_columns(loop, *interior);
    }

    // 'x.interior_min', and 'x.interior_min2' for the next loop of the step.
    std::string name(const For& loop, std::string_view what) {
        const std::string first = fmt::format("{}.{}", loop.variable, what);
        const int number = ++used_[first];
        return number == 1 ? first : fmt::format("{}{}", first, number);
    }

    // At least zero in the rows that have an interior.
    Expr declare_rows(const For& loop, const Interior& interior, std::vector<StatementPtr>& out) {
        const std::string inside = name(loop, "row_inside");
        out.push_back(statement(Declare{inside, analysis::least(interior.rows)}));
        return binary(BinaryOp::ge, local(inside), constant_i64(0));
    }

    StatementPtr split_rows(const For& loop, const Interior& interior) {
        std::vector<StatementPtr> out;
        const Expr inside = declare_rows(loop, interior, out);
        out.push_back(statement(
            If{inside, over(loop, loop.min, loop.max, loop.level, interior.body), statement(loop)}));
        return block(std::move(out));
    }

    // With min <= first <= max + 1 and first - 1 <= last <= max, the columns min..first-1, first..last and
    // last+1..max are those of the loop, each once, wherever the limits lie. An interior that is shorter than
    // a vector is left to the borders: then it is empty.
    StatementPtr split_columns(const For& loop, const Interior& interior) {
        std::vector<StatementPtr> out;
        For inner = loop;
        inner.fewest = lanes_of(with_interior(loop, interior)).value_or(1);
        std::optional<Expr> first, last;
        const bool has_rows = !interior.rows.empty();
        const bool has_end = !interior.highest.empty() || has_rows;
        if (!interior.lowest.empty() || has_rows) {
            first = local(name(loop, "interior_min"));
            Expr value = first_column(loop, interior);
            if (!has_end)
                value = if_long_enough(inner, value, loop.max, value, analysis::plus(loop.max, 1), out);
            out.push_back(statement(Declare{as<Variable>(*first)->name, value}));
        }
        if (has_end) {
            last = local(name(loop, "interior_max"));
            const Expr from = first.value_or(loop.min), none = analysis::plus(from, -1);
            Expr value = last_column(loop, interior, first);
            value = if_long_enough(inner, from, value, value, none, out);
            if (has_rows) value = select(declare_rows(loop, interior, out), value, none);
            out.push_back(statement(Declare{as<Variable>(*last)->name, value}));
        }
        inner.min = first.value_or(loop.min);
        inner.max = last.value_or(loop.max);
        out.push_back(with_body(inner, interior.body));
        // Most rows of most tiles have no border at all.
        const Expr left = first ? binary(BinaryOp::gt, *first, loop.min) : constant(Value::of_bool(false));
        const Expr right = last ? binary(BinaryOp::lt, *last, loop.max) : constant(Value::of_bool(false));
        const Expr any = !first ? right : !last ? left : binary(BinaryOp::logical_or, left, right);
        out.push_back(statement(If{any, borders(loop, first, last, border_level(loop, interior)), nullptr}));
        return block(std::move(out));
    }

    static For with_interior(const For& loop, const Interior& interior) {
        For out = loop;
        out.body = interior.body;
        return out;
    }

    std::optional<int> lanes_of(const For& loop) const {
        if (loop.level != LoopLevel::vector) return std::nullopt;
        return passes::lanes_of(loop, buffers_, target_);
    }

    // 'value' where first..last has room for as many iterations as the loop must have.
    Expr if_long_enough(const For& inner, const Expr& first, const Expr& last, const Expr& value,
                        const Expr& otherwise, std::vector<StatementPtr>& out) {
        if (inner.fewest == 1) return value;
        const std::string end = name(inner, "interior_limit");
        out.push_back(statement(Declare{end, value}));
        const auto named = [&](const Expr& e) { return same(e, value) ? local(end) : e; };
        return select(binary(BinaryOp::le, analysis::plus(named(first), inner.fewest - 1), named(last)),
                      local(end), otherwise);
    }

    static Expr first_column(const For& loop, const Interior& interior) {
        Exprs limits = {loop.min};
        limits.insert(limits.end(), interior.lowest.begin(), interior.lowest.end());
        return analysis::smaller(analysis::greatest(limits), analysis::plus(loop.max, 1));
    }

    static Expr last_column(const For& loop, const Interior& interior, const std::optional<Expr>& first) {
        Exprs limits = {loop.max};
        limits.insert(limits.end(), interior.highest.begin(), interior.highest.end());
        return analysis::larger(analysis::least(limits), analysis::plus(first.value_or(loop.min), -1));
    }

    StatementPtr borders(const For& loop, const std::optional<Expr>& first, const std::optional<Expr>& last,
                         LoopLevel level) {
        if (!last) return over(loop, loop.min, analysis::plus(*first, -1), level, loop.body);
        if (!first) return over(loop, analysis::plus(*last, 1), loop.max, level, loop.body);
        // One copy of the body for both sides.
        const std::string side = name(loop, "side");
        const Expr is_left = binary(BinaryOp::eq, local(side), constant_i64(0));
        const std::string min = name(loop, "border_min"), max = name(loop, "border_max");
        StatementPtr both = block({
            statement(Declare{min, select(is_left, loop.min, analysis::plus(*last, 1))}),
            statement(Declare{max, select(is_left, analysis::plus(*first, -1), loop.max)}),
            over(loop, local(min), local(max), level, loop.body),
        });
        return statement(For{Scope::local, side, constant_i64(0), constant_i64(1), LoopLevel::serial, both});
    }

    TypicalValues typical_;
    const BuffersByName& buffers_;
    const machine::Target& target_;
    std::map<std::string, int> used_;
};

}  // namespace

Loops split_borders(const Loops& loops, const machine::Target& target) {
    const TypicalValues typical(loops);
    const BuffersByName buffers = buffers_by_name(loops);
    Loops out = loops;
    out.program = map_bodies(loops.program, [&](const StatementPtr& body) {
        return BorderSplitting(typical, buffers, target)(body);
    });
    return out;
}

}  // namespace pantile::passes
