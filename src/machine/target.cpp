#include "machine/target.h"

#include <fmt/format.h>

#include <array>

#include "base/identifier.h"

namespace pantile::machine {

namespace {

constexpr std::array kAll = {InstructionSet::native, InstructionSet::x86_64_v2, InstructionSet::x86_64_v3,
                             InstructionSet::x86_64_v4, InstructionSet::aarch64};

}  // namespace

std::string_view name_of(InstructionSet set) {
    switch (set) {
        case InstructionSet::native: return "native";
        case InstructionSet::x86_64_v2: return "x86-64-v2";
        case InstructionSet::x86_64_v3: return "x86-64-v3";
        case InstructionSet::x86_64_v4: return "x86-64-v4";
        case InstructionSet::aarch64: return "aarch64";
    }
    return "";
}

Result<InstructionSet> instruction_set(std::string_view name) {
    std::vector<std::string_view> known;
    for (const InstructionSet set : kAll) {
        if (name_of(set) == name) return set;
        known.push_back(name_of(set));
    }
    Diagnostic d{.message = fmt::format("there is no target {}.", in_quotes(name))};
    d.hints.push_back(fmt::format("the targets are: {}.", fmt::join(known, ", ")));
    return d;
}

int vector_bytes(InstructionSet set, int host_vector_bytes) {
    switch (set) {
        case InstructionSet::native: return host_vector_bytes;
        case InstructionSet::x86_64_v2: return 16;
        case InstructionSet::x86_64_v3: return 32;
        case InstructionSet::x86_64_v4: return 64;
        case InstructionSet::aarch64: return 16;
    }
    return host_vector_bytes;
}

}  // namespace pantile::machine
