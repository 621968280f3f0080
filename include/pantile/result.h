// A value, or the diagnostics that say why there is none.
#pragma once

#include <optional>
#include <utility>

#include "pantile/diagnostic.h"

#pragma GCC visibility push(default)
namespace pantile {

template <typename T>
class [[nodiscard]] Result {
  public:
    Result(T value) : value_(std::move(value)) {}
    Result(Diagnostics diagnostics) : diagnostics_(std::move(diagnostics)) {}
    Result(Diagnostic diagnostic) : diagnostics_{std::move(diagnostic)} {}

    explicit operator bool() const { return value_.has_value(); }
    const T& operator*() const { return *value_; }
    T& operator*() { return *value_; }
    const T* operator->() const { return &*value_; }
    T* operator->() { return &*value_; }
    const Diagnostics& diagnostics() const& { return diagnostics_; }
    Diagnostics diagnostics() && { return std::move(diagnostics_); }

    // The value, or an exception that carries the diagnostics.
    T value() && {
        if (!value_) throw Error(std::move(diagnostics_));
        return std::move(*value_);
    }
    const T& value() const& {
        if (!value_) throw Error(diagnostics_);
        return *value_;
    }

  private:
    std::optional<T> value_;
    Diagnostics diagnostics_;
};

}  // namespace pantile
#pragma GCC visibility pop
