#include "passes/split_cases.h"

#include <algorithm>
#include <optional>
#include <set>

#include "ir/build.h"
#include "ir/drop_unused.h"
#include "ir/traverse.h"
#include "ir/uses.h"

namespace pantile::passes {

using namespace ir;

namespace {

// How many copies of a loop there may be, and how long all of them together.
constexpr int kMostCopies = 4;
constexpr size_t kMostNodes = 600;

size_t length_of(const Statement& s) {
    size_t nodes = 0;
    for_each_statement(s, [&](const Statement& inner) {
        for_each_expr(inner, [&](const Expr& e) { nodes += post_order(e).size(); });
    });
    return nodes;
}

bool is_fixed(const Expr& e, const std::set<std::string>& inside) {
    const Exprs nodes = post_order(e);
    return std::none_of(nodes.begin(), nodes.end(), [&](const Expr& n) {
        const Variable* v = as<Variable>(n);
        return as<Load>(n) || (v && inside.count(v->name) > 0);
    });
}

// A condition of a select that is the same in all iterations; of nested ones that of the outermost.
std::optional<Expr> fixed_condition(const For& loop) {
    const std::set<std::string> inside = names_inside(loop);
    std::optional<Expr> found;
    const auto look = [&](const Expr& e) {
        const Select* s = as<Select>(e);
        const bool decides = s && !as<Constant>(s->condition) && is_fixed(s->condition, inside);
        if (!found && decides) found = s->condition;
    };
    for_each_statement(*loop.body, [&](const Statement& s) {
        for_each_expr(s, [&](const Expr& root) {
            const Exprs nodes = post_order(root);
            std::for_each(nodes.rbegin(), nodes.rend(), look);
        });
    });
    return found;
}

// Whether 'e' asks for another value of what 'known' has settled: 'c == 1' once 'c == 0' holds.
bool excludes(const Expr& known, const Expr& e) {
    const Binary *a = as<Binary>(known), *b = as<Binary>(e);
    if (!a || !b || a->op != BinaryOp::eq || b->op != BinaryOp::eq || !same(a->lhs, b->lhs)) return false;
    const auto one = constant_int(a->rhs), other = constant_int(b->rhs);
    return one && other && *one != *other;
}

For with_answer(const For& loop, const Expr& condition, bool answer) {
    const auto choose = [&](const Expr& e) {
        const Select* s = as<Select>(e);
        if (!s) return e;
        if (same(s->condition, condition)) return answer ? s->if_true : s->if_false;
        return answer && excludes(condition, s->condition) ? s->if_false : e;
    };
    For out = loop;
    out.body = drop_unused(map_exprs(loop.body, [&](const Expr& e) { return transform(e, choose); }), {});
    return out;
}

// The loop for each of its cases; nothing when those are too many.
StatementPtr split(const For& loop, int copies) {
    const StatementPtr whole = statement(loop);
    const auto condition = copies > 1 ? fixed_condition(loop) : std::nullopt;
    if (!condition) return whole;
    const For yes = with_answer(loop, *condition, true), no = with_answer(loop, *condition, false);
    if (length_of(*yes.body) + length_of(*no.body) > kMostNodes) return whole;
    return statement(If{*condition, split(yes, copies / 2), split(no, copies - copies / 2)});
}

}  // namespace

Loops split_cases(const Loops& loops) {
    const auto rule = [](const StatementPtr& s) {
        const For* loop = std::get_if<For>(&s->kind);
        return loop && loop->level == LoopLevel::vector ? split(*loop, kMostCopies) : s;
    };
    Loops out = loops;
    out.program =
        map_bodies(loops.program, [&](const StatementPtr& body) { return map_statements(body, rule); });
    return out;
}

}  // namespace pantile::passes
