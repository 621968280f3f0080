// Pixels from one type to another, as pictures understand them: the full range of an integer is 0 to 1.
#pragma once

#include <string>

#include "pantile/buffer.h"
#include "pantile/result.h"

namespace pantile::image {

// A dense buffer with the same coordinates; the same buffer when it has the type already.
//
//   u8, u16 -> f32, f64   value / 255 or value / 65535: one division, correctly rounded
//   f32, f64 -> u8, u16   value * 255 or value * 65535, to the nearest, ties to even, saturated; NaN becomes
//   0 u8 -> u16             value * 257 u16 -> u8             value * 255 / 65535, to the nearest bool -> u8,
//   u16, f32, f64   0 and 255, 65535 or 1 u8 -> bool            true from 128 anything else         by value
//   where every value of the old type is one of the new; floats only to floats
//
// What is left (f32 to i32, i16 to f32, f64 to f32, ...) has no one meaning for pixels, and is refused.
Result<AnyBuffer> convert_pixels(const AnyBuffer& image, ScalarType to);

// The type in which a file of this name stores pixels of 'type': floats become 'u8' in a PNG file and stay in
// a TIFF file. The type itself when the format is unknown or cannot hold it; 'write_image' says so then.
ScalarType storage_type_for(const std::string& path, ScalarType type);

}  // namespace pantile::image
