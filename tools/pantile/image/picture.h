// What the picture formats share: limits, the shape of a picture, and rows of pixels with interleaved
// channels.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pantile/buffer.h"
#include "pantile/result.h"

namespace pantile::image {

struct PictureShape {
    ScalarType type = ScalarType::u8;
    int64_t width = 0;
    int64_t height = 0;
    int64_t channels = 1;

    int64_t pixel_bytes() const { return channels * size_in_bytes(type); }
    int64_t row_bytes() const { return width * pixel_bytes(); }
    int64_t bytes() const { return height * row_bytes(); }
};

inline constexpr int64_t kMaxPixels = int64_t{1} << 31;
inline constexpr int64_t kMaxBytes = int64_t{1} << 32;
// Above this size a compressed file has to be large enough for what it claims to hold.
inline constexpr int64_t kUnbackedBytes = int64_t{256} << 20;
// The densest a deflate stream can be; the other compressions that we read do not exceed it by much.
inline constexpr int64_t kDeflateRatio = 1032;

inline constexpr bool kLittleEndianHost = std::endian::native == std::endian::little;

Diagnostic refuse(std::string message, std::vector<std::string> notes = {},
                  std::vector<std::string> hints = {});

// Refuses empty and over-large pictures. Empty when the shape is within the limits, and its byte count is
// exact.
Diagnostics check_limits(const PictureShape& shape);

// For compressed data: refuses a large claim that so small a file cannot back.
Diagnostics check_backing(int64_t claimed_bytes, size_t file_bytes);

// Zeros of rank 2, or of rank 3 for more than one channel, after 'check_limits'.
Result<AnyBuffer> allocate_picture(const PictureShape& shape);

// The shape of a buffer of rank 2 or 3; nothing for other ranks, empty buffers and sizes beyond the limits.
Result<PictureShape> shape_of(const AnyBuffer& image);

// Between row 'y' (from 0) of all planes and one row of interleaved pixels.
void scatter_row(const std::byte* pixels, const AnyBuffer& image, int64_t y);
void gather_row(const AnyBuffer& image, int64_t y, std::byte* pixels);

// Copies elements of 1, 2, 4 or 8 bytes; the strides count elements.
struct StridedBytes {
    std::byte* data;
    int64_t stride;
};
struct ConstStridedBytes {
    const std::byte* data;
    int64_t stride;
    ConstStridedBytes(const std::byte* first, int64_t step) : data(first), stride(step) {}
    ConstStridedBytes(StridedBytes other) : data(other.data), stride(other.stride) {}
};
void copy_elements(ConstStridedBytes from, StridedBytes to, int64_t count, int element_bytes);

void reverse_bytes_of_elements(std::byte* data, int64_t count, int element_bytes);

}  // namespace pantile::image
