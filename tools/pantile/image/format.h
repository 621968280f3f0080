// The file formats: how they are recognised, and the functions that decode and encode them in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pantile/buffer.h"
#include "pantile/result.h"

namespace pantile::image {

enum class Format { png, jpeg, tiff, pnm, pfm, npy };

using Bytes = std::span<const uint8_t>;
using Encoded = std::vector<uint8_t>;

// For the callbacks of C libraries, which no exception may cross. False when there is no memory.
bool append(Encoded& bytes, Bytes more) noexcept;

inline constexpr size_t kLongestMagic = 8;

std::optional<Format> format_from_content(Bytes start);

// In lower case and without the dot; empty when there is none.
std::string extension_of(const std::string& path);
std::optional<Format> format_from_extension(std::string_view extension);
std::string_view name_of(Format format);

// Diagnostics of these functions have no file name: the caller knows it.
Result<AnyBuffer> decode_png(Bytes file);
Result<AnyBuffer> decode_jpeg(Bytes file);
Result<AnyBuffer> decode_tiff(Bytes file);
Result<AnyBuffer> decode_pnm(Bytes file);
Result<AnyBuffer> decode_pfm(Bytes file);
Result<AnyBuffer> decode_npy(Bytes file);

Result<Encoded> encode_png(const AnyBuffer& image);
Result<Encoded> encode_jpeg(const AnyBuffer& image);
Result<Encoded> encode_tiff(const AnyBuffer& image);
Result<Encoded> encode_pnm(const AnyBuffer& image);
Result<Encoded> encode_pfm(const AnyBuffer& image);
Result<Encoded> encode_npy(const AnyBuffer& image);

}  // namespace pantile::image
