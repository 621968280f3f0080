// Images and arrays in memory: a pointer, a type, and for each dimension its first coordinate, extent and
// stride.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "pantile/result.h"
#include "pantile/type.h"

#pragma GCC visibility push(default)
namespace pantile {

inline constexpr int kMaxRank = 8;

// One dimension of a buffer; the stride counts elements. Dimension 0 is the innermost.
struct Dimension {
    int64_t min = 0;
    int64_t extent = 0;
    int64_t stride = 0;
    int64_t max() const { return min + extent - 1; }
    bool operator==(const Dimension&) const = default;
};

// A buffer whose type is known at run time only. Copies share the storage.
class AnyBuffer {
  public:
    AnyBuffer() = default;

    // Dense storage of zeros. Fails, with the reason, for extents below 1, more than kMaxRank dimensions,
    // a size that overflows, or when there is not enough memory. Strides given in 'dims' are ignored.
    static Result<AnyBuffer> allocate(ScalarType type, std::vector<Dimension> dims);

    // A view of memory that belongs to the caller; 'data' is the element at the minimum of every dimension.
    static AnyBuffer wrap(ScalarType type, void* data, std::vector<Dimension> dims);

    bool defined() const { return data_ != nullptr; }
    ScalarType type() const { return type_; }
    int rank() const { return static_cast<int>(dims_.size()); }
    const std::vector<Dimension>& dims() const { return dims_; }
    const Dimension& dim(int d) const { return dims_[static_cast<size_t>(d)]; }
    std::byte* data() const { return data_; }
    int64_t element_count() const;

    // The same memory with other first coordinates.
    AnyBuffer with_mins(const std::vector<int64_t>& mins) const;

    // Address of an element; the coordinates must lie inside the buffer.
    std::byte* address_of(const std::vector<int64_t>& coordinates) const;

  private:
    ScalarType type_ = ScalarType::u8;
    std::vector<Dimension> dims_;
    std::shared_ptr<std::byte> storage_;
    std::byte* data_ = nullptr;
};

template <typename T>
class Buffer {
  public:
    Buffer() = default;
    // Zeros; throws Error when the extents are no size of an image or there is no memory for them.
    explicit Buffer(std::initializer_list<int64_t> extents) : Buffer(std::vector<int64_t>(extents)) {}
    explicit Buffer(const std::vector<int64_t>& extents) {
        std::vector<Dimension> dims;
        for (const int64_t extent : extents) dims.push_back({0, extent, 0});
        any_ = AnyBuffer::allocate(type_of<T>(), std::move(dims)).value();
    }
    // Throws Error when the element type is another one.
    explicit Buffer(AnyBuffer any) : any_(std::move(any)) {
        if (any_.type() != type_of<T>()) {
            throw Error(Diagnostics{{.message = "the buffer holds '" + std::string(name_of(any_.type())) +
                                                "', not '" + std::string(name_of(type_of<T>())) + "'."}});
        }
    }

    const AnyBuffer& any() const { return any_; }
    operator AnyBuffer() const { return any_; }
    int64_t width() const { return any_.dim(0).extent; }
    int64_t height() const { return any_.dim(1).extent; }
    int64_t channels() const { return any_.rank() > 2 ? any_.dim(2).extent : 1; }
    const Dimension& dim(int d) const { return any_.dim(d); }
    int rank() const { return any_.rank(); }
    T* data() const { return reinterpret_cast<T*>(any_.data()); }

    // The element at these coordinates, one for each dimension, each inside the buffer.
    template <typename... Coordinates>
    T& operator()(Coordinates... coordinates) const {
        const int64_t where[] = {static_cast<int64_t>(coordinates)..., 0};
        int64_t offset = 0;
        for (size_t d = 0; d < sizeof...(coordinates); ++d) {
            offset += (where[d] - any_.dim(static_cast<int>(d)).min) * any_.dim(static_cast<int>(d)).stride;
        }
        return data()[offset];
    }

  private:
    AnyBuffer any_;
};

}  // namespace pantile
#pragma GCC visibility pop
