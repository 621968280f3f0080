#include "ir/interleave.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ir/traverse.h"

namespace pantile::ir {

namespace {

using Statements = std::vector<StatementPtr>;

template <typename Kind>
bool all_alike(const Statements& copies, const std::function<bool(const Kind&, const Kind&)>& are_alike) {
    const Kind* first = std::get_if<Kind>(&copies[0]->kind);
    return first && std::all_of(copies.begin(), copies.end(), [&](const StatementPtr& s) {
               const Kind* other = std::get_if<Kind>(&s->kind);
               return other && are_alike(*first, *other);
           });
}

// A name is known to the end of its block: blocks of copies open none of their own.
void append(const StatementPtr& s, Statements& out) {
    const Block* block = std::get_if<Block>(&s->kind);
    if (!block || !block->comment.empty()) return out.push_back(s);
    out.insert(out.end(), block->statements.begin(), block->statements.end());
}

}  // namespace

bool have_equal_bounds(const For& a, const For& b) {
    return a.scope == b.scope && a.variable == b.variable && a.level == b.level && a.step == b.step &&
           same(a.min, b.min) && same(a.max, b.max);
}

StatementPtr with_own_locals(const StatementPtr& s, const std::string& ending) {
    std::map<std::string, std::string> renamed;
    for_each_statement(*s, [&](const Statement& n) {
        if (const Declare* d = std::get_if<Declare>(&n.kind))
            renamed[d->name] = fmt::format("{}_{}", d->name, ending);
    });
    if (renamed.empty()) return s;
    const auto rename = [&](const std::string& name) {
        const auto found = renamed.find(name);
        return found == renamed.end() ? name : found->second;
    };
    const StatementPtr uses = map_exprs(s, [&](const Expr& e) {
        return transform(e, [&](const Expr& n) {
            const Variable* v = as<Variable>(n);
            if (!v || v->scope != Scope::local || !renamed.count(v->name)) return n;
            return make_node(Variable{v->scope, rename(v->name), v->symbol, v->lanes}, n.type(), n.span());
        });
    });
    return map_statements(uses, [&](const StatementPtr& n) {
        if (const Declare* d = std::get_if<Declare>(&n->kind))
            return statement(Declare{rename(d->name), d->value, d->changes, d->lanes});
        const Assign* a = std::get_if<Assign>(&n->kind);
        return a ? statement(Assign{rename(a->name), a->value}) : n;
    });
}

StatementPtr interleave(const Statements& copies) {
    const bool blocks = all_alike<Block>(
        copies, [](const Block& a, const Block& b) { return a.statements.size() == b.statements.size(); });
    const bool loops = all_alike<For>(copies, have_equal_bounds);
    Statements inside;
    if (blocks) {
        const Block& first = std::get<Block>(copies[0]->kind);
        for (size_t i = 0; i < first.statements.size(); ++i) {
            Statements side_by_side;
            for (const StatementPtr& copy : copies)
                side_by_side.push_back(std::get<Block>(copy->kind).statements[i]);
            append(interleave(side_by_side), inside);
        }
        return statement(Block{std::move(inside), first.comment});
    }
    if (!loops) return statement(Block{copies});
    for (const StatementPtr& copy : copies) inside.push_back(std::get<For>(copy->kind).body);
    return with_body(std::get<For>(copies[0]->kind), interleave(inside));
}

}  // namespace pantile::ir
