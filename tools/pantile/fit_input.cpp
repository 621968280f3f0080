#include "fit_input.h"

#include <algorithm>

#include "image/convert.h"
#include "pantile/inspect.h"

namespace pantile::tool {
namespace {

AnyBuffer one_plane(const AnyBuffer& image) {
    std::vector<Dimension> dims = image.dims();
    dims.push_back({0, 1, image.element_count()});
    // The view keeps no memory alive; the caller copies it.
    return AnyBuffer::wrap(image.type(), image.data(), dims);
}

Result<AnyBuffer> copied(const AnyBuffer& view) {
    Result<AnyBuffer> copy = AnyBuffer::allocate(view.type(), view.dims());
    if (!copy) return copy;
    const size_t bytes = static_cast<size_t>(view.element_count() * size_in_bytes(view.type()));
    std::copy(view.data(), view.data() + bytes, copy->data());
    return copy;
}

template <typename T>
void mix_luma(const AnyBuffer& colour, const AnyBuffer& gray) {
    const T* const in = reinterpret_cast<const T*>(colour.data());
    T* const out = reinterpret_cast<T*>(gray.data());
    const int64_t plane = gray.element_count();
    for (int64_t i = 0; i < plane; ++i) {
        if constexpr (std::is_floating_point_v<T>) {
            out[i] = static_cast<T>(0.299) * in[i] + static_cast<T>(0.587) * in[plane + i] +
                     static_cast<T>(0.114) * in[2 * plane + i];
        } else {
            // In 14 bits, rounded: what cameras and libraries do with 8-bit pixels.
            const uint64_t sum = 4899u * uint64_t{in[i]} + 9617u * uint64_t{in[plane + i]} +
                                 1868u * uint64_t{in[2 * plane + i]};
            out[i] = static_cast<T>((sum + 8192) >> 14);
        }
    }
}

Result<AnyBuffer> gray_of(const AnyBuffer& colour) {
    const std::vector<Dimension> dims(colour.dims().begin(), colour.dims().begin() + 2);
    if (colour.dim(2).extent < 3) return copied(AnyBuffer::wrap(colour.type(), colour.data(), dims));
    Result<AnyBuffer> gray = AnyBuffer::allocate(colour.type(), dims);
    if (!gray) return gray;
    switch (colour.type()) {
        case ScalarType::u8: mix_luma<uint8_t>(colour, *gray); break;
        case ScalarType::u16: mix_luma<uint16_t>(colour, *gray); break;
        case ScalarType::f32: mix_luma<float>(colour, *gray); break;
        case ScalarType::f64: mix_luma<double>(colour, *gray); break;
        default: return colour;
    }
    return gray;
}

}  // namespace

Result<AnyBuffer> fit_input(const Pipeline& program, const std::string& name, const AnyBuffer& image) {
    const std::vector<ImageInfo> inputs = inputs_of(program);
    const auto input =
        std::find_if(inputs.begin(), inputs.end(), [&](const ImageInfo& i) { return i.name == name; });
    if (input == inputs.end()) return image;
    Result<AnyBuffer> fitted = image;
    const int rank = static_cast<int>(input->dims.size());
    if (image.rank() == 3 && rank == 2) fitted = gray_of(image);
    if (image.rank() == 2 && rank == 3) fitted = copied(one_plane(image));
    return fitted ? image::convert_pixels(*fitted, input->type) : fitted;
}

}  // namespace pantile::tool
