// Building expressions with the rules of the language: types are checked and matched, constants are folded.
// A wrong combination gives an Invalid node that says why; nothing here throws.
//
// Matching types (as in Halide): a literal takes the type of the other operand; a float and an integer meet
// in the float type; two floats in the wider; two integers in the wider width, signed when either is signed.
#pragma once

#include "ir/expr.h"

namespace pantile::ir {

// Literals: numbers as written, whose type is settled by what they meet. Alone they are i32 and 'alone' (a
// float type).
Expr literal(int64_t value, SourceSpan span = {});
Expr literal_unsigned(uint64_t value, SourceSpan span = {});
Expr literal(double value, ScalarType alone, SourceSpan span = {});

// Fixes the type of a literal that nothing else has fixed; other expressions stay as they are.
Expr settle(const Expr& e);
// Gives a literal the type 'type' when its value fits; other expressions must have that type already.
Expr settle_as(const Expr& e, ScalarType type);

Expr unary(UnaryOp op, const Expr& a, SourceSpan span = {});
Expr binary(BinaryOp op, const Expr& a, const Expr& b, SourceSpan span = {});
Expr add(const Expr& a, const Expr& b, SourceSpan span = {});
// The same as adding one after the other, in time linear in the number of terms; there is at least one.
Expr add_all(const Exprs& terms, SourceSpan span = {});
Expr select(const Expr& condition, const Expr& if_true, const Expr& if_false, SourceSpan span = {});
Expr cast(ScalarType type, const Expr& e, SourceSpan span = {});
Expr clamp(const Expr& e, const Expr& lowest, const Expr& highest, SourceSpan span = {});
// a * (1 - w) + b * w, as Halide has it: exact at both ends.
Expr lerp(const Expr& a, const Expr& b, const Expr& weight, SourceSpan span = {});
Expr reduce(ReduceOp op, ReductionDomain domain, const Expr& body, SourceSpan span = {});

// Indices of any integer type are allowed.
Expr access(std::string producer, ScalarType type, Exprs args, SourceSpan span = {});

// The type in which two types meet, or nothing (bool meets only bool).
std::optional<ScalarType> meeting_type(ScalarType a, ScalarType b);

// The same expression with operators on constants carried out, as building it from these parts would have
// done.
Expr fold_constants(const Expr& e);

inline bool is_invalid(const Expr& e) { return as<Invalid>(e) != nullptr; }

}  // namespace pantile::ir
