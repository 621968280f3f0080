// Funcs: pure functions over an unbounded integer grid, the stages of a pipeline.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pantile/buffer.h"
#include "pantile/expr.h"
#include "pantile/var.h"

#pragma GCC visibility push(default)
namespace pantile {

namespace front {
struct FuncContents;
}

class ImageParam;

// One branch of a piecewise definition.
struct Case {
    Expr condition;
    Expr value;
};

// The value of the first case whose condition holds. Unlike select, only that one is evaluated: what the
// others read need not exist.
struct Piecewise {
    std::vector<Case> cases;
    Expr otherwise;  // undefined: zero
};
inline Piecewise piecewise(std::vector<Case> cases, Expr otherwise = {}) {
    return {std::move(cases), std::move(otherwise)};
}

// A call of a Func: a value inside an expression, a definition on the left of '='.
class FuncRef {
  public:
    FuncRef(std::shared_ptr<front::FuncContents> func, std::vector<Expr> args)
        : func_(std::move(func)), args_(std::move(args)) {}
    FuncRef(const FuncRef&) = default;

    // The first definition names the coordinates: 'f(x, y) = …'. Each later one is an update at any integer
    // index; it runs over the RDom whose variables it uses.
    FuncRef& operator=(const Expr& value);
    FuncRef& operator=(const FuncRef& value);
    FuncRef& operator=(const Piecewise& value);

    // Updates of the present value. A Func without a definition starts from 0, or from 1 for '*=' and '/='.
    FuncRef& operator+=(const Expr& value);
    FuncRef& operator-=(const Expr& value);
    FuncRef& operator*=(const Expr& value);
    FuncRef& operator/=(const Expr& value);

    operator Expr() const;

  private:
    std::shared_ptr<front::FuncContents> func_;
    std::vector<Expr> args_;
};

// The expected size of one dimension of an output: guides schedulers, never the result.
struct Estimate {
    int64_t min = 0;
    int64_t extent = 0;
};

// What Func::realize computed.
class Realization {
  public:
    explicit Realization(AnyBuffer buffer) : buffer_(std::move(buffer)) {}
    const AnyBuffer& any() const { return buffer_; }
    operator AnyBuffer() const { return buffer_; }
    // Throws Error when the element type is another one.
    template <typename T>
    operator Buffer<T>() const {
        return Buffer<T>(buffer_);
    }

  private:
    AnyBuffer buffer_;
};

// A handle: copies are the same Func.
class Func {
  public:
    Func();
    explicit Func(std::string name);
    Func(const ImageParam& image);                           // reads the image; no stage of its own
    explicit Func(AnyBuffer buffer, std::string name = "");  // reads the buffer, which becomes an input
    explicit Func(std::shared_ptr<front::FuncContents> contents) : contents_(std::move(contents)) {}

    template <ExprLike... Args>
    FuncRef operator()(const Args&... args) const {
        return FuncRef(contents_, {Expr(args)...});
    }
    FuncRef operator()(std::vector<Expr> args) const { return FuncRef(contents_, std::move(args)); }

    const std::string& name() const;
    bool defined() const;
    ScalarType type() const;  // i32 before it is defined
    int dimensions() const;   // 0 before it is defined

    // One for each dimension; used when the Func is an output.
    Func& set_estimates(std::vector<Estimate> estimates);

    // The only values that a coordinate of an output takes: whoever asks for more gets an error, who says
    // nothing gets them all. Used when the Func is an output.
    Func& bound(const Var& var, int64_t min, int64_t extent);

    // Compiles and runs the pipeline of this one output, from 0 to these extents. Throws Error with all
    // diagnostics.
    Realization realize(const std::vector<int64_t>& extents) const;

    const std::shared_ptr<front::FuncContents>& contents() const { return contents_; }

  private:
    std::shared_ptr<front::FuncContents> contents_;
};

}  // namespace pantile
#pragma GCC visibility pop
