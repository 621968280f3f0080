#include "driver/dense.h"

#include <cstring>

namespace pantile::driver {
namespace {

bool is_dense(const AnyBuffer& b) { return b.rank() == 0 || b.dim(0).stride == 1; }

AnyBuffer dense_like(const AnyBuffer& b) {
    Result<AnyBuffer> copy = AnyBuffer::allocate(b.type(), b.dims());
    return copy ? *copy : AnyBuffer();
}

void copy_elements(const AnyBuffer& from, const AnyBuffer& to) {
    std::vector<int64_t> at;
    for (const Dimension& dim : from.dims()) at.push_back(dim.min);
    const size_t size = static_cast<size_t>(size_in_bytes(from.type()));
    for (int64_t left = from.element_count(); left > 0; --left) {
        std::memcpy(to.address_of(at), from.address_of(at), size);
        for (size_t d = 0; d < at.size(); ++d) {
            if (++at[d] <= from.dims()[d].max()) break;
            at[d] = from.dims()[d].min;
        }
    }
}

}  // namespace

DenseView dense_copy_of(const AnyBuffer& input) {
    if (is_dense(input)) return {input, {}};
    DenseView view{dense_like(input), input};
    if (view.buffer.defined()) copy_elements(input, view.buffer);
    return view;
}

DenseView dense_room_for(const AnyBuffer& output) {
    if (is_dense(output)) return {output, {}};
    return {dense_like(output), output};
}

void copy_back(const DenseView& view) {
    if (view.original.defined()) copy_elements(view.buffer, view.original);
}

}  // namespace pantile::driver
