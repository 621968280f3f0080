// Walks over the rows (runs along dimension 0) of a buffer of any rank and strides.
#pragma once

#include <array>

#include "pantile/buffer.h"

namespace pantile::image {

// Calls visit(first element of the row) in the order of dense storage; a scalar is one row of one element.
template <typename Visit>
void for_each_row(const AnyBuffer& buffer, const Visit& visit) {
    std::array<int64_t, kMaxRank> position{};
    const int element_bytes = size_in_bytes(buffer.type());
    std::byte* row = buffer.data();
    int d = 1;
    do {
        visit(row);
        for (d = 1; d < buffer.rank(); ++d) {
            const Dimension& dim = buffer.dim(d);
            row += dim.stride * element_bytes;
            if (++position[static_cast<size_t>(d)] < dim.extent) break;
            row -= dim.extent * dim.stride * element_bytes;
            position[static_cast<size_t>(d)] = 0;
        }
    } while (d < buffer.rank());
}

inline int64_t row_length(const AnyBuffer& buffer) { return buffer.rank() == 0 ? 1 : buffer.dim(0).extent; }
inline int64_t row_stride(const AnyBuffer& buffer) { return buffer.rank() == 0 ? 1 : buffer.dim(0).stride; }

}  // namespace pantile::image
