#include "front/cpp/stored_form.h"

namespace pantile::front {
namespace {

ir::Expr by_tag(const ir::Expr& e, const RVarSymbol& symbol) {
    const ir::ReductionVariable& v = symbol.owner->domain.variables[symbol.index];
    return variable_of(ir::Scope::reduction, v.name, e.type(), v.symbol);
}

const RVarSymbol* reduction_symbol(const ir::Expr& e) {
    const ir::Variable* v = ir::as<ir::Variable>(e);
    return v ? dynamic_cast<const RVarSymbol*>(v->symbol.get()) : nullptr;
}

}  // namespace

StoredForm::StoredForm() : transform_([this](const ir::Expr& e) { return replace(e); }) {}

ir::Expr StoredForm::operator()(const ir::Expr& e) {
    roots_.push_back(e);
    return transform_(e);
}

ir::ReductionDomain StoredForm::operator()(const ir::ReductionDomain& domain) {
    ir::ReductionDomain out;
    for (const ir::ReductionVariable& v : domain.variables) {
        out.variables.push_back({v.name, (*this)(v.min), (*this)(v.max), v.symbol});
    }
    if (domain.where) out.where = (*this)(*domain.where);
    return out;
}

ir::Expr StoredForm::replace(const ir::Expr& e) {
    if (const RVarSymbol* symbol = reduction_symbol(e)) return by_tag(e, *symbol);
    const ir::Access* access = ir::as<ir::Access>(e);
    const FuncSymbol* symbol = access ? dynamic_cast<const FuncSymbol*>(access->symbol.get()) : nullptr;
    if (!symbol) return e;
    remember(symbol->func);
    return ir::make_node(ir::Access{access->producer, access->args, symbol->func->tag}, e.type());
}

void StoredForm::remember(const std::shared_ptr<FuncContents>& func) {
    if (known_.emplace(func.get(), funcs_.size()).second) funcs_.push_back(func);
}

ir::Expr without_owner(const ir::Expr& e, const RDomContents& owner) {
    return ir::transform(e, [&](const ir::Expr& node) {
        const RVarSymbol* symbol = reduction_symbol(node);
        return symbol && symbol->owner.get() == &owner ? by_tag(node, *symbol) : node;
    });
}

}  // namespace pantile::front
