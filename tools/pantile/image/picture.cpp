#include "image/picture.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/checked.h"

namespace pantile::image {
namespace {

template <size_t size>
void copy_elements_of(ConstStridedBytes from, StridedBytes to, int64_t count) {
    constexpr int64_t step = static_cast<int64_t>(size);
    if (from.stride == 1 && to.stride == 1) {
        std::memcpy(to.data, from.data, static_cast<size_t>(count) * size);
        return;
    }
    for (int64_t i = 0; i < count; ++i) {
        std::memcpy(to.data + i * to.stride * step, from.data + i * from.stride * step, size);
    }
}

std::string size_text(const PictureShape& shape) {
    return std::to_string(shape.width) + " x " + std::to_string(shape.height);
}

// The plane 'c' of a row: its first element and the distance between its pixels.
StridedBytes plane_row(const AnyBuffer& image, int64_t y, int64_t c) {
    const int64_t channel_offset = image.rank() > 2 ? c * image.dim(2).stride : 0;
    const int64_t offset = y * image.dim(1).stride + channel_offset;
    return {image.data() + offset * size_in_bytes(image.type()), image.dim(0).stride};
}

int64_t channels_of(const AnyBuffer& image) { return image.rank() > 2 ? image.dim(2).extent : 1; }

}  // namespace

Diagnostic refuse(std::string message, std::vector<std::string> notes, std::vector<std::string> hints) {
    return {.message = std::move(message), .notes = std::move(notes), .hints = std::move(hints)};
}

Diagnostics check_limits(const PictureShape& shape) {
    if (shape.width < 1 || shape.height < 1 || shape.channels < 1) {
        return {refuse("the image is empty: its size is " + size_text(shape) + ".")};
    }
    const std::optional<int64_t> pixels = checked_mul(shape.width, shape.height);
    if (!pixels || *pixels > kMaxPixels) {
        return {refuse("the image is too large: " + size_text(shape) + " is more than 2^31 pixels.")};
    }
    const std::optional<int64_t> bytes = checked_mul(*pixels, shape.pixel_bytes());
    if (!bytes || *bytes > kMaxBytes) {
        return {refuse("the image is too large: " + size_text(shape) + " with " +
                       std::to_string(shape.channels) + " channels of '" + std::string(name_of(shape.type)) +
                       "' is more than 4 GiB.")};
    }
    return {};
}

Diagnostics check_backing(int64_t claimed_bytes, size_t file_bytes) {
    const bool backed = claimed_bytes / kDeflateRatio <= static_cast<int64_t>(file_bytes);
    if (claimed_bytes <= kUnbackedBytes || backed) return {};
    return {refuse("the file is damaged: it claims to hold " + std::to_string(claimed_bytes) +
                       " bytes of pixels but is only " + std::to_string(file_bytes) + " bytes long.",
                   {"its compression ratio cannot exceed " + std::to_string(kDeflateRatio) + " to 1."})};
}

Result<AnyBuffer> allocate_picture(const PictureShape& shape) {
    if (Diagnostics problems = check_limits(shape); !problems.empty()) return problems;
    std::vector<Dimension> dims = {{0, shape.width, 0}, {0, shape.height, 0}};
    if (shape.channels > 1) dims.push_back({0, shape.channels, 0});
    return AnyBuffer::allocate(shape.type, std::move(dims));
}

Result<PictureShape> shape_of(const AnyBuffer& image) {
    if (!image.defined()) return refuse("there is no image to write: the buffer is undefined.");
    if (image.rank() != 2 && image.rank() != 3) {
        return refuse("a buffer with " + std::to_string(image.rank()) + " dimensions is not an image.",
                      {"an image has the dimensions x, y and, for colour, the channel."},
                      {"write '.npy', which holds any number of dimensions."});
    }
    const PictureShape shape = {image.type(), image.dim(0).extent, image.dim(1).extent, channels_of(image)};
    if (Diagnostics problems = check_limits(shape); !problems.empty()) return problems;
    return shape;
}

void scatter_row(const std::byte* pixels, const AnyBuffer& image, int64_t y) {
    const int element_bytes = size_in_bytes(image.type());
    const int64_t channels = channels_of(image);
    for (int64_t c = 0; c < channels; ++c) {
        const ConstStridedBytes from = {pixels + c * element_bytes, channels};
        copy_elements(from, plane_row(image, y, c), image.dim(0).extent, element_bytes);
    }
}

void gather_row(const AnyBuffer& image, int64_t y, std::byte* pixels) {
    const int element_bytes = size_in_bytes(image.type());
    const int64_t channels = channels_of(image);
    for (int64_t c = 0; c < channels; ++c) {
        copy_elements(plane_row(image, y, c), {pixels + c * element_bytes, channels}, image.dim(0).extent,
                      element_bytes);
    }
}

void copy_elements(ConstStridedBytes from, StridedBytes to, int64_t count, int element_bytes) {
    switch (element_bytes) {
        case 1: return copy_elements_of<1>(from, to, count);
        case 2: return copy_elements_of<2>(from, to, count);
        case 4: return copy_elements_of<4>(from, to, count);
        default: return copy_elements_of<8>(from, to, count);
    }
}

void reverse_bytes_of_elements(std::byte* data, int64_t count, int element_bytes) {
    if (element_bytes == 1) return;
    for (int64_t i = 0; i < count; ++i)
        std::reverse(data + i * element_bytes, data + (i + 1) * element_bytes);
}

}  // namespace pantile::image
