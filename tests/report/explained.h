// Explanations in tests: a program, its schedule without the hash, and what explain says.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "pantile/explain.h"
#include "schedule/schedule.h"

namespace pantile::report {

inline std::string contents_of(const std::string& path) {
    std::ifstream file(PANTILE_SOURCE_DIR "/" + path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

// 'rest' of the schedule: '"groups": […]'. The machine is a laptop, wherever the test runs.
inline CompileOptions scheduled(const Pipeline& pipeline, const std::string& rest) {
    CompileOptions options;
    options.schedule = "test.json";
    options.scheduling.machine_json = contents_of("tests/machines/laptop4.json");
    options.schedule_json = "{\"scheduler\": \"expert\", \"pipeline_hash\": \"" +
                            schedule::hash_of(pipeline.ir()) + "\", " + rest + "}";
    return options;
}

inline std::string explained(const std::string& program, const std::string& schedule,
                             ExplainOptions options = {}) {
    const Pipeline pipeline = parse_pan(program, "test.pan").value();
    if (options.threads == 0) options.threads = 2;
    const Result<std::string> text = explain(pipeline, scheduled(pipeline, schedule), options);
    return text ? *text : render(text.diagnostics());
}

// Without what the cost model estimates: these tests hold for any constants of it.
inline std::string without_estimates(const std::string& text) {
    const std::string lines = std::regex_replace(text, std::regex(" *(predicted|traffic)  [^\n]*\n"), "");
    return std::regex_replace(lines, std::regex("; predicted [^\n]* apart"), "");
}

// The part of a text from 'begin' on, up to the next empty line.
inline std::string paragraph(const std::string& text, const std::string& begin) {
    const size_t from = text.find(begin);
    return from == std::string::npos ? text : text.substr(from, text.find("\n\n", from) + 1 - from);
}

}  // namespace pantile::report
