// Proves that the installed headers and library are complete: fills a buffer and adds it up.
#include <cstdio>

#include "pantile/buffer.h"

int main() {
    pantile::Buffer<float> image({4, 3});
    for (int64_t y = 0; y < image.height(); ++y) {
        for (int64_t x = 0; x < image.width(); ++x) image(x, y) = static_cast<float>(10 * y + x);
    }
    float sum = 0;
    for (int64_t i = 0; i < image.any().element_count(); ++i) sum += image.data()[i];
    std::printf("a %d x %d buffer, sum %g\n", static_cast<int>(image.width()), static_cast<int>(image.height()),
                static_cast<double>(sum));
    return sum == 138.0F ? 0 : 1;
}
