#include "pantile/func.h"

#include "front/cpp/call.h"
#include "front/cpp/define.h"
#include "pantile/image_param.h"

namespace pantile {

using front::to_ir;

FuncRef& FuncRef::operator=(const Expr& value) {
    front::define(func_, to_ir(args_), to_ir(value));
    return *this;
}

FuncRef& FuncRef::operator=(const FuncRef& value) { return *this = Expr(value); }

FuncRef& FuncRef::operator=(const Piecewise& value) {
    front::define_piecewise(func_, to_ir(args_), value);
    return *this;
}

FuncRef& FuncRef::operator+=(const Expr& value) {
    front::accumulate(func_, to_ir(args_), front::Accumulation::add, to_ir(value));
    return *this;
}

FuncRef& FuncRef::operator-=(const Expr& value) {
    front::accumulate(func_, to_ir(args_), front::Accumulation::subtract, to_ir(value));
    return *this;
}

FuncRef& FuncRef::operator*=(const Expr& value) {
    front::accumulate(func_, to_ir(args_), front::Accumulation::multiply, to_ir(value));
    return *this;
}

FuncRef& FuncRef::operator/=(const Expr& value) {
    front::accumulate(func_, to_ir(args_), front::Accumulation::divide, to_ir(value));
    return *this;
}

FuncRef::operator Expr() const { return front::from_ir(front::call(func_, to_ir(args_))); }

Func::Func() : Func(std::string()) {}
Func::Func(std::string name) : contents_(std::make_shared<front::FuncContents>()) {
    contents_->name = std::move(name);
}
Func::Func(const ImageParam& image) : Func(image.name()) {
    contents_->forward.emplace().input = image.contents();
}
Func::Func(AnyBuffer buffer, std::string name) : Func(ImageParam(std::move(buffer), std::move(name))) {}

const std::string& Func::name() const { return contents_->name; }
bool Func::defined() const { return contents_->defined(); }
ScalarType Func::type() const { return front::type_of_func(*contents_); }
int Func::dimensions() const { return static_cast<int>(front::rank_of(*contents_)); }

Func& Func::set_estimates(std::vector<Estimate> estimates) {
    contents_->estimates = std::move(estimates);
    return *this;
}

Func& Func::bound(const Var& var, int64_t min, int64_t extent) {
    const ir::Expr node = to_ir(Expr(var));
    const ir::Variable* const variable = ir::as<ir::Variable>(node);
    const front::Coordinate coordinate{variable->name, variable->symbol};
    std::erase_if(contents_->bounds, [&](const front::BoundCoordinate& b) { return b.var == coordinate; });
    contents_->bounds.push_back({coordinate, min, extent});
    return *this;
}

}  // namespace pantile
