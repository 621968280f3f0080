// A look at a shared object before the loader maps it.
#pragma once

#include <string>
#include <string_view>

namespace pantile::runtime {

// Why the bytes are no complete shared object of this machine's word size, or nothing. The loader trusts
// offsets in the file and touches pages behind its end, which is SIGBUS; this finds truncation and text, not
// every forgery.
std::string defect_of_elf(std::string_view bytes);

}  // namespace pantile::runtime
