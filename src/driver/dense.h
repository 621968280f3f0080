// Compiled code wants the innermost dimension dense. Buffers with another stride there are copied in and out.
#pragma once

#include "pantile/buffer.h"

namespace pantile::driver {

struct DenseView {
    AnyBuffer buffer;    // innermost stride 1; undefined when there was no memory for a copy
    AnyBuffer original;  // defined when 'buffer' is a copy of it
};

DenseView dense_copy_of(const AnyBuffer& input);
DenseView dense_room_for(const AnyBuffer& output);
void copy_back(const DenseView& view);

}  // namespace pantile::driver
