#include "runtime/elf.h"

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstring>

namespace pantile::runtime {
namespace {

bool inside(std::string_view bytes, uint64_t offset, uint64_t length) {
    return offset <= bytes.size() && length <= bytes.size() - offset;
}

bool segments_inside(std::string_view bytes, const ElfW(Ehdr) & header) {
    if (header.e_phentsize != sizeof(ElfW(Phdr)) || header.e_phnum == 0) return false;
    if (!inside(bytes, header.e_phoff, uint64_t{header.e_phnum} * sizeof(ElfW(Phdr)))) return false;
    for (size_t i = 0; i < header.e_phnum; ++i) {
        ElfW(Phdr) segment;
        std::memcpy(&segment, bytes.data() + header.e_phoff + i * sizeof segment, sizeof segment);
        if (!inside(bytes, segment.p_offset, segment.p_filesz)) return false;
    }
    return true;
}

}  // namespace

std::string defect_of_elf(std::string_view bytes) {
    ElfW(Ehdr) header;
    if (bytes.size() < sizeof header) return "it is too short to be a shared object";
    std::memcpy(&header, bytes.data(), sizeof header);
    constexpr unsigned char kOurClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return "it is not an ELF file";
    if (header.e_ident[EI_CLASS] != kOurClass) return "it is for a machine of another word size";
    if (header.e_type != ET_DYN) return "it is not a shared object";
    // The section table is the last thing in the file: it is what a small loss at the end takes away.
    const uint64_t sections = uint64_t{header.e_shnum} * header.e_shentsize;
    if (!segments_inside(bytes, header) || !inside(bytes, header.e_shoff, sections))
        return "it is not complete";
    return {};
}

}  // namespace pantile::runtime
