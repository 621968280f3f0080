// How large a box is along each dimension. Predictions make millions of them: they live where they are
// declared.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "ir/pipeline.h"

namespace pantile::cost {

class Extents {
  public:
    Extents() = default;
    Extents(std::initializer_list<int64_t> extents) {
        for (const int64_t e : extents) push_back(e);
    }
    explicit Extents(const std::vector<int64_t>& extents) {
        for (const int64_t e : extents) push_back(e);
    }

    void push_back(int64_t extent) { values_[size_++] = extent; }
    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    int64_t operator[](size_t d) const { return values_[d]; }
    int64_t& operator[](size_t d) { return values_[d]; }
    const int64_t* data() const { return values_.data(); }
    const int64_t* begin() const { return values_.data(); }
    const int64_t* end() const { return values_.data() + size_; }

  private:
    std::array<int64_t, ir::kMaxDimensions> values_ = {};
    size_t size_ = 0;
};

inline double product(const Extents& extents) {
    double all = 1;
    for (const int64_t e : extents) all *= static_cast<double>(e);
    return all;
}

}  // namespace pantile::cost
