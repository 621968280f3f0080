// What a C++ program builds to: the canonical text, or the messages.
#pragma once

#include <string>
#include <vector>

#include "pantile/pantile.h"

namespace pantile::test {

// The text, or the rendered diagnostics when there is none.
inline std::string text_of(const std::vector<Func>& outputs, const std::string& name = "") {
    const Result<Pipeline> built = Pipeline::build(outputs, name);
    return built ? built->text() : render(built.diagnostics());
}

// The stages only: what follows the blank line after the header.
inline std::string stages_of(const std::vector<Func>& outputs) {
    const std::string text = text_of(outputs, "p");
    const size_t header = text.find("\n\n");
    const size_t stages = header == std::string::npos ? header : text.find("\n\n", header + 1);
    if (stages != std::string::npos) return text.substr(stages + 2);
    return header == std::string::npos ? text : text.substr(header + 3);
}

// The definition of a Func of x and y with this value.
inline std::string value_of(const Expr& value) {
    Func f("f");
    f(Var("x"), Var("y")) = value;
    const std::string text = stages_of({f});
    const std::string head = "output f(x, y)";
    return text.starts_with(head) ? text.substr(head.size(), text.size() - head.size() - 1) : text;
}

// The messages, one a line, without hints.
inline std::vector<std::string> problems_of(const std::vector<Func>& outputs) {
    std::vector<std::string> messages;
    const Result<Pipeline> built = Pipeline::build(outputs);
    for (const Diagnostic& d : built.diagnostics()) messages.push_back(d.message);
    return messages;
}

}  // namespace pantile::test
