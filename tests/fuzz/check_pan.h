// What must hold for every text: it parses or is refused, and what parses prints to a text that parses to the
// same.
#pragma once

#include <string>

#include "front/text/parse.h"
#include "fuzz/refusal.h"
#include "ir/print.h"

namespace pantile::fuzz {

// Printing is not bounded as parsing is: a graph of shared nodes can have a long text.
inline constexpr size_t kMostPrinted = 1 << 20;

inline Verdict check_pan(const std::string& text) {
    const auto first = front::parse_pipeline({"fuzz.pan", text, {}});
    if (!first) return check_refusal(first.diagnostics());
    const std::string printed = ir::to_text(*first);
    if (printed.size() > kMostPrinted) return std::nullopt;
    const auto second = front::parse_pipeline({"printed.pan", printed, {}});
    if (!second) return "its canonical text is refused:\n" + render(second.diagnostics()) + printed;
    const std::string again = ir::to_text(*second);
    if (again != printed) return "its canonical text changes:\n" + printed + "\nbecomes:\n" + again;
    return std::nullopt;
}

}  // namespace pantile::fuzz
