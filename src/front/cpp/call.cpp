#include "front/cpp/call.h"

#include <fmt/format.h>

#include "base/identifier.h"
#include "ir/build.h"

namespace pantile::front {
namespace {

ir::Expr wrong_rank(const std::string& name, size_t rank, size_t given) {
    return ir::invalid(fmt::format("{} has {}, but is read with {}.", name,
                                   counted(rank, "dimension", "dimensions"),
                                   counted(given, "index", "indices")));
}

// An access whose producer is known by its symbol.
ir::Expr access_by(ir::SymbolPtr symbol, const std::string& name, ScalarType type, const ir::Exprs& args) {
    const ir::Expr plain = ir::access(name, type, args);
    const ir::Access* access = ir::as<ir::Access>(plain);
    return access ? ir::make_node(ir::Access{name, access->args, std::move(symbol)}, type) : plain;
}

ir::Expr call_definition(const std::shared_ptr<FuncContents>& func, const ir::Exprs& args) {
    if (func->mistake) return *func->mistake;
    if (!func->defined()) {
        return ir::invalid(
            fmt::format("{} is read before it is defined.", shown(*func)), {},
            {"define it first; to build on its own values, define it and then update it over an 'RDom'."});
    }
    if (args.size() != func->dims.size()) return wrong_rank(shown(*func), func->dims.size(), args.size());
    auto symbol = std::make_shared<FuncSymbol>();
    symbol->func = func;
    return access_by(std::move(symbol), func->name, func->type, args);
}

// What a chain of boundary conditions comes down to.
struct Redirected {
    std::shared_ptr<FuncContents> func;  // without a forward, or null
    std::shared_ptr<const InputContents> input;
    ir::Exprs args;
    struct Outside {
        ir::Expr inside;
        ir::Expr value;
    };
    std::vector<Outside> outside;  // the innermost last
};

Redirected redirected(std::shared_ptr<FuncContents> func, ir::Exprs args) {
    Redirected out;
    while (func && func->forward) {
        const Forward& f = *func->forward;
        if (f.exterior) out.outside.push_back({ir::inside_ranges(args, f.ranges), *f.exterior});
        if (f.boundary) args = ir::bounded_args(*f.boundary, args, f.ranges);
        out.input = f.input;
        func = f.input ? nullptr : func->callees[0];
    }
    out.func = std::move(func);
    out.args = std::move(args);
    return out;
}

const FuncContents& end_of_chain(const FuncContents& func) {
    const FuncContents* f = &func;
    while (f->forward && !f->forward->input) f = f->callees[0].get();
    return *f;
}

}  // namespace

std::string counted(size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

ir::Expr call(const std::shared_ptr<FuncContents>& func, const ir::Exprs& args) {
    if (!func->forward) return call_definition(func, args);
    if (func->mistake) return *func->mistake;
    if (args.size() != rank_of(*func)) return wrong_rank(shown(*func), rank_of(*func), args.size());
    const Redirected to = redirected(func, args);
    ir::Expr value = to.input ? call(to.input, to.args) : call_definition(to.func, to.args);
    for (auto o = to.outside.rbegin(); o != to.outside.rend(); ++o) {
        value = ir::select(o->inside, value, ir::is_invalid(value) ? value : o->value);
    }
    return value;
}

ir::Expr call(const std::shared_ptr<const InputContents>& input, const ir::Exprs& args) {
    if (args.size() == input->dims.size()) return access_by(input, input->name, input->type, args);
    const std::string name = input->name.empty() ? "an image without a name" : in_quotes(input->name);
    return wrong_rank(name, input->dims.size(), args.size());
}

size_t rank_of(const FuncContents& func) {
    const FuncContents& end = end_of_chain(func);
    return end.forward ? end.forward->input->dims.size() : end.dims.size();
}

ScalarType type_of_func(const FuncContents& func) {
    const FuncContents& end = end_of_chain(func);
    return end.forward ? end.forward->input->type : end.type;
}

}  // namespace pantile::front
