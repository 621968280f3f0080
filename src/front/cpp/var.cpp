#include "pantile/var.h"

#include "front/cpp/contents.h"

namespace pantile {

Var::Var() : tag_(std::make_shared<front::Tag>()) {}
Var::Var(std::string name) : name_(std::move(name)) {
    if (name_.empty()) tag_ = std::make_shared<front::Tag>();
}

Var::operator Expr() const {
    return front::from_ir(front::variable_of(ir::Scope::coordinate, name_, ScalarType::i32, tag_));
}

}  // namespace pantile
