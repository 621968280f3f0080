#include "passes/typical_values.h"

#include <algorithm>

#include "analysis/symbolic.h"
#include "ir/traverse.h"

namespace pantile::passes {

using namespace ir;

namespace {

constexpr int64_t kTypicalExtent = 1024;

// Parameters, coordinates and locals may share a name.
std::string key(Scope scope, const std::string& name) {
    return std::to_string(static_cast<int>(scope)) + name;
}
std::string key(const Variable& v) { return key(v.scope, v.name); }

int64_t typical_param(const Param& p) {
    if (p.initial) return p.initial->as_int();
    return p.lowest ? p.lowest->as_int() : 1;
}

}  // namespace

TypicalValues::TypicalValues(const Loops& loops) {
    for (const Param& p : loops.params) {
        if (is_integer(p.type)) values_[key(Scope::parameter, p.name)] = typical_param(p);
    }
    for (const LoopBuffer& b : loops.buffers) {
        if (!belongs_to_caller(b)) continue;
        for (size_t d = 0; d < b.dims.size(); ++d) {
            values_[key(*as<Variable>(b.mins[d]))] = 0;
            values_[key(*as<Variable>(b.maxs[d]))] = kTypicalExtent - 1;
            values_[key(Scope::dimension, b.name + "." + b.dims[d] + ".extent")] = kTypicalExtent;
        }
    }
    for (const NamedBound& b : loops.bounds) {
        if (const auto value = (*this)(b.value)) values_[key(Scope::local, b.name)] = *value;
    }
}

std::optional<int64_t> TypicalValues::operator()(const Expr& e) const {
    const Exprs nodes = post_order(e);
    const bool known = std::all_of(nodes.begin(), nodes.end(), [&](const Expr& n) {
        const Variable* v = as<Variable>(n);
        return (is_integer(n.type()) || is_bool(n.type())) && !as<Load>(n) && (!v || values_.count(key(*v)));
    });
    if (!known) return std::nullopt;
    return analysis::evaluate_bound(e, [&](const Variable& v) { return values_.at(key(v)); });
}

void TypicalValues::enter(const For& loop) {
    const auto min = (*this)(loop.min), max = (*this)(loop.max);
    const std::string name = key(loop.scope, loop.variable);
    values_.erase(name);
    if (min && max) values_[name] = *min + (*max - *min) / 2 / loop.step * loop.step;
}

void TypicalValues::declare(const Declare& local) {
    const std::string name = key(Scope::local, local.name);
    values_.erase(name);
    if (const auto value = local.changes ? std::nullopt : (*this)(local.value)) values_[name] = *value;
}

}  // namespace pantile::passes
