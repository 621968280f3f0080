// Reduction domains: the boxes that sums and updates run over.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "pantile/buffer.h"
#include "pantile/expr.h"

#pragma GCC visibility push(default)
namespace pantile {

namespace front {
struct RDomContents;
}

class ImageParam;

// From 'min' to 'min + extent - 1'.
struct Range {
    Expr min;
    Expr extent;
};

// One dimension of an RDom.
class RVar {
  public:
    RVar(std::shared_ptr<const front::RDomContents> domain, size_t index)
        : domain_(std::move(domain)), index_(index) {}
    operator Expr() const;

  private:
    std::shared_ptr<const front::RDomContents> domain_;
    size_t index_;
};

// Up to eight dimensions; the first runs fastest. Ranges are made of numbers, Params and sizes of
// ImageParams.
class RDom {
  public:
    // RDom r(min, extent, min, extent, …, "name"); the name may be left out.
    template <typename... Rest>
    RDom(const Expr& min, const Expr& extent, const Rest&... rest)
        : RDom(Collected(), Arguments().add(min).add(extent).add_all(rest...)) {}
    explicit RDom(const std::vector<Range>& ranges, const std::string& name = "");
    // All of an image.
    explicit RDom(const ImageParam& image, const std::string& name = "");
    explicit RDom(const AnyBuffer& buffer, const std::string& name = "");

    // Skips the points where the condition is false; several conditions must all hold. Write it before using
    // the domain.
    void where(const Expr& condition);

    int dimensions() const;
    RVar operator[](int dimension) const;
    operator Expr() const;  // of a domain with one dimension: its variable
    std::shared_ptr<const front::RDomContents> contents() const { return contents_; }

  private:
    struct Arguments {
        std::vector<Expr> numbers;
        std::string name;

        Arguments& add(const Expr& number) {
            numbers.push_back(number);
            return *this;
        }
        Arguments& add(const std::string& text) {
            name = text;
            return *this;
        }
        Arguments& add(const char* text) { return add(std::string(text)); }
        template <typename... All>
        Arguments& add_all(const All&... all) {
            (add(all), ...);
            return *this;
        }
    };
    struct Collected {};
    RDom(Collected, const Arguments& arguments);
    RDom(Collected, std::shared_ptr<front::RDomContents> contents);

    std::shared_ptr<front::RDomContents> contents_;

  public:
    RVar x, y, z, w;  // the first four dimensions
};

}  // namespace pantile
#pragma GCC visibility pop
