// One number or truth value whose type is known at run time only: what a Param holds.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <variant>

#pragma GCC visibility push(default)
namespace pantile {

class ScalarValue {
  public:
    using Storage = std::variant<int64_t, uint64_t, double, bool>;

    ScalarValue() = default;  // the integer 0
    template <typename T>
    requires std::is_arithmetic_v<T> ScalarValue(T value) : value_(stored(value)) {}

    bool is_bool() const { return std::holds_alternative<bool>(value_); }
    bool is_float() const { return std::holds_alternative<double>(value_); }
    bool is_integer() const { return !is_bool() && !is_float(); }

    // The value as T, by the rules of static_cast.
    template <typename T>
    T as() const {
        return std::visit([](auto value) { return static_cast<T>(value); }, value_);
    }
    const Storage& storage() const { return value_; }
    bool operator==(const ScalarValue&) const = default;

  private:
    template <typename T>
    static Storage stored(T value) {
        if constexpr (std::same_as<T, bool>)
            return Storage(value);
        else if constexpr (std::floating_point<T>)
            return Storage(static_cast<double>(value));
        else if constexpr (std::signed_integral<T>)
            return Storage(static_cast<int64_t>(value));
        else
            return Storage(static_cast<uint64_t>(value));
    }

    Storage value_ = int64_t{0};
};

}  // namespace pantile
#pragma GCC visibility pop
