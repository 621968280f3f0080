#include "front/text/parse.h"

#include <fmt/format.h>

#include "front/text/declare.h"
#include "front/text/elaborate.h"
#include "front/text/parse_items.h"
#include "ir/verify.h"

namespace pantile::front {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string without_mark(const std::string& text) {
    return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

// After an error elsewhere the right stages are verified alone; what is an output then does not matter.
Diagnostics verify_rest(ir::Pipeline pipeline) {
    if (pipeline.stages.empty() || pipeline.name.empty()) return {};
    pipeline.outputs = {pipeline.stages[0].name};
    return ir::verify(pipeline);
}

// The verifier does not know that a place inside a definition belongs to the stage that uses it.
Diagnostics with_expansions(Diagnostics found, const Elaborated& elaborated) {
    for (Diagnostic& d : found) {
        for (const auto& [define, use] : elaborated.first_uses) {
            if (d.span.line < define->name.span.line || d.span.line > define->last_line) continue;
            d.notes.push_back(
                fmt::format("in the expansion of '{}', used at line {}.", define->name.text, use.line));
        }
    }
    return found;
}

}  // namespace

Result<ir::Pipeline> parse_pipeline(const ParseRequest& request) {
    Report report;
    if (request.text.size() > kLargestFile) {
        report.error(
            {}, fmt::format("the file has {} bytes; the most is {}.", request.text.size(), kLargestFile));
        return std::move(report).finish({request.file, {}});
    }
    const auto source =
        std::make_shared<const ir::Source>(ir::Source{request.file, without_mark(request.text)});
    const ast::File file = parse_items(source->text, report);
    if (!file.pipeline && report.empty())
        report.error({}, "the file is empty.", {"write 'pipeline NAME' first."});
    Elaborated elaborated = elaborate(file, declare(file, request.defines, report), report);
    report.add(with_expansions(
        report.empty() ? ir::verify(elaborated.pipeline) : verify_rest(elaborated.pipeline), elaborated));
    if (!report.empty()) return std::move(report).finish(*source);
    elaborated.pipeline.source = source;
    return std::move(elaborated.pipeline);
}

}  // namespace pantile::front
