// What every refusal must have, and how a fuzzer says that something is wrong.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "pantile/diagnostic.h"

namespace pantile::fuzz {

// What is wrong, if something is.
using Verdict = std::optional<std::string>;

inline Verdict check_refusal(const Diagnostics& diagnostics) {
    if (diagnostics.empty()) return "refused without a diagnostic";
    for (const Diagnostic& d : diagnostics) {
        if (d.message.empty()) return "a diagnostic without a message";
    }
    (void)render(diagnostics);
    return std::nullopt;
}

// For LLVMFuzzerTestOneInput: what is wrong ends the program.
inline int end_if_wrong(const Verdict& wrong) {
    if (wrong) {
        std::fputs(wrong->c_str(), stderr);
        std::abort();
    }
    return 0;
}

}  // namespace pantile::fuzz
