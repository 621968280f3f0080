#include "front/cpp/contents.h"

#include "base/identifier.h"

namespace pantile::front {

// Letting go of callees one by one, instead of each letting go of its own, keeps the stack flat for long
// chains.
FuncContents::~FuncContents() {
    std::vector<std::shared_ptr<FuncContents>> doomed = std::move(callees);
    while (!doomed.empty()) {
        const std::shared_ptr<FuncContents> last = std::move(doomed.back());
        doomed.pop_back();
        if (last.use_count() > 1) continue;
        doomed.insert(doomed.end(), last->callees.begin(), last->callees.end());
        last->callees.clear();
    }
}

std::string shown(const FuncContents& func) {
    return func.name.empty() ? "a Func without a name" : in_quotes(func.name);
}

ir::Expr to_ir(const Expr& e) {
    if (e.defined()) return ir::Expr(e.node());
    return ir::invalid("an expression without a value is used.", {},
                       {"assign to the 'Expr' before using it."});
}

ir::Exprs to_ir(const std::vector<Expr>& list) {
    ir::Exprs out;
    for (const Expr& e : list) out.push_back(to_ir(e));
    return out;
}

ir::Expr variable_of(ir::Scope scope, const std::string& name, ScalarType type, ir::SymbolPtr symbol) {
    return ir::make_node(ir::Variable{scope, name, std::move(symbol)}, type);
}

}  // namespace pantile::front
