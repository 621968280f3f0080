#include "lower/entry_checks.h"

#include <fmt/format.h>

#include "analysis/symbolic.h"
#include "ir/build.h"
#include "ir/print.h"
#include "ir/traverse.h"

namespace pantile::lower {

using namespace ir;
using analysis::Bounds;

namespace {

Expr local(const std::string& name) { return variable(Scope::local, name, ScalarType::i64); }

std::string need_name(const Input& input, size_t d, std::string_view end) {
    return fmt::format("{}.{}.need_{}", input.name, input.dims[d], end);
}

Expr both(const Expr& a, const Expr& b) { return binary(BinaryOp::logical_and, a, b); }

Check input_check(const Input& input, size_t d) {
    const auto wide = [&](Bound b) {
        return variable(Scope::dimension, as<Variable>(dimension(input, d, b))->name, ScalarType::i64);
    };
    const Expr covers = both(binary(BinaryOp::ge, local(need_name(input, d, "min")), wide(Bound::min)),
                             binary(BinaryOp::le, local(need_name(input, d, "max")), wide(Bound::max)));
    return {covers, input.name + "_too_small",
            fmt::format("'{}' does not cover all that this output reads of it.", input.name)};
}

// An integer cannot leave the limits of its own type: compilers warn when it is asked.
Check param_check(const Param& p) {
    const Expr value = variable(Scope::parameter, p.name, p.type);
    const Expr always = constant(Value::of_bool(true));
    const bool any_low = is_integer(p.type) && *p.lowest == lowest_value(p.type);
    const bool any_high = is_integer(p.type) && *p.highest == highest_value(p.type);
    const Expr above = any_low ? always : binary(BinaryOp::ge, value, constant(*p.lowest));
    const Expr below = any_high ? always : binary(BinaryOp::le, value, constant(*p.highest));
    const Expr inside = any_low ? below : any_high ? above : both(above, below);
    return {
        inside, p.name + "_out_of_range",
        fmt::format("'{}' lies outside its range {}..{}.", p.name, to_text(*p.lowest), to_text(*p.highest))};
}

Check coordinate_check(const Stage& output, const CoordinateRange& r) {
    const Expr inside =
        both(binary(BinaryOp::ge, analysis::requested_min(output, r.dim), constant_i64(r.min)),
             binary(BinaryOp::le, analysis::requested_max(output, r.dim), constant_i64(r.max)));
    return {inside, output.name + "_out_of_range",
            fmt::format("'{}' goes beyond the range of one of its coordinates.", output.name)};
}

Check range_check(const Bounds& bounds, int64_t lowest, int64_t highest, std::string message) {
    const Expr fits = both(binary(BinaryOp::ge, bounds.min, constant_i64(lowest)),
                           binary(BinaryOp::le, bounds.max, constant_i64(highest)));
    if (same(bounds.min, bounds.max)) return {fits, "too_large", std::move(message)};
    const Expr empty = binary(BinaryOp::lt, bounds.max, bounds.min);
    return {binary(BinaryOp::logical_or, empty, fits), "too_large", std::move(message)};
}

}  // namespace

std::vector<NamedBound> entry_bounds(const plan::Plan& in) {
    std::vector<NamedBound> bounds;
    for (size_t s = in.pipeline().stages.size(); s-- > 0;) {
        const Stage& stage = in.pipeline().stages[s];
        for (const size_t d : in.regions().order[s]) {
            const Bounds& box = in.regions().stages[s][d];
            bounds.push_back({as<Variable>(analysis::box_min(stage, d))->name, box.min});
            bounds.push_back({as<Variable>(analysis::box_max(stage, d))->name, box.max});
        }
    }
    for (size_t i = 0; i < in.pipeline().inputs.size(); ++i) {
        const Input& input = in.pipeline().inputs[i];
        for (size_t d = 0; d < in.regions().inputs[i].size(); ++d) {
            bounds.push_back({need_name(input, d, "min"), in.regions().inputs[i][d].min});
            bounds.push_back({need_name(input, d, "max"), in.regions().inputs[i][d].max});
        }
    }
    return bounds;
}

std::vector<Check> entry_checks(const plan::Plan& in) {
    std::vector<Check> checks;
    for (const Param& p : in.pipeline().params) {
        if (!p.lowest || !p.highest) continue;
        Check check = param_check(p);
        if (!as<Constant>(check.condition)) checks.push_back(std::move(check));
    }
    for (const std::string& name : in.pipeline().outputs) {
        const Stage& output = *in.pipeline().find_stage(name);
        for (const CoordinateRange& r : output.ranges) checks.push_back(coordinate_check(output, r));
    }
    for (const auto& [s, d] : in.limits.boxes_checked_at_entry) {
        const Stage& stage = in.pipeline().stages[s];
        checks.push_back(range_check({analysis::box_min(stage, d), analysis::box_max(stage, d)},
                                     -analysis::kLargestCoordinate, analysis::kLargestCoordinate,
                                     "the size is too large: coordinates would overflow."));
    }
    for (const analysis::NoWrap& c : in.limits.checked_at_entry) {
        const int64_t highest =
            c.node.type() == ScalarType::u64 ? INT64_MAX : highest_value(c.node.type()).as_int();
        checks.push_back(range_check(c.bounds, lowest_value(c.node.type()).as_int(), highest,
                                     "the size is too large: coordinates would overflow."));
    }
    for (size_t i = 0; i < in.pipeline().inputs.size(); ++i) {
        for (size_t d = 0; d < in.regions().inputs[i].size(); ++d)
            checks.push_back(input_check(in.pipeline().inputs[i], d));
    }
    return checks;
}

}  // namespace pantile::lower
