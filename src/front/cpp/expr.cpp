#include "pantile/expr.h"

#include "front/cpp/contents.h"
#include "ir/build.h"

namespace pantile {
namespace {

using front::from_ir;
using front::to_ir;
using ir::BinaryOp;
using ir::UnaryOp;

Expr binary(BinaryOp op, const Expr& a, const Expr& b) { return from_ir(ir::binary(op, to_ir(a), to_ir(b))); }
Expr unary(UnaryOp op, const Expr& a) { return from_ir(ir::unary(op, to_ir(a))); }

}  // namespace

ScalarType Expr::type() const { return node_ ? node_->type : ScalarType::i32; }

Expr::NodePtr Expr::of_bool(bool value) { return ir::constant(ir::Value::of_bool(value)).shared(); }
Expr::NodePtr Expr::of_signed(int64_t value) { return ir::literal(value).shared(); }
Expr::NodePtr Expr::of_unsigned(uint64_t value) { return ir::literal_unsigned(value).shared(); }
Expr::NodePtr Expr::of_real(double value, ScalarType alone) { return ir::literal(value, alone).shared(); }

Expr operator+(const Expr& a, const Expr& b) { return from_ir(ir::add(to_ir(a), to_ir(b))); }
Expr operator-(const Expr& a, const Expr& b) { return binary(BinaryOp::sub, a, b); }
Expr operator*(const Expr& a, const Expr& b) { return binary(BinaryOp::mul, a, b); }
Expr operator/(const Expr& a, const Expr& b) { return binary(BinaryOp::div, a, b); }
Expr operator%(const Expr& a, const Expr& b) { return binary(BinaryOp::mod, a, b); }
Expr operator-(const Expr& a) { return unary(UnaryOp::neg, a); }

Expr operator&(const Expr& a, const Expr& b) { return binary(BinaryOp::bit_and, a, b); }
Expr operator|(const Expr& a, const Expr& b) { return binary(BinaryOp::bit_or, a, b); }
Expr operator^(const Expr& a, const Expr& b) { return binary(BinaryOp::bit_xor, a, b); }
Expr operator<<(const Expr& a, const Expr& b) { return binary(BinaryOp::shift_left, a, b); }
Expr operator>>(const Expr& a, const Expr& b) { return binary(BinaryOp::shift_right, a, b); }
Expr operator~(const Expr& a) { return unary(UnaryOp::bit_not, a); }

Expr operator==(const Expr& a, const Expr& b) { return binary(BinaryOp::eq, a, b); }
Expr operator!=(const Expr& a, const Expr& b) { return binary(BinaryOp::ne, a, b); }
Expr operator<(const Expr& a, const Expr& b) { return binary(BinaryOp::lt, a, b); }
Expr operator<=(const Expr& a, const Expr& b) { return binary(BinaryOp::le, a, b); }
Expr operator>(const Expr& a, const Expr& b) { return binary(BinaryOp::gt, a, b); }
Expr operator>=(const Expr& a, const Expr& b) { return binary(BinaryOp::ge, a, b); }
Expr operator&&(const Expr& a, const Expr& b) { return binary(BinaryOp::logical_and, a, b); }
Expr operator||(const Expr& a, const Expr& b) { return binary(BinaryOp::logical_or, a, b); }
Expr operator!(const Expr& a) { return unary(UnaryOp::logical_not, a); }

}  // namespace pantile
