#include "front/cpp/reductions.h"

#include <algorithm>
#include <unordered_map>

#include "ir/build.h"
#include "ir/traverse.h"

namespace pantile::front {
namespace {

// Memoises by node identity; the roots must outlive it.
class FreeVariables {
  public:
    using List = std::vector<const RVarSymbol*>;

    const List& operator()(const ir::Expr& e) {
        if (const auto found = known_.find(e.id()); found != known_.end()) return found->second;
        List list;
        ir::for_each_child(*e, [&](const ir::Expr& child) { merge((*this)(child), list); });
        if (const ir::Reduce* r = ir::as<ir::Reduce>(e)) {
            std::erase_if(list, [&](const RVarSymbol* v) { return binds(r->domain, *v); });
        }
        const ir::Variable* v = ir::as<ir::Variable>(e);
        if (const auto* symbol = v ? dynamic_cast<const RVarSymbol*>(v->symbol.get()) : nullptr)
            list.push_back(symbol);
        return known_.emplace(e.id(), std::move(list)).first->second;
    }

  private:
    static bool binds(const ir::ReductionDomain& domain, const RVarSymbol& v) {
        return std::any_of(domain.variables.begin(), domain.variables.end(),
                           [&](const ir::ReductionVariable& bound) { return bound.symbol.get() == v.tag(); });
    }

    static void merge(const List& from, List& into) {
        for (const RVarSymbol* v : from) {
            const auto same = [&](const RVarSymbol* other) { return other->tag() == v->tag(); };
            if (std::none_of(into.begin(), into.end(), same)) into.push_back(v);
        }
    }

    std::unordered_map<const ir::Node*, List> known_;
};

ir::Expr as_i32(const ir::Expr& e) {
    if (ir::is_invalid(e)) return e;
    if (!is_integer(e.type())) {
        return ir::invalid("the ends of a range are integers, not '" + std::string(name_of(e.type())) + "'.");
    }
    if (!ir::constant_value(e)) return ir::cast(ScalarType::i32, e);
    const std::optional<int64_t> number = ir::constant_int(e);
    return ir::settle_as(number ? ir::literal(*number) : e, ScalarType::i32);
}

// Written so that the common ranges, which start at 0, read as 'extent - 1'.
ir::Expr last_of(const ir::Expr& min, const ir::Expr& extent) {
    const std::optional<int64_t> start = ir::constant_int(min);
    const std::optional<int64_t> count = ir::constant_int(extent);
    if (start && count)
        return ir::literal(*start + *count - 1);  // both are i32, so that this cannot overflow
    if (start == 1) return extent;
    const ir::Expr one = ir::literal(int64_t{1});
    if (start == 0) return ir::binary(ir::BinaryOp::sub, extent, one);
    return ir::binary(ir::BinaryOp::sub, ir::add(min, extent), one);
}

}  // namespace

std::vector<std::shared_ptr<const RDomContents>> free_domains(const ir::Exprs& roots) {
    std::vector<std::shared_ptr<const RDomContents>> domains;
    FreeVariables free;
    for (const ir::Expr& root : roots) {
        for (const RVarSymbol* v : free(root)) {
            if (std::find(domains.begin(), domains.end(), v->owner) == domains.end())
                domains.push_back(v->owner);
        }
    }
    return domains;
}

ir::IndexRange index_range(const Range& range) {
    const ir::Expr min = as_i32(to_ir(range.min));
    return {min, as_i32(last_of(min, as_i32(to_ir(range.extent))))};
}

ir::Expr bound_of(const std::shared_ptr<const InputContents>& input, size_t dim, ir::Bound bound) {
    auto symbol = std::make_shared<DimensionSymbol>();
    symbol->input = input;
    symbol->dim = dim;
    symbol->bound = bound;
    return variable_of(ir::Scope::dimension, "", ScalarType::i32, std::move(symbol));
}

}  // namespace pantile::front
