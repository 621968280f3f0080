// NPY, the array format of NumPy. The last axis of the array is dimension 0.
#include <algorithm>
#include <cstring>

#include "base/checked.h"
#include "image/format.h"
#include "image/npy_header.h"
#include "image/picture.h"
#include "image/rows.h"

namespace pantile::image {
namespace {

std::optional<int64_t> byte_count(const NpyHeader& header) {
    std::optional<int64_t> bytes = size_in_bytes(header.type);
    for (const int64_t extent : header.shape) bytes = bytes ? checked_mul(*bytes, extent) : bytes;
    return bytes;
}

// The array as it lies in the file. In Fortran order the first axis is the innermost.
AnyBuffer view_of(const std::byte* data, const NpyHeader& header) {
    const size_t rank = header.shape.size();
    std::vector<Dimension> dims(rank);
    int64_t stride = 1;
    for (size_t d = 0; d < rank; ++d) {
        const size_t axis = header.fortran_order ? d : rank - 1 - d;
        dims[rank - 1 - axis] = {0, header.shape[axis], stride};
        stride *= header.shape[axis];
    }
    return AnyBuffer::wrap(header.type, const_cast<std::byte*>(data), std::move(dims));
}

void copy_dense(const AnyBuffer& from, std::byte* to) {
    const int element_bytes = size_in_bytes(from.type());
    const int64_t length = row_length(from);
    for_each_row(from, [&](const std::byte* row) {
        copy_elements({row, row_stride(from)}, {to, 1}, length, element_bytes);
        to += length * element_bytes;
    });
}

void normalise(const AnyBuffer& image, const NpyHeader& header) {
    const int64_t count = image.element_count();
    if (header.little_endian != kLittleEndianHost) {
        reverse_bytes_of_elements(image.data(), count, size_in_bytes(header.type));
    }
    if (header.type != ScalarType::boolean) return;
    std::transform(image.data(), image.data() + count, image.data(),
                   [](std::byte b) { return b == std::byte{0} ? b : std::byte{1}; });
}

}  // namespace

Result<AnyBuffer> decode_npy(Bytes file) {
    const Result<NpyHeader> header = parse_npy_header(file);
    if (!header) return header.diagnostics();
    const size_t present = file.size() - header->data_offset;
    const std::optional<int64_t> bytes = byte_count(*header);
    if (!bytes || static_cast<size_t>(*bytes) > present) {
        return refuse("the NPY file is damaged: its data take " +
                      (bytes ? std::to_string(*bytes) : "over 2^63") + " bytes, but only " +
                      std::to_string(present) + " are there.");
    }
    const AnyBuffer stored =
        view_of(reinterpret_cast<const std::byte*>(file.data()) + header->data_offset, *header);
    Result<AnyBuffer> image = AnyBuffer::allocate(header->type, stored.dims());
    if (!image) return image;
    copy_dense(stored, image->data());
    normalise(*image, *header);
    return image;
}

Result<Encoded> encode_npy(const AnyBuffer& image) {
    if (image.rank() > kMaxRank)
        return refuse("the buffer has more than " + std::to_string(kMaxRank) + " dimensions.");
    std::vector<int64_t> shape;
    for (const Dimension& dim : image.dims()) shape.insert(shape.begin(), dim.extent);
    if (!image.defined() || std::ranges::any_of(shape, [](int64_t extent) { return extent < 1; })) {
        return refuse("there is no array to write: the buffer is undefined or empty.");
    }
    const std::string header = print_npy_header(image.type(), shape);
    Encoded bytes(header.begin(), header.end());
    bytes.resize(header.size() + static_cast<size_t>(image.element_count() * size_in_bytes(image.type())));
    copy_dense(image, reinterpret_cast<std::byte*>(bytes.data()) + header.size());
    return bytes;
}

}  // namespace pantile::image
