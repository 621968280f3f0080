#include "image/write_image.h"

#include <new>
#include <stdexcept>

#include "image/atomic_file.h"
#include "image/format.h"
#include "image/picture.h"

namespace pantile::image {
namespace {

Diagnostics name_file(Diagnostics problems, const std::string& path) {
    for (Diagnostic& problem : problems) problem.file = path;
    return problems;
}

Result<Encoded> encode_as(Format format, const AnyBuffer& image) {
    switch (format) {
        case Format::png: return encode_png(image);
        case Format::jpeg: return encode_jpeg(image);
        case Format::tiff: return encode_tiff(image);
        case Format::pnm: return encode_pnm(image);
        case Format::pfm: return encode_pfm(image);
        case Format::npy: return encode_npy(image);
    }
    return refuse("the format is unknown.");
}

Diagnostic unknown_extension(const std::string& extension) {
    return refuse(extension.empty() ? "the file name has no extension to say in which format to write."
                                    : "'." + extension + "' is not a format that Pantile writes.",
                  {"it writes '.png', '.jpg', '.tif', '.pgm', '.ppm', '.pnm', '.pfm' and '.npy'."},
                  {"write '.png' for an image of 'u8' or 'u16', '.tif' or '.npy' for 'f32'."});
}

// PGM is gray and PPM is colour; both are refused here because their encoder writes what it is given.
Diagnostics check_channels(const std::string& extension, const AnyBuffer& image) {
    const int64_t channels = image.rank() == 3 ? image.dim(2).extent : 1;
    if (extension == "pgm" && channels == 3) {
        return {refuse("a '.pgm' file holds 1 channel, not 3.", {}, {"write '.ppm' for colour."})};
    }
    if (extension == "ppm" && channels == 1) {
        return {refuse("a '.ppm' file holds 3 channels, not 1.", {}, {"write '.pgm' for gray."})};
    }
    return {};
}

Diagnostics encode_and_write(const std::string& path, const AnyBuffer& image) {
    const std::string extension = extension_of(path);
    const std::optional<Format> format = format_from_extension(extension);
    if (!format || extension == "pbm") return {unknown_extension(extension)};
    if (Diagnostics problems = check_channels(extension, image); !problems.empty()) return problems;
    const Result<Encoded> bytes = encode_as(*format, image);
    return bytes ? replace_file(path, *bytes) : bytes.diagnostics();
}

}  // namespace

Diagnostics write_image(const std::string& path, const AnyBuffer& image) try {
    return name_file(encode_and_write(path, image), path);
} catch (const std::bad_alloc&) {
    return name_file({refuse("there is not enough memory to write the image.")}, path);
} catch (const std::length_error&) {
    return name_file({refuse("the image is too large to write.")}, path);
}

}  // namespace pantile::image
