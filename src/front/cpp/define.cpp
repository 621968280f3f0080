#include "front/cpp/define.h"

#include <fmt/format.h>

#include <algorithm>

#include "front/cpp/call.h"
#include "front/cpp/reductions.h"
#include "front/cpp/stored_form.h"
#include "ir/build.h"

namespace pantile::front {
namespace {

constexpr std::string_view kBlame = "in the definition of ";

// Says in which Func a wrong expression stands. One that came from reading another Func says so already: that
// is where it went wrong.
ir::Expr blamed(const FuncContents& func, const ir::Expr& e) {
    const ir::Invalid* bad = ir::as<ir::Invalid>(e);
    if (!bad || bad->message.starts_with(kBlame)) return e;
    return ir::invalid(fmt::format("{}{}: {}", kBlame, shown(func), bad->message), e.span(), bad->hints);
}

// What the definition reads becomes a callee, and may not change any more.
void add_callees(FuncContents& func, const StoredForm& stored) {
    for (const std::shared_ptr<FuncContents>& callee : stored.funcs()) {
        if (callee.get() == &func) continue;
        callee->has_readers = true;
        if (std::find(func.callees.begin(), func.callees.end(), callee) == func.callees.end()) {
            func.callees.push_back(callee);
        }
    }
}

std::optional<Coordinate> coordinate_of(const ir::Expr& e) {
    const ir::Variable* v = ir::as<ir::Variable>(e);
    if (!v || v->scope != ir::Scope::coordinate) return std::nullopt;
    return Coordinate{v->name, v->symbol};
}

Coordinate unnamed_coordinate() { return {"", std::make_shared<Tag>()}; }

// A wrong coordinate is reported and replaced, so that the Func has the rank that was meant.
std::vector<Coordinate> coordinates_of(FuncContents& func, const ir::Exprs& args) {
    std::vector<Coordinate> dims;
    for (const ir::Expr& arg : args) {
        std::optional<Coordinate> dim = coordinate_of(arg);
        if (!dim) {
            report(func, "is first defined at an index that is not a 'Var'.",
                   {"the first definition names the coordinates, 'f(x, y) = …'; updates may use any index."});
        } else if (std::find(dims.begin(), dims.end(), *dim) != dims.end()) {
            report(func, "uses the same 'Var' for two of its coordinates.");
            dim.reset();
        }
        dims.push_back(dim ? *dim : unnamed_coordinate());
    }
    return dims;
}

// The first value that is wrong, or nothing.
std::optional<ir::Expr> mistake_in(const std::vector<ir::Case>& cases) {
    for (const ir::Case& c : cases) {
        if (c.condition && ir::is_invalid(*c.condition)) return c.condition;
        if (ir::is_invalid(c.value)) return c.value;
    }
    return std::nullopt;
}

bool uses_reduction_variables(const std::vector<ir::Case>& cases) {
    ir::Exprs roots;
    for (const ir::Case& c : cases) {
        if (c.condition) roots.push_back(*c.condition);
        roots.push_back(c.value);
    }
    return !free_domains(roots).empty();
}

void define_first(FuncContents& func, const ir::Exprs& args, std::vector<ir::Case> cases) {
    func.dims = coordinates_of(func, args);
    // With wrong coordinates the value would only raise complaints that follow from them.
    if (!func.problems.empty())
        cases = {{std::nullopt, ir::cast(cases[0].value.type(), ir::literal(int64_t{0}))}};
    std::optional<ir::Expr> mistake = mistake_in(cases);
    if (!mistake && uses_reduction_variables(cases)) {
        mistake = ir::invalid("a reduction variable is used outside a reduction.", {},
                              {"reduce over it, 'sum(r, …)', or use it in an update of the Func."});
    }
    if (mistake) {
        func.mistake = blamed(func, *mistake);
        func.cases = {{std::nullopt, *func.mistake}};
        return;
    }
    StoredForm stored;
    func.type = cases[0].value.type();
    for (ir::Case& c : cases) {
        if (c.condition) c.condition = stored(*c.condition);
        c.value = stored(c.value);
    }
    func.cases = std::move(cases);
    add_callees(func, stored);
}

// Why the Func cannot have an update at these indices, and what to do about it.
struct Refusal {
    std::string predicate;
    std::vector<std::string> hints;
};

std::optional<Refusal> why_no_update(const FuncContents& func, size_t given) {
    if (func.forward) {
        return Refusal{"reads another image or Func and cannot be updated.",
                       {"copy it into a Func of its own."}};
    }
    if (func.has_readers) {
        return Refusal{"is updated after another Func has read it.",
                       {"write its updates before its first use."}};
    }
    if (given == func.dims.size()) return std::nullopt;
    return Refusal{
        fmt::format("has {}, but an update gives {}.", counted(func.dims.size(), "dimension", "dimensions"),
                    counted(given, "index", "indices")),
        {}};
}

ir::Expr as_index(const ir::Expr& e) {
    if (ir::is_invalid(e) || is_integer(e.type())) return ir::settle(e);
    return ir::invalid(fmt::format("an index is an integer, not '{}'.", name_of(e.type())), {},
                       {"convert it: 'cast<int>(…)', which rounds towards zero."});
}

// The one RDom that an update runs over, an empty one when there is nothing to run over, nothing when there
// are several.
std::optional<ir::ReductionDomain> domain_of_update(const ir::Update& update) {
    ir::Exprs roots = update.args;
    roots.push_back(update.value);
    auto domains = free_domains(roots);
    if (domains.empty()) return ir::ReductionDomain{};
    if (const auto& where = domains[0]->domain.where) roots.push_back(*where);
    domains = free_domains(roots);
    return domains.size() > 1 ? std::nullopt : std::optional<ir::ReductionDomain>(domains[0]->domain);
}

void blame_domain(const FuncContents& func, ir::ReductionDomain& domain) {
    for (ir::ReductionVariable& v : domain.variables) {
        v.min = blamed(func, v.min);
        v.max = blamed(func, v.max);
    }
    if (domain.where) domain.where = blamed(func, *domain.where);
}

void define_update(FuncContents& func, const ir::Exprs& args, const ir::Expr& value) {
    if (const auto refusal = why_no_update(func, args.size()))
        return report(func, refusal->predicate, refusal->hints);
    if (func.mistake) return;
    const bool number = ir::constant_value(value).has_value();
    ir::Update update{{}, number ? ir::settle_as(value, func.type) : value, {}, {}};
    for (const ir::Expr& arg : args) update.args.push_back(as_index(arg));
    const std::optional<ir::ReductionDomain> domain = domain_of_update(update);
    if (!domain) {
        return report(func, "has an update that mixes the variables of two 'RDom's.",
                      {"use one 'RDom' with more dimensions."});
    }
    StoredForm stored;
    for (ir::Expr& arg : update.args) arg = blamed(func, stored(arg));
    update.value = blamed(func, stored(update.value));
    update.domain = stored(*domain);
    blame_domain(func, update.domain);
    func.updates.push_back(std::move(update));
    add_callees(func, stored);
}

ir::Expr combined(Accumulation how, const ir::Expr& present, const ir::Expr& value) {
    switch (how) {
        case Accumulation::add: return ir::add(present, value);
        case Accumulation::subtract: return ir::binary(ir::BinaryOp::sub, present, value);
        case Accumulation::multiply: return ir::binary(ir::BinaryOp::mul, present, value);
        case Accumulation::divide: return ir::binary(ir::BinaryOp::div, present, value);
    }
    return present;
}

// The coordinates that 'f(x, r) += …' defines when f has no definition: its Vars, and new ones elsewhere.
ir::Exprs pure_args(const ir::Exprs& args) {
    ir::Exprs out;
    for (const ir::Expr& arg : args) {
        const Coordinate dim = coordinate_of(arg).value_or(unnamed_coordinate());
        out.push_back(variable_of(ir::Scope::coordinate, dim.name, ScalarType::i32, dim.tag));
    }
    return out;
}

bool is_literal(const ir::Expr& e) {
    const ir::Constant* c = ir::as<ir::Constant>(e);
    return c && c->is_literal;
}

// The type in which all values meet. A literal follows the others, except that a float among integers makes
// all float.
std::optional<ScalarType> common_type(const std::vector<ir::Case>& cases) {
    std::optional<ScalarType> met;
    for (const ir::Case& c : cases) {
        if (is_literal(c.value)) continue;
        met = met ? ir::meeting_type(*met, c.value.type()) : c.value.type();
        if (!met) return std::nullopt;
    }
    const bool only_literals = !met;
    for (const ir::Case& c : cases) {
        if (!is_literal(c.value)) continue;
        const ScalarType type = c.value.type();
        if (!met)
            met = type;
        else if (only_literals || (is_float(type) && is_integer(*met)))
            met = ir::meeting_type(*met, type);
    }
    return met;
}

ir::Expr in_type(const ir::Expr& e, ScalarType type) {
    return is_literal(e) ? ir::settle_as(e, type) : ir::cast(type, e);
}

ir::Expr as_condition(const ir::Expr& e) {
    if (ir::is_invalid(e) || is_bool(e.type())) return e;
    return ir::invalid(fmt::format("the condition of a case is a bool, not '{}'.", name_of(e.type())), {},
                       {"compare: '… != 0'."});
}

}  // namespace

void report(FuncContents& func, const std::string& predicate, std::vector<std::string> hints) {
    func.problems.push_back({.message = shown(func) + " " + predicate, .hints = std::move(hints)});
}

void define(const std::shared_ptr<FuncContents>& func, const ir::Exprs& args, const ir::Expr& value) {
    if (func->defined()) return define_update(*func, args, value);
    define_first(*func, args, {{std::nullopt, ir::settle(value)}});
}

void define_piecewise(const std::shared_ptr<FuncContents>& func, const ir::Exprs& args,
                      const Piecewise& value) {
    if (func->defined())
        return report(*func, "has an update with cases.",
                      {"use 'select', or cases in the first definition."});
    std::vector<ir::Case> cases;
    for (const Case& c : value.cases) cases.push_back({as_condition(to_ir(c.condition)), to_ir(c.value)});
    if (value.otherwise.defined()) cases.push_back({std::nullopt, to_ir(value.otherwise)});
    if (cases.empty()) return report(*func, "has a definition without a case.");
    const std::optional<ScalarType> type = common_type(cases);
    if (!type && !mistake_in(cases))
        cases[0].value = ir::invalid("the values of the cases do not have a common type.");
    for (ir::Case& c : cases) c.value = in_type(c.value, type.value_or(c.value.type()));
    define_first(*func, args, std::move(cases));
}

void accumulate(const std::shared_ptr<FuncContents>& func, const ir::Exprs& args, Accumulation how,
                const ir::Expr& value) {
    if (!func->defined()) {
        const int64_t start = how == Accumulation::multiply || how == Accumulation::divide ? 1 : 0;
        const ScalarType type = ir::settle(value).type();
        define(func, pure_args(args), ir::is_invalid(value) ? value : ir::cast(type, ir::literal(start)));
    }
    if (func->forward || args.size() != rank_of(*func)) return define(func, args, value);
    define(func, args, combined(how, call(func, args), value));
}

}  // namespace pantile::front
