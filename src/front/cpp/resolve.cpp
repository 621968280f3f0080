#include "front/cpp/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/identifier.h"
#include "ir/traverse.h"

namespace pantile::front {
namespace {

constexpr std::array<const char*, 4> kPositions = {"x", "y", "z", "w"};

class StageResolver {
  public:
    StageResolver(const FuncContents& func, GlobalNames& global)
        : func_(func),
          global_(global),
          local_(&global.names),
          transform_([this](const ir::Expr& e) { return replace(e); }) {}

    ir::Stage run() {
        ir::Stage stage{global_.of.at(func_.tag.get()), func_.type, name_coordinates(), {}, {}, {}};
        dims_ = stage.dims;
        stage_ = stage.name;
        for (const ir::Case& c : func_.cases) {
            const auto condition =
                c.condition ? std::optional<ir::Expr>(transform_(*c.condition)) : std::nullopt;
            stage.cases.push_back({condition, transform_(c.value)});
        }
        for (const ir::Update& u : func_.updates) stage.updates.push_back(resolve_update(u));
        return stage;
    }

  private:
    // Names that the user gave hold; the others are chosen around them.
    std::vector<std::string> name_coordinates() {
        for (const Coordinate& dim : func_.dims) {
            if (!dim.tag) local_.add(dim.name);
        }
        std::vector<std::string> names;
        for (size_t d = 0; d < func_.dims.size(); ++d) {
            names.push_back(func_.dims[d].tag ? name_unnamed(func_.dims[d].tag.get(), d)
                                              : func_.dims[d].name);
        }
        return names;
    }

    std::string name_unnamed(const ir::Symbol* tag, size_t position) {
        const auto known = global_.var_names.find(tag);
        std::string name = known != global_.var_names.end() ? known->second
                           : position < kPositions.size()   ? kPositions[position]
                                                            : "";
        if (name.empty() || local_.taken(name) || global_.names.taken(name))
            name = local_.claim_numbered("v");
        local_.add(name);
        global_.var_names.try_emplace(tag, name);
        return name;
    }

    ir::Update resolve_update(const ir::Update& u) {
        ir::Update out{{}, u.value, resolve_domain(u.domain), u.span};
        for (const ir::Expr& arg : u.args) out.args.push_back(transform_(arg));
        out.value = transform_(u.value);
        return out;
    }

    ir::ReductionDomain resolve_domain(const ir::ReductionDomain& domain) {
        ir::ReductionDomain out;
        for (const ir::ReductionVariable& v : domain.variables) {
            out.variables.push_back(
                {reduction_name(v.symbol.get(), v.name), transform_(v.min), transform_(v.max), nullptr});
        }
        if (domain.where) out.where = transform_(*domain.where);
        return out;
    }

    const std::string& reduction_name(const ir::Symbol* tag, const std::string& wanted) {
        const auto known = reductions_.find(tag);
        if (known != reductions_.end()) return known->second;
        return reductions_.emplace(tag, local_.claim(wanted)).first->second;
    }

    ir::Expr replace(const ir::Expr& e) {
        if (const ir::Variable* v = ir::as<ir::Variable>(e)) return replace_variable(*v, e);
        if (const ir::Access* a = ir::as<ir::Access>(e)) {
            return ir::make_node(ir::Access{global_.of.at(a->symbol.get()), a->args, nullptr}, e.type());
        }
        if (const ir::Reduce* r = ir::as<ir::Reduce>(e)) return replace_reduce(*r, e);
        return e;
    }

    // The children have their names already.
    ir::Expr replace_reduce(const ir::Reduce& r, const ir::Expr& e) {
        ir::ReductionDomain domain = r.domain;
        for (ir::ReductionVariable& v : domain.variables) {
            v.name = reduction_name(v.symbol.get(), v.name);
            v.symbol = nullptr;
        }
        return ir::make_node(ir::Reduce{r.op, std::move(domain), r.body}, e.type());
    }

    ir::Expr replace_variable(const ir::Variable& v, const ir::Expr& e) {
        switch (v.scope) {
            case ir::Scope::coordinate: return coordinate(v);
            case ir::Scope::reduction:
                return ir::variable(v.scope, reduction_name(v.symbol.get(), v.name), e.type());
            case ir::Scope::parameter: return ir::variable(v.scope, global_.of.at(v.symbol.get()), e.type());
            case ir::Scope::dimension: return dimension(v);
            case ir::Scope::local: break;
        }
        return e;
    }

    ir::Expr coordinate(const ir::Variable& v) {
        const auto found = std::find(func_.dims.begin(), func_.dims.end(), Coordinate{v.name, v.symbol});
        if (found != func_.dims.end()) {
            return ir::variable(v.scope, dims_[static_cast<size_t>(found - func_.dims.begin())]);
        }
        const auto known = std::find_if(strangers_.begin(), strangers_.end(), [&](const Stranger& s) {
            return s.var == Coordinate{v.name, v.symbol};
        });
        if (known != strangers_.end()) return known->error;
        strangers_.push_back({{v.name, v.symbol}, stranger(v)});
        return strangers_.back().error;
    }

    ir::Expr stranger(const ir::Variable& v) const {
        const std::string name = v.symbol ? "a 'Var' without a name" : "the 'Var' " + in_quotes(v.name);
        return ir::invalid(fmt::format("'{}' uses {}, which is not one of its coordinates.", stage_, name),
                           {},
                           {fmt::format("'{}' has the coordinates ({}).", stage_, fmt::join(dims_, ", "))});
    }

    ir::Expr dimension(const ir::Variable& v) {
        const auto* symbol = dynamic_cast<const DimensionSymbol*>(v.symbol.get());
        return ir::dimension(*global_.inputs.at(symbol->input.get()), symbol->dim, symbol->bound);
    }

    // A Var that is no coordinate of the stage, and what is said about it, once.
    struct Stranger {
        Coordinate var;
        ir::Expr error;
    };

    const FuncContents& func_;
    GlobalNames& global_;
    UniqueNames local_;
    ir::Transform transform_;
    std::unordered_map<const ir::Symbol*, std::string> reductions_;
    std::vector<Stranger> strangers_;
    std::vector<std::string> dims_;
    std::string stage_;
};

}  // namespace

ir::Stage resolve(const FuncContents& func, GlobalNames& names) { return StageResolver(func, names).run(); }

}  // namespace pantile::front
