// Short ways to parse a text in a test.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "front/text/parse.h"
#include "ir/print.h"

namespace pantile::front {

// The pipeline of a text that must be right.
inline ir::Pipeline parsed(const std::string& text, std::map<std::string, int64_t> defines = {}) {
    const auto result = parse_pipeline({"test.pan", text, std::move(defines)});
    EXPECT_TRUE(result) << render(result.diagnostics()) << text;
    return result ? *result : ir::Pipeline{};
}

// The items after 'pipeline test' and two inputs, img: f32(x, y) and raw: u8(x, y).
inline std::string with_inputs(const std::string& items) {
    return "pipeline test\ninput img: f32(x, y)\ninput raw: u8(x, y)\n" + items;
}

// The canonical text of the stages that these items define, without the header.
inline std::string stages_of(const std::string& items) {
    const std::string text = ir::to_text(parsed(with_inputs(items)));
    return text.substr(text.find("\n\n", text.find("input raw")) + 2);
}

inline Diagnostics errors_of(const std::string& text, std::map<std::string, int64_t> defines = {}) {
    const auto result = parse_pipeline({"test.pan", text, std::move(defines)});
    EXPECT_FALSE(result) << text;
    return result.diagnostics();
}

}  // namespace pantile::front
