// Scalar parameters: numbers that are given when the pipeline runs.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "pantile/expr.h"
#include "pantile/scalar_value.h"

#pragma GCC visibility push(default)
namespace pantile {

namespace front {
struct ParamContents;

// What Param<T> is made of, whatever T is.
struct ParamRange {
    std::optional<ScalarValue> initial;
    std::optional<ScalarValue> lowest;
    std::optional<ScalarValue> highest;
};
std::shared_ptr<ParamContents> make_param(const std::string& name, ScalarType type, const ParamRange& range);
void set_param(ParamContents& param, const ScalarValue& value);
ScalarValue get_param(const ParamContents& param);
Expr read_param(const std::shared_ptr<ParamContents>& param);
const std::string& name_of_param(const ParamContents& param);
}  // namespace front

// A handle: copies are the same parameter.
template <typename T>
class Param {
  public:
    explicit Param(const std::string& name = "") : contents_(front::make_param(name, type_of<T>(), {})) {}
    // With the value that is used when none is set.
    Param(const std::string& name, T initial)
        : contents_(front::make_param(name, type_of<T>(), {initial, std::nullopt, std::nullopt})) {}
    // And with the range that values lie in, both ends included.
    Param(const std::string& name, T initial, T lowest, T highest)
        : contents_(front::make_param(name, type_of<T>(), {initial, lowest, highest})) {}

    void set(T value) { front::set_param(*contents_, value); }
    T get() const {
        return front::get_param(*contents_).template as<T>();
    }  // what was set, else the default, else 0
    const std::string& name() const { return front::name_of_param(*contents_); }

    operator Expr() const { return front::read_param(contents_); }

  private:
    std::shared_ptr<front::ParamContents> contents_;
};

}  // namespace pantile
#pragma GCC visibility pop
