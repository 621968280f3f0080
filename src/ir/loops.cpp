#include "ir/loops.h"

namespace pantile::ir {

std::string_view name_of(LoopLevel level) {
    switch (level) {
        case LoopLevel::serial: return "serial";
        case LoopLevel::thread: return "thread";
        case LoopLevel::vector: return "vector";
    }
    return "";
}

std::string_view name_of(MemorySpace space) {
    switch (space) {
        case MemorySpace::caller: return "caller";
        case MemorySpace::global: return "global";
        case MemorySpace::scratch: return "scratch";
    }
    return "";
}

StatementPtr block(std::vector<StatementPtr> statements, std::string comment) {
    if (statements.size() == 1 && comment.empty()) return statements[0];
    return statement(Block{std::move(statements), std::move(comment)});
}

void for_each_statement(const Statement& s, const std::function<void(const Statement&)>& visit) {
    visit(s);
    match(
        s,
        [&](const Block& n) {
            for (const StatementPtr& child : n.statements) for_each_statement(*child, visit);
        },
        [&](const For& n) { for_each_statement(*n.body, visit); }, [](const Declare&) {},
        [](const Assign&) {}, [](const Store&) {},
        [&](const If& n) {
            for_each_statement(*n.then, visit);
            if (n.otherwise) for_each_statement(*n.otherwise, visit);
        });
}

void for_each_expr(const Statement& s, const std::function<void(const Expr&)>& visit) {
    match(
        s, [](const Block&) {},
        [&](const For& n) {
            visit(n.min);
            visit(n.max);
        },
        [&](const Declare& n) { visit(n.value); }, [&](const Assign& n) { visit(n.value); },
        [&](const Store& n) {
            for (const Expr& index : n.indices) visit(index);
            visit(n.value);
        },
        [&](const If& n) { visit(n.condition); });
}

StatementPtr with_body(const For& loop, StatementPtr body) {
    For out = loop;
    out.body = std::move(body);
    return statement(std::move(out));
}

StatementPtr map_exprs(const StatementPtr& s, const std::function<Expr(const Expr&)>& replace) {
    return match(
        *s,
        [&](const Block& n) {
            std::vector<StatementPtr> mapped;
            for (const StatementPtr& child : n.statements) mapped.push_back(map_exprs(child, replace));
            return statement(Block{std::move(mapped), n.comment});
        },
        [&](const For& n) {
            For mapped = n;
            mapped.min = replace(n.min);
            mapped.max = replace(n.max);
            return with_body(mapped, map_exprs(n.body, replace));
        },
        [&](const Declare& n) {
            return statement(Declare{n.name, replace(n.value), n.changes, n.lanes});
        },
        [&](const Assign& n) {
            return statement(Assign{n.name, replace(n.value)});
        },
        [&](const Store& n) {
            Exprs indices;
            for (const Expr& index : n.indices) indices.push_back(replace(index));
            return statement(Store{n.buffer, std::move(indices), replace(n.value)});
        },
        [&](const If& n) {
            const StatementPtr otherwise = n.otherwise ? map_exprs(n.otherwise, replace) : nullptr;
            return statement(If{replace(n.condition), map_exprs(n.then, replace), otherwise});
        });
}

StatementPtr map_statements(const StatementPtr& s,
                            const std::function<StatementPtr(const StatementPtr&)>& rule) {
    const auto inside = [&](const StatementPtr& child) { return map_statements(child, rule); };
    return match(
        *s,
        [&](const Block& n) {
            std::vector<StatementPtr> mapped;
            for (const StatementPtr& child : n.statements) mapped.push_back(inside(child));
            return rule(statement(Block{std::move(mapped), n.comment}));
        },
        [&](const For& n) { return rule(with_body(n, inside(n.body))); },
        [&](const Declare&) { return rule(s); }, [&](const Assign&) { return rule(s); },
        [&](const Store&) { return rule(s); },
        [&](const If& n) {
            const StatementPtr otherwise = n.otherwise ? inside(n.otherwise) : nullptr;
            return rule(statement(If{n.condition, inside(n.then), otherwise}));
        });
}

}  // namespace pantile::ir
