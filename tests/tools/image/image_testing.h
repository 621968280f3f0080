// Pictures, files and comparisons for the tests of the image readers and writers.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "image/read_image.h"
#include "image/write_image.h"
#include "pantile/buffer.h"

namespace pantile::image {

inline std::vector<uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

inline std::vector<uint8_t> operator+(std::vector<uint8_t> a, const std::vector<uint8_t>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// A folder that vanishes with the test.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "pantile-image-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~TemporaryFolder() { std::filesystem::remove_all(folder_); }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    size_t file_count() const {
        return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
    }

  private:
    std::filesystem::path folder_;
};

inline std::vector<uint8_t> load(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline void save(const std::string& path, const std::vector<uint8_t>& bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

// Varied bits of any type. Floats are finite, bools are 0 or 1.
inline AnyBuffer patterned(ScalarType type, const std::vector<int64_t>& extents) {
    std::vector<Dimension> dims;
    for (const int64_t extent : extents) dims.push_back({0, extent, 0});
    AnyBuffer buffer = AnyBuffer::allocate(type, dims).value();
    const int size = size_in_bytes(type);
    for (int64_t i = 0; i < buffer.element_count(); ++i) {
        const uint64_t bits = static_cast<uint64_t>(i + 1) * 0x9e3779b97f4a7c15ull;
        const float narrow = static_cast<float>(i) * 0.37f - 2;
        const double wide = static_cast<double>(i) * 0.37 - 2;
        const uint8_t boolean = static_cast<uint8_t>(bits >> 63);
        const void* from = type == ScalarType::f32   ? static_cast<const void*>(&narrow)
                           : type == ScalarType::f64 ? static_cast<const void*>(&wide)
                           : is_bool(type)           ? static_cast<const void*>(&boolean)
                                                     : static_cast<const void*>(&bits);
        std::memcpy(buffer.data() + i * size, from, static_cast<size_t>(size));
    }
    return buffer;
}

inline std::vector<int64_t> extents_of(const AnyBuffer& buffer) {
    std::vector<int64_t> extents;
    for (const Dimension& dim : buffer.dims()) extents.push_back(dim.extent);
    return extents;
}

// Both dense.
inline void expect_same(const AnyBuffer& a, const AnyBuffer& b) {
    ASSERT_EQ(a.type(), b.type());
    ASSERT_EQ(extents_of(a), extents_of(b));
    const size_t bytes = static_cast<size_t>(a.element_count() * size_in_bytes(a.type()));
    EXPECT_EQ(std::memcmp(a.data(), b.data(), bytes), 0);
}

inline AnyBuffer decoded(const std::vector<uint8_t>& file) {
    Result<AnyBuffer> image = decode_image(file, "test");
    EXPECT_TRUE(image) << render(image.diagnostics());
    return image ? *image : AnyBuffer();
}

template <typename T>
std::vector<T> values_of(const AnyBuffer& buffer) {
    const Buffer<T> typed(buffer);
    return std::vector<T>(typed.data(), typed.data() + buffer.element_count());
}

inline std::vector<uint8_t> encoded(const std::string& name, const AnyBuffer& image) {
    const TemporaryFolder folder;
    const Diagnostics problems = write_image(folder.path(name), image);
    EXPECT_TRUE(problems.empty()) << render(problems);
    return load(folder.path(name));
}

inline std::string refusal_of(const std::vector<uint8_t>& file) {
    const Result<AnyBuffer> image = decode_image(file, "test");
    EXPECT_FALSE(image);
    return render(image.diagnostics());
}

}  // namespace pantile::image
