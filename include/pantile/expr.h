// Expressions of the language. They are values: cheap to copy, never changed, built by the usual operators.
// A wrong combination, say a float index, neither throws nor stops: building the pipeline reports it.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "pantile/type.h"

#pragma GCC visibility push(default)
namespace pantile {

namespace ir {
struct Node;
}

class Expr {
  public:
    // No value: only for 'to be assigned later' and for a dimension that boundary conditions leave alone.
    Expr() = default;

    // A number as written. It takes the type of what it meets: in 'f(x) * 2' the type of f. Alone, an integer
    // is i32 (i64 or u64 when it is too large), a float f32, a double f64.
    template <typename T>
    requires std::is_arithmetic_v<T> Expr(T value) : node_(number(value)) {}

    explicit Expr(std::shared_ptr<const ir::Node> node) : node_(std::move(node)) {}

    bool defined() const { return node_ != nullptr; }
    ScalarType type() const;  // i32 when there is no value or a wrong one
    const std::shared_ptr<const ir::Node>& node() const { return node_; }

  private:
    using NodePtr = std::shared_ptr<const ir::Node>;

    template <typename T>
    static NodePtr number(T value) {
        if constexpr (std::same_as<T, bool>)
            return of_bool(value);
        else if constexpr (std::same_as<T, float>)
            return of_real(static_cast<double>(value), ScalarType::f32);
        else if constexpr (std::floating_point<T>)
            return of_real(static_cast<double>(value), ScalarType::f64);
        else if constexpr (std::signed_integral<T>)
            return of_signed(value);
        else
            return of_unsigned(value);
    }
    static NodePtr of_bool(bool value);
    static NodePtr of_signed(int64_t value);
    static NodePtr of_unsigned(uint64_t value);
    static NodePtr of_real(double value, ScalarType alone);

    NodePtr node_;
};

// What an expression can be made of: Expr, Var, RVar, RDom, Param, a call of a Func, a number.
template <typename T>
concept ExprLike = std::is_convertible_v<const T&, Expr>;

// The same without plain numbers.
template <typename T>
concept Symbolic = ExprLike<T> && !std::is_arithmetic_v<T>;

// Arithmetic. Integers wrap; '/' and '%' of integers round towards minus infinity (quo and rem are C's pair),
// and dividing an integer by zero gives zero.
Expr operator+(const Expr& a, const Expr& b);
Expr operator-(const Expr& a, const Expr& b);
Expr operator*(const Expr& a, const Expr& b);
Expr operator/(const Expr& a, const Expr& b);
Expr operator%(const Expr& a, const Expr& b);
Expr operator-(const Expr& a);

// Bits of integers.
Expr operator&(const Expr& a, const Expr& b);
Expr operator|(const Expr& a, const Expr& b);
Expr operator^(const Expr& a, const Expr& b);
Expr operator<<(const Expr& a, const Expr& b);
Expr operator>>(const Expr& a, const Expr& b);
Expr operator~(const Expr& a);

// Comparisons give a bool. '&&' and '||' evaluate both sides.
Expr operator==(const Expr& a, const Expr& b);
Expr operator!=(const Expr& a, const Expr& b);
Expr operator<(const Expr& a, const Expr& b);
Expr operator<=(const Expr& a, const Expr& b);
Expr operator>(const Expr& a, const Expr& b);
Expr operator>=(const Expr& a, const Expr& b);
Expr operator&&(const Expr& a, const Expr& b);
Expr operator||(const Expr& a, const Expr& b);
Expr operator!(const Expr& a);

inline Expr& operator+=(Expr& a, const Expr& b) { return a = a + b; }
inline Expr& operator-=(Expr& a, const Expr& b) { return a = a - b; }
inline Expr& operator*=(Expr& a, const Expr& b) { return a = a * b; }
inline Expr& operator/=(Expr& a, const Expr& b) { return a = a / b; }
inline Expr& operator%=(Expr& a, const Expr& b) { return a = a % b; }
inline Expr& operator&=(Expr& a, const Expr& b) { return a = a & b; }
inline Expr& operator|=(Expr& a, const Expr& b) { return a = a | b; }
inline Expr& operator^=(Expr& a, const Expr& b) { return a = a ^ b; }
inline Expr& operator<<=(Expr& a, const Expr& b) { return a = a << b; }
inline Expr& operator>>=(Expr& a, const Expr& b) { return a = a >> b; }

}  // namespace pantile
#pragma GCC visibility pop
