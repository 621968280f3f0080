#include "random/guarded_image.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>

namespace pantile::random {
namespace {

constexpr std::byte kPattern{0xA5};

}  // namespace

Layout random_layout(Random& random, const analysis::Box& box) {
    Layout layout;
    int64_t stride = random.chance(12) ? random.between(2, 3) : 1;
    for (const analysis::Interval& range : box) {
        const bool backwards = !layout.dims.empty() && random.chance(10);
        layout.dims.push_back({range.min, range.extent(), backwards ? -stride : stride});
        if (backwards) layout.first += stride * (range.extent() - 1);
        layout.count += stride * (range.extent() - 1);
        stride = stride * range.extent() + (random.chance(60) ? 0 : random.between(1, 9));
    }
    ++layout.count;
    return layout;
}

GuardedImage::GuardedImage(ScalarType type, Layout layout, Guard guard) : layout_(std::move(layout)) {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE)),
                 size = static_cast<size_t>(size_in_bytes(type));
    bytes_ = static_cast<size_t>(layout_.count) * size;
    const size_t inside = (bytes_ + page - 1) / page * page;
    mapped_ = inside + 2 * page;
    void* const memory = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no memory for a guarded image");
    memory_ = static_cast<std::byte*>(memory);
    mprotect(memory_ + page, inside, PROT_READ | PROT_WRITE);
    begin_ = memory_ + page + (guard == Guard::after_the_last_element ? inside - bytes_ : 0);
    std::memset(memory_ + page, static_cast<int>(kPattern), inside);
    buffer_ = AnyBuffer::wrap(type, begin_ + static_cast<size_t>(layout_.first) * size, layout_.dims);
}

GuardedImage::~GuardedImage() { munmap(memory_, mapped_); }

void GuardedImage::fill_from(const AnyBuffer& image) {
    const size_t size = static_cast<size_t>(size_in_bytes(image.type()));
    for_each_point(image, [&](const std::vector<int64_t>& at) {
        std::memcpy(buffer_.address_of(at), image.address_of(at), size);
    });
}

void GuardedImage::forbid_writing() {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    mprotect(memory_ + page, mapped_ - 2 * page, PROT_READ);
}

bool GuardedImage::is_pattern(const std::vector<bool>& skipped) const {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    for (const std::byte* b = memory_ + page; b != memory_ + mapped_ - page; ++b) {
        const bool skip = b >= begin_ && b < begin_ + bytes_ && skipped[static_cast<size_t>(b - begin_)];
        if (!skip && *b != kPattern) return false;
    }
    return true;
}

bool GuardedImage::gaps_are_untouched() const {
    std::vector<bool> element(bytes_, false);
    const size_t size = static_cast<size_t>(size_in_bytes(buffer_.type()));
    for_each_point(buffer_, [&](const std::vector<int64_t>& at) {
        const size_t first = static_cast<size_t>(buffer_.address_of(at) - begin_);
        for (size_t i = 0; i < size; ++i) element[first + i] = true;
    });
    return is_pattern(element);
}

bool GuardedImage::all_is_untouched() const { return is_pattern(std::vector<bool>(bytes_, false)); }

}  // namespace pantile::random
