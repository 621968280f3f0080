// Integers that are known at compile time: consts, indices of families, estimates. 64 bits, floor division,
// and an error where the result does not fit.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "front/text/ast.h"
#include "front/text/report.h"

namespace pantile::front {

// The value of a name, or nothing after an error was reported.
using ConstLookup = std::function<std::optional<int64_t>(std::string_view name, SourceSpan span)>;
using ReportError = std::function<void(SourceSpan span, std::string message, std::vector<std::string> hints)>;

std::optional<int64_t> evaluate_const(const ast::Expr& e, const ConstLookup& lookup,
                                      const ReportError& error);

// Nothing stands for a const whose value is wrong: that was reported already.
using ConstTable = std::unordered_map<std::string_view, std::optional<int64_t>>;

// The values of all consts; 'defines' replace what the text says.
ConstTable evaluate_consts(const std::vector<ast::Const>& consts,
                           const std::map<std::string, int64_t>& defines, Report& report);

}  // namespace pantile::front
