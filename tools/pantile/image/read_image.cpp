#include "image/read_image.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>

#include "image/format.h"
#include "image/picture.h"

namespace pantile::image {
namespace {

constexpr uintmax_t kMaxFileBytes = static_cast<uintmax_t>(kMaxBytes) + (uintmax_t{64} << 20);
constexpr const char* kFormatList = "Pantile reads PNG, JPEG, TIFF, PBM, PGM, PPM, PFM and NPY.";

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Diagnostic name_file(Diagnostic problem, const std::string& name) {
    problem.file = name;
    return problem;
}

Result<AnyBuffer> name_file(Result<AnyBuffer> image, const std::string& name) {
    if (image) return image;
    Diagnostics problems = image.diagnostics();
    for (Diagnostic& problem : problems) problem.file = name;
    return problems;
}

Diagnostic unknown_content(Bytes start, const std::string& name) {
    if (start.empty()) return name_file(refuse("the file is empty."), name);
    const std::string extension = extension_of(name);
    const std::optional<Format> expected = format_from_extension(extension);
    if (!expected) {
        return name_file(refuse("the file is not an image that Pantile reads.", {kFormatList},
                                {"convert it, for example to PNG."}),
                         name);
    }
    const std::string format(name_of(*expected));
    return name_file(refuse("the file is named '." + extension + "', but its content is not " + format + ".",
                            {"it does not begin as a " + format + " file does.", kFormatList}),
                     name);
}

Result<AnyBuffer> decode_as(Format format, Bytes file) {
    switch (format) {
        case Format::png: return decode_png(file);
        case Format::jpeg: return decode_jpeg(file);
        case Format::tiff: return decode_tiff(file);
        case Format::pnm: return decode_pnm(file);
        case Format::pfm: return decode_pfm(file);
        case Format::npy: return decode_npy(file);
    }
    return refuse("the format is unknown.");
}

// Checked before the file is opened: opening a pipe would wait for its writer.
Result<size_t> size_of_file(const std::string& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found) return refuse("there is no such file.");
    if (error) return refuse("the file cannot be read.", {error.message() + "."});
    if (status.type() == std::filesystem::file_type::directory)
        return refuse("this is a directory, not an image.");
    if (status.type() != std::filesystem::file_type::regular) return refuse("this is not an ordinary file.");
    const uintmax_t size = std::filesystem::file_size(path, error);
    if (error) return refuse("the file cannot be read.", {error.message() + "."});
    if (size > kMaxFileBytes) return refuse("the file is larger than 4 GiB, the most that Pantile reads.");
    return static_cast<size_t>(size);
}

// The magic is looked at first, so that a large file of another kind is not read.
Result<AnyBuffer> read_open_file(std::FILE* file, size_t size, const std::string& path) {
    uint8_t magic[kLongestMagic];
    const size_t magic_size = std::fread(magic, 1, sizeof magic, file);
    if (std::ferror(file) != 0) return name_file(refuse("the file cannot be read."), path);
    if (!format_from_content({magic, magic_size})) return unknown_content({magic, magic_size}, path);
    const auto bytes = std::make_unique_for_overwrite<uint8_t[]>(std::max(size, magic_size));
    std::memcpy(bytes.get(), magic, magic_size);
    const size_t rest =
        size > magic_size ? std::fread(bytes.get() + magic_size, 1, size - magic_size, file) : 0;
    if (std::ferror(file) != 0) return name_file(refuse("the file cannot be read."), path);
    return decode_image({bytes.get(), magic_size + rest}, path);
}

}  // namespace

Result<AnyBuffer> decode_image(std::span<const uint8_t> bytes, const std::string& name) try {
    const std::optional<Format> format = format_from_content(bytes);
    if (!format) return unknown_content(bytes, name);
    return name_file(decode_as(*format, bytes), name);
} catch (const std::bad_alloc&) {
    return name_file(refuse("there is not enough memory to read the image."), name);
}

Result<AnyBuffer> read_image(const std::string& path) try {
    const Result<size_t> size = size_of_file(path);
    if (!size) return name_file(size.diagnostics().front(), path);
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return name_file(refuse("the file cannot be opened.", {std::strerror(errno)}), path);
    return read_open_file(file.get(), *size, path);
} catch (const std::bad_alloc&) {
    return name_file(refuse("there is not enough memory to read the image."), path);
}

}  // namespace pantile::image
