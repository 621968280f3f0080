#include "image/format.h"

#include <algorithm>
#include <array>
#include <new>

namespace pantile::image {
namespace {

using namespace std::string_view_literals;

struct Magic {
    std::string_view bytes;
    Format format;
};

constexpr std::array<Magic, 7> kMagics = {{{"\x89PNG\r\n\x1a\n"sv, Format::png},
                                           {"\xff\xd8\xff"sv, Format::jpeg},
                                           {"II*\0"sv, Format::tiff},
                                           {"MM\0*"sv, Format::tiff},
                                           {"II+\0"sv, Format::tiff},
                                           {"MM\0+"sv, Format::tiff},
                                           {"\x93NUMPY"sv, Format::npy}}};

struct Extension {
    std::string_view name;
    Format format;
};

constexpr std::array<Extension, 11> kExtensions = {{{"png", Format::png},
                                                    {"jpg", Format::jpeg},
                                                    {"jpeg", Format::jpeg},
                                                    {"tif", Format::tiff},
                                                    {"tiff", Format::tiff},
                                                    {"pbm", Format::pnm},
                                                    {"pgm", Format::pnm},
                                                    {"ppm", Format::pnm},
                                                    {"pnm", Format::pnm},
                                                    {"pfm", Format::pfm},
                                                    {"npy", Format::npy}}};

bool starts_with(Bytes start, std::string_view magic) {
    return start.size() >= magic.size() &&
           std::equal(magic.begin(), magic.end(), start.begin(),
                      [](char a, uint8_t b) { return static_cast<uint8_t>(a) == b; });
}

// 'P' and a digit or letter, followed by white space or a comment.
std::optional<Format> netpbm_format(Bytes start) {
    if (start.size() < 3 || start[0] != 'P' ||
        " \t\r\n\v\f#"sv.find(static_cast<char>(start[2])) == std::string_view::npos) {
        return std::nullopt;
    }
    if (start[1] >= '1' && start[1] <= '6') return Format::pnm;
    if (start[1] == 'f' || start[1] == 'F') return Format::pfm;
    return std::nullopt;
}

}  // namespace

bool append(Encoded& bytes, Bytes more) noexcept {
    try {
        bytes.insert(bytes.end(), more.begin(), more.end());
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

std::optional<Format> format_from_content(Bytes start) {
    for (const Magic& magic : kMagics) {
        if (starts_with(start, magic.bytes)) return magic.format;
    }
    return netpbm_format(start);
}

std::string extension_of(const std::string& path) {
    const size_t slash = path.rfind('/');
    const size_t name = slash == std::string::npos ? 0 : slash + 1;
    const size_t dot = path.rfind('.');
    if (dot == std::string::npos || dot < name) return "";
    std::string extension = path.substr(dot + 1);
    for (char& c : extension) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return extension;
}

std::optional<Format> format_from_extension(std::string_view extension) {
    for (const Extension& known : kExtensions) {
        if (known.name == extension) return known.format;
    }
    return std::nullopt;
}

std::string_view name_of(Format format) {
    switch (format) {
        case Format::png: return "PNG";
        case Format::jpeg: return "JPEG";
        case Format::tiff: return "TIFF";
        case Format::pnm: return "PNM";
        case Format::pfm: return "PFM";
        case Format::npy: return "NPY";
    }
    return "";
}

}  // namespace pantile::image
