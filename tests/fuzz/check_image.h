// What must hold for every image file: it is refused with a message, or all of its elements can be read.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "fuzz/refusal.h"
#include "image/read_image.h"

namespace pantile::fuzz {

inline Verdict check_image(const std::string& file) {
    const std::span<const uint8_t> bytes(reinterpret_cast<const uint8_t*>(file.data()), file.size());
    const Result<AnyBuffer> image = image::decode_image(bytes, "fuzz");
    if (!image) return check_refusal(image.diagnostics());
    // An array of NumPy may have no dimensions: it is one number.
    if (!image->defined() || image->element_count() < 1) return "a picture without pixels";
    uint64_t sum = 0;
    const int64_t size = image->element_count() * size_in_bytes(image->type());
    for (int64_t i = 0; i < size; ++i) sum = sum * 31 + static_cast<uint64_t>(image->data()[i]);
    // Used, so that no compiler drops the reads.
    if (sum == 0x5eed0fa11b175e75u) return "a sum that nobody expects";
    return std::nullopt;
}

}  // namespace pantile::fuzz
