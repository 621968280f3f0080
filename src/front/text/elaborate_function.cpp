// Functions: applying stages and inputs to indices, expanding definitions, boundary conditions.
#include <fmt/format.h>

#include <algorithm>

#include "base/identifier.h"
#include "front/text/elaborate_expr.h"

namespace pantile::front {
namespace {

std::string count_text(size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

// A function where a value is wanted stands for its value at the coordinates of the same names.
ir::Expr ExprElaborator::shorthand(const Function& f, SourceSpan span) {
    if (const auto* define = std::get_if<const ast::Define*>(&f.what)) {
        if ((*define)->params.empty()) return expand(**define, {}, span);
        std::vector<std::string> names;
        for (const ast::Identifier& p : (*define)->params) names.emplace_back(p.text);
        return fail(span,
                    fmt::format("the definition '{}' takes {}.", (*define)->name.text,
                                count_text(names.size(), "argument", "arguments")),
                    {fmt::format("write '{}({})'.", (*define)->name.text, fmt::join(names, ", "))});
    }
    const std::optional<std::vector<std::string>> dims = dims_of(f);
    ir::Exprs args;
    for (const std::string& dim : dims.value_or(std::vector<std::string>{})) {
        if (!is_coordinate(dim)) {
            return fail(
                span,
                fmt::format("'{}' needs indices here, since '{}' is not a coordinate.", text_of(f), dim),
                {fmt::format("write '{}({})' with the point to read.", text_of(f), fmt::join(*dims, ", "))});
        }
        args.push_back(ir::variable(ir::Scope::coordinate, dim, ScalarType::i32, span));
    }
    if (!dims) return fail(span, fmt::format("'{}' needs indices here.", text_of(f)));
    return apply(f, std::move(args), span);
}

bool ExprElaborator::check_rank(std::string_view text, const std::vector<std::string>& dims, size_t given,
                                SourceSpan span) {
    if (dims.size() == given) return true;
    fail(span,
         fmt::format("'{}' has {}, but here {} {}.", text, count_text(dims.size(), "dimension", "dimensions"),
                     given == 1 ? "is" : "are", count_text(given, "index", "indices")),
         {fmt::format("write '{}({})'.", text, fmt::join(dims, ", "))});
    return false;
}

ir::Expr ExprElaborator::apply(const Function& f, ir::Exprs args, SourceSpan span) {
    if (const auto* input = std::get_if<const ir::Input*>(&f.what)) {
        if (!check_rank((*input)->name, (*input)->dims, args.size(), span)) return silent(span);
        return checked(ir::access((*input)->name, (*input)->type, std::move(args), span));
    }
    if (const auto* stage = std::get_if<StageFunction>(&f.what))
        return apply_stage(stage->stage, std::move(args), span);
    if (const auto* bounded = std::get_if<BoundedFunction>(&f.what))
        return apply_bounded(*bounded, args, span);
    std::vector<Meaning> meanings(args.begin(), args.end());
    return expand(*std::get<const ast::Define*>(f.what), std::move(meanings), span);
}

ir::Expr ExprElaborator::apply_stage(size_t stage, ir::Exprs args, SourceSpan span) {
    const StageEntry& s = program_.stages[stage];
    if (s.has_bad_head) return quiet(span);
    if (!check_rank(s.name, s.dims, args.size(), span)) return silent(span);
    if (stage_ == stage) {
        if (own_type_) return checked(ir::access(s.name, *own_type_, std::move(args), span));
        return fail(span, fmt::format("'{}' reads itself in its first definition.", s.name),
                    {"to go on from earlier values, write an update: a second definition of the same name."});
    }
    if (stages_.states[stage] == StageState::known) {
        return checked(ir::access(s.name, stages_.types[stage], std::move(args), span));
    }
    if (stages_.states[stage] == StageState::wrong) return quiet(span);
    missing_.push_back(stage);
    return silent(span);
}

ir::Expr ExprElaborator::apply_bounded(const BoundedFunction& f, const ir::Exprs& args, SourceSpan span) {
    for (const ir::Expr& arg : args) {
        if (ir::is_invalid(arg)) return arg;
    }
    ir::Exprs inner = ir::bounded_args(f.kind, args, f.ranges);
    for (ir::Expr& arg : inner) arg = checked(arg);
    const ir::Expr read = apply(*f.inner, std::move(inner), span);
    if (f.kind != ir::BoundaryKind::constant_exterior) return read;
    const ir::Expr inside = checked(ir::inside_ranges(args, f.ranges));
    return checked(ir::select(inside, read, *f.exterior, span));
}

// An argument is passed as a function where it names one, otherwise as a value that is computed once.
Meaning ExprElaborator::argument(const ast::Expr& e) {
    const size_t failures = failures_;
    if (FunctionPtr f = function(e)) return f;
    if (failures_ > failures) return silent(e.span);
    return value(e);
}

ir::Expr ExprElaborator::expand(const ast::Define& define, std::vector<Meaning> args, SourceSpan span) {
    const std::string_view text = define.name.text;
    if (args.size() != define.params.size()) {
        return fail(span, fmt::format("the definition '{}' takes {}; here {} {}.", text,
                                      count_text(define.params.size(), "argument", "arguments"),
                                      args.size() == 1 ? "is" : "are", args.size()));
    }
    for (const Expansion& e : expansions_) {
        if (e.define == &define) return fail(span, fmt::format("the definition '{}' uses itself.", text));
    }
    const Scope::Mark mark = scope_.mark();
    scope_.hide_all();
    for (size_t i = 0; i < args.size(); ++i) scope_.bind(define.params[i].text, std::move(args[i]));
    expansions_.push_back({&define, span});
    session_.first_uses.emplace(&define, span);
    bind_locals(define.locals);
    const ir::Expr result = value(*define.body);
    expansions_.pop_back();
    scope_.restore(mark);
    return result;
}

FunctionPtr ExprElaborator::bounded(ir::BoundaryKind kind, const ast::Call& n, SourceSpan span) {
    const std::string_view text = ast::as<ast::Name>(*n.callee)->text;
    const bool is_constant = kind == ir::BoundaryKind::constant_exterior;
    const size_t first_bound = is_constant ? 2 : 1;
    if (n.args.size() < first_bound) {
        fail(span,
             is_constant
                 ? "'constant_exterior' takes a function, the value outside of it and, optionally, bounds."
                 : fmt::format("'{}' takes a function and, optionally, bounds.", text));
        return nullptr;
    }
    const size_t failures = failures_;
    BoundedFunction f{kind, function(*n.args[0]), {}, std::nullopt};
    if (!f.inner) {
        if (failures_ == failures) {
            fail(n.args[0]->span,
                 fmt::format("'{}' takes a function: an input or a stage without indices.", text),
                 {fmt::format("for example '{}(img)(x - 1, y)'.", text)});
        }
        return nullptr;
    }
    if (is_constant) f.exterior = value(*n.args[1]);
    bool good = false;
    if (n.args.size() == first_bound) {
        const auto* input = std::get_if<const ir::Input*>(&f.inner->what);
        if (input)
            good = bounds_of_input(**input, f);
        else
            fail(span, fmt::format("'{}' is not an input, so '{}' needs bounds.", text_of(*f.inner), text),
                 {fmt::format(
                     "name an input of the same size, '{0}({1}, img)', or ranges, '{0}({1}, 0..w-1, _)'.",
                     text, text_of(*f.inner))});
    } else {
        good = bounds_of_intervals(n, first_bound, f, span);
    }
    return good ? std::make_shared<Function>(Function{std::move(f)}) : nullptr;
}

bool ExprElaborator::bounds_of_input(const ir::Input& input, BoundedFunction& f) {
    const auto dims = dims_of(*f.inner);
    const size_t count = dims ? std::min(dims->size(), input.dims.size()) : input.dims.size();
    for (size_t d = 0; d < count; ++d) {
        f.ranges.push_back(
            ir::IndexRange{ir::dimension(input, d, ir::Bound::min), ir::dimension(input, d, ir::Bound::max)});
    }
    return true;
}

bool ExprElaborator::bounds_of_intervals(const ast::Call& n, size_t first, BoundedFunction& f,
                                         SourceSpan span) {
    if (n.args.size() == first + 1 && !ast::as<ast::Interval>(*n.args[first]) &&
        !ast::as<ast::Blank>(*n.args[first])) {
        const FunctionPtr image = function(*n.args[first]);
        const auto* input = image ? std::get_if<const ir::Input*>(&image->what) : nullptr;
        if (input) return bounds_of_input(**input, f);
    }
    const auto dims = dims_of(*f.inner);
    if (dims && dims->size() != n.args.size() - first) {
        fail(span,
             fmt::format("'{}' has {}, but here are bounds for {}.", text_of(*f.inner),
                         count_text(dims->size(), "dimension", "dimensions"), n.args.size() - first),
             {"write a range for each dimension, '_' for one that stays as it is."});
        return false;
    }
    for (size_t i = first; i < n.args.size(); ++i) {
        const auto* interval = ast::as<ast::Interval>(*n.args[i]);
        if (!interval && !ast::as<ast::Blank>(*n.args[i])) {
            fail(n.args[i]->span, "bounds are an input, or a range for each dimension.",
                 {"for example '0..w-1', or '_'."});
            return false;
        }
        if (!interval)
            f.ranges.push_back(std::nullopt);
        else
            f.ranges.push_back(ir::IndexRange{value(*interval->min), value(*interval->max)});
    }
    return true;
}

}  // namespace pantile::front
