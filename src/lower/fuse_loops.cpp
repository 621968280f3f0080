#include "lower/fuse_loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "ir/interleave.h"
#include "ir/traverse.h"

namespace pantile::lower {

using namespace ir;

namespace {

using Statements = std::vector<StatementPtr>;

// The variables of the loops that stand directly inside of each other, from the outermost.
std::vector<std::string> variables_of(const StatementPtr& nest) {
    std::vector<std::string> names;
    for (const For* loop = std::get_if<For>(&nest->kind); loop; loop = std::get_if<For>(&loop->body->kind))
        names.push_back(loop->variable);
    return names;
}

// The nest with the variables of another one, all renamed at once: two of them may change places.
StatementPtr with_variables(const StatementPtr& nest, const std::vector<std::string>& names) {
    const std::vector<std::string> own = variables_of(nest);
    if (own == names || own.size() != names.size()) return nest;
    std::map<std::string, std::string> renamed;
    for (size_t i = 0; i < own.size(); ++i) renamed[own[i]] = names[i];
    const auto rename = [&](const std::string& name) {
        const auto found = renamed.find(name);
        return found == renamed.end() ? name : found->second;
    };
    const StatementPtr uses = map_exprs(nest, [&](const Expr& e) {
        return transform(e, [&](const Expr& n) {
            const Variable* v = as<Variable>(n);
            const bool is_ours = v && v->scope == Scope::coordinate && renamed.count(v->name);
            return is_ours ? variable(v->scope, rename(v->name), n.type(), n.span()) : n;
        });
    });
    return map_statements(uses, [&](const StatementPtr& s) {
        const For* loop = std::get_if<For>(&s->kind);
        if (!loop || loop->scope != Scope::coordinate) return s;
        For out = *loop;
        out.variable = rename(loop->variable);
        return statement(std::move(out));
    });
}

// All values before the first store: whatever the compiler thinks that a store may change, it need not load
// anything again. Bodies that are more than locals and stores after them stay in order.
StatementPtr stores_last(const Statements& bodies) {
    Statements values, stores;
    for (const StatementPtr& body : bodies) {
        const Block* block = std::get_if<Block>(&body->kind);
        const Statements lines = block ? block->statements : Statements{body};
        size_t stored = 0;
        for (const StatementPtr& line : lines) {
            const Store* store = std::get_if<Store>(&line->kind);
            const bool is_late = stored > 0 && !store;
            if ((!store && !std::holds_alternative<Declare>(line->kind)) || is_late)
                return statement(Block{bodies});
            if (!store) {
                values.push_back(line);
                continue;
            }
            // The stores of a block of points have locals already.
            if (++stored > 1 || as<Variable>(store->value)) {
                stores.push_back(line);
                continue;
            }
            const std::string name = store->buffer.substr(0, store->buffer.find('.')) + "_value";
            values.push_back(statement(Declare{name, store->value}));
            stores.push_back(statement(
                Store{store->buffer, store->indices, variable(Scope::local, name, store->value.type())}));
        }
    }
    values.insert(values.end(), stores.begin(), stores.end());
    return statement(Block{std::move(values)});
}

// The loops over blocks of points and those over the rest, of all nests alike; none otherwise.
std::vector<Statements> halves_of(const Statements& nests) {
    std::vector<Statements> halves(2);
    for (const StatementPtr& s : nests) {
        const Block* block = std::get_if<Block>(&s->kind);
        if (!block || block->statements.size() != 2) return {};
        for (size_t i = 0; i < 2; ++i) {
            if (!std::holds_alternative<For>(block->statements[i]->kind)) return {};
            halves[i].push_back(block->statements[i]);
        }
    }
    return halves;
}

StatementPtr fuse(const Statements& nests) {
    if (const std::vector<Statements> halves = halves_of(nests); !halves.empty())
        return statement(Block{{fuse(halves[0]), fuse(halves[1])}});
    const For* first = std::get_if<For>(&nests[0]->kind);
    const bool together = first && std::all_of(nests.begin(), nests.end(), [&](const StatementPtr& s) {
                              const For* loop = std::get_if<For>(&s->kind);
                              return loop && have_equal_bounds(*loop, *first);
                          });
    if (!together) return stores_last(nests);
    Statements bodies;
    for (const StatementPtr& s : nests) bodies.push_back(std::get<For>(s->kind).body);
    return with_body(*first, fuse(bodies));
}

}  // namespace

StatementPtr fuse_loops(const Statements& nests) {
    Statements own;
    for (size_t i = 0; i < nests.size(); ++i)
        own.push_back(
            i == 0 ? nests[i]
                   : with_variables(with_own_locals(nests[i], std::to_string(i)), variables_of(nests[0])));
    return fuse(own);
}

}  // namespace pantile::lower
