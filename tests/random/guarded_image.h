// Images next to a page that nobody may touch: an access one element outside ends the process.
#pragma once

#include "analysis/sizes.h"
#include "pantile/buffer.h"
#include "random/random.h"

namespace pantile::random {

enum class Guard { after_the_last_element, before_the_first_element };

struct Layout {
    std::vector<Dimension> dims;
    int64_t first = 0;  // the element at the minimum of every dimension, counted from the lowest address
    int64_t count = 0;  // elements from the lowest to the highest address
};

// Strides with gaps, now and then backwards or with an innermost stride other than 1.
Layout random_layout(Random& random, const analysis::Box& box);

// Memory of its own, filled with a pattern.
class GuardedImage {
  public:
    GuardedImage(ScalarType type, Layout layout, Guard guard);
    ~GuardedImage();
    GuardedImage(const GuardedImage&) = delete;

    const AnyBuffer& buffer() const { return buffer_; }
    // Copies every element of an image that covers the same box.
    void fill_from(const AnyBuffer& image);
    void forbid_writing();
    // Whether everything outside of the elements still holds the pattern.
    bool gaps_are_untouched() const;
    bool all_is_untouched() const;

  private:
    bool is_pattern(const std::vector<bool>& skipped) const;

    Layout layout_;
    std::byte* memory_ = nullptr;
    std::byte* begin_ = nullptr;  // of the lowest element
    size_t bytes_ = 0;
    size_t mapped_ = 0;
    AnyBuffer buffer_;
};

// Calls 'body' with every point of an image.
template <typename Body>
void for_each_point(const AnyBuffer& image, Body body) {
    std::vector<int64_t> at;
    for (const Dimension& dim : image.dims()) at.push_back(dim.min);
    for (int64_t left = image.element_count(); left > 0; --left) {
        body(at);
        for (size_t d = 0; d < at.size(); ++d) {
            if (++at[d] <= image.dims()[d].max()) break;
            at[d] = image.dims()[d].min;
        }
    }
}

}  // namespace pantile::random
