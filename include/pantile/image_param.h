// Input images: given when the pipeline runs, of a type and a number of dimensions known before.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pantile/buffer.h"
#include "pantile/expr.h"

#pragma GCC visibility push(default)
namespace pantile {

namespace front {
struct InputContents;
}

// The bounds of one dimension, as expressions of type i32.
class ImageDimension {
  public:
    ImageDimension(std::shared_ptr<const front::InputContents> image, int dimension)
        : image_(std::move(image)), dimension_(dimension) {}
    Expr min() const;
    Expr max() const;
    Expr extent() const;

  private:
    std::shared_ptr<const front::InputContents> image_;
    int dimension_;
};

// A handle: copies are the same input.
class ImageParam {
  public:
    // The dimensions are called x, y, c, w, v4, … when they are given no names.
    ImageParam(ScalarType type, int dimensions, std::string name = "",
               std::vector<std::string> dimension_names = {});
    // An input that is already set.
    explicit ImageParam(AnyBuffer buffer, std::string name = "");

    template <ExprLike... Args>
    Expr operator()(const Args&... args) const {
        return read({Expr(args)...});
    }
    Expr operator()(const std::vector<Expr>& args) const { return read(args); }

    ImageDimension dim(int dimension) const { return {contents_, dimension}; }
    Expr width() const { return dim(0).extent(); }
    Expr height() const { return dim(1).extent(); }
    Expr channels() const { return dim(2).extent(); }

    // May be called before or after the pipeline is built; running it checks type and size.
    void set(AnyBuffer buffer);
    const AnyBuffer& get() const;

    const std::string& name() const;
    ScalarType type() const;
    int dimensions() const;
    const std::shared_ptr<front::InputContents>& contents() const { return contents_; }

  private:
    Expr read(const std::vector<Expr>& args) const;

    std::shared_ptr<front::InputContents> contents_;
};

}  // namespace pantile
#pragma GCC visibility pop
