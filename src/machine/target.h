// What a pipeline is compiled for: one value, made once from what the user asks for. Whoever plans, predicts,
// lowers or emits reads it from there.
#pragma once

#include <string>
#include <string_view>

#include "machine/machine.h"
#include "pantile/math_mode.h"

namespace pantile::machine {

enum class Device { cpu };

// What the C compiler may use; native: all that the processor has which it runs on.
enum class InstructionSet { native, x86_64_v2, x86_64_v3, x86_64_v4, aarch64 };

struct Target {
    Machine machine = {};  // to predict for; its levels are where the memory spaces of a program lie
    int threads = 1;       // to expect
    Math math = Math::strict;
    Device device = Device::cpu;
    InstructionSet instructions = InstructionSet::native;
    // Of a vector register in the code. A machine that the user describes may have others.
    int vector_bytes = 16;
};

// The instruction set of that name: 'native', 'x86-64-v3', 'aarch64', …
Result<InstructionSet> instruction_set(std::string_view name);
std::string_view name_of(InstructionSet set);

// The bytes of its vector registers; those of 'native' are the host's.
int vector_bytes(InstructionSet set, int host_vector_bytes);

}  // namespace pantile::machine
