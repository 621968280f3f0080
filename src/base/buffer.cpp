#include "pantile/buffer.h"

#include <cstdlib>
#include <string>

#include "base/checked.h"
#include "base/huge_pages.h"

namespace pantile {
namespace {

constexpr size_t kAlignment = 64;

Diagnostic refuse(std::string message) { return {.message = std::move(message)}; }

// Fills in dense strides and returns the number of elements, or nothing when it does not fit.
std::optional<int64_t> make_dense(std::vector<Dimension>& dims) {
    int64_t count = 1;
    for (Dimension& dim : dims) {
        dim.stride = count;
        const std::optional<int64_t> next = checked_mul(count, dim.extent);
        if (!next) return std::nullopt;
        count = *next;
    }
    return count;
}

}  // namespace

Result<AnyBuffer> AnyBuffer::allocate(ScalarType type, std::vector<Dimension> dims) {
    if (dims.size() > static_cast<size_t>(kMaxRank)) {
        return refuse("a buffer has at most " + std::to_string(kMaxRank) + " dimensions.");
    }
    for (const Dimension& dim : dims) {
        if (dim.extent < 1)
            return refuse("a buffer's extent is " + std::to_string(dim.extent) + ", below 1.");
    }
    const std::optional<int64_t> count = make_dense(dims);
    const std::optional<int64_t> bytes = count ? checked_mul(*count, size_in_bytes(type)) : std::nullopt;
    const std::optional<int64_t> padded = bytes ? checked_add(*bytes, kAlignment) : std::nullopt;
    if (!padded) return refuse("a buffer of that size does not fit in the address space.");
    // calloc takes large blocks from fresh pages, which the system zeroes when they are first touched.
    void* block = std::calloc(static_cast<size_t>(*padded), 1);
    if (block == nullptr)
        return refuse("not enough memory for a buffer of " + std::to_string(*bytes) + " bytes.");
    prefer_huge_pages(block, static_cast<size_t>(*padded));
    AnyBuffer buffer;
    buffer.type_ = type;
    buffer.dims_ = std::move(dims);
    buffer.storage_ =
        std::shared_ptr<std::byte>(static_cast<std::byte*>(block), [](std::byte* p) { std::free(p); });
    const size_t misaligned = reinterpret_cast<uintptr_t>(block) % kAlignment;
    buffer.data_ = buffer.storage_.get() + (misaligned == 0 ? 0 : kAlignment - misaligned);
    return buffer;
}

AnyBuffer AnyBuffer::wrap(ScalarType type, void* data, std::vector<Dimension> dims) {
    AnyBuffer buffer;
    buffer.type_ = type;
    buffer.dims_ = std::move(dims);
    buffer.data_ = static_cast<std::byte*>(data);
    return buffer;
}

int64_t AnyBuffer::element_count() const {
    int64_t count = 1;
    for (const Dimension& dim : dims_) count *= dim.extent;
    return count;
}

AnyBuffer AnyBuffer::with_mins(const std::vector<int64_t>& mins) const {
    AnyBuffer moved = *this;
    for (size_t d = 0; d < moved.dims_.size() && d < mins.size(); ++d) moved.dims_[d].min = mins[d];
    return moved;
}

std::byte* AnyBuffer::address_of(const std::vector<int64_t>& coordinates) const {
    int64_t offset = 0;
    for (size_t d = 0; d < dims_.size(); ++d) offset += (coordinates[d] - dims_[d].min) * dims_[d].stride;
    return data_ + offset * size_in_bytes(type_);
}

}  // namespace pantile
