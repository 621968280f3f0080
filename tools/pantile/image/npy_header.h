// The header of an NPY file: a Python dictionary with the type, the order and the shape of an array.
#pragma once

#include "image/format.h"

namespace pantile::image {

struct NpyHeader {
    ScalarType type = ScalarType::u8;
    bool little_endian = true;
    bool fortran_order = false;
    std::vector<int64_t> shape;  // as Python shows it: in C order the last axis is the innermost
    size_t data_offset = 0;
};

// Versions 1.0, 2.0 and 3.0. Every extent is at least 1 and there are at most kMaxRank of them; their product
// is not checked.
Result<NpyHeader> parse_npy_header(Bytes file);

// Version 1.0 in C order and in the byte order of this machine.
std::string print_npy_header(ScalarType type, const std::vector<int64_t>& shape);

}  // namespace pantile::image
