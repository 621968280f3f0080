// What a name stands for: a value, or a function that can be applied.
#include <fmt/format.h>

#include <algorithm>

#include "base/identifier.h"
#include "front/text/elaborate_expr.h"
#include "front/text/suggest.h"
#include "front/text/words.h"

namespace pantile::front {

const std::vector<std::string>& ExprElaborator::coordinates() const {
    static const std::vector<std::string> none;
    return stage_ ? program_.stages[*stage_].dims : none;
}

bool ExprElaborator::is_coordinate(std::string_view text) const {
    return std::find(coordinates().begin(), coordinates().end(), text) != coordinates().end();
}

ir::Expr ExprElaborator::name(std::string_view text, SourceSpan span) {
    if (const Meaning* meaning = scope_.find(text)) return meaning_value(*meaning, span);
    if (is_coordinate(text))
        return ir::variable(ir::Scope::coordinate, std::string(text), ScalarType::i32, span);
    if (const auto value = program_.consts.find(text); value != program_.consts.end()) {
        return value->second ? ir::literal(*value->second, span) : quiet(span);
    }
    if (const FunctionPtr f = named_function(text)) return shorthand(*f, span);
    const Global* global = program_.find(text);
    if (global && global->kind == NameKind::param) {
        return ir::variable(ir::Scope::parameter, std::string(text), program_.params[global->index].type,
                            span);
    }
    if (global && global->kind == NameKind::family) {
        return fail(span, fmt::format("'{}' is a family; say which member is meant.", text),
                    {fmt::format("write '{}[0]'.", text)});
    }
    return unknown(text, span);
}

ir::Expr ExprElaborator::meaning_value(const Meaning& meaning, SourceSpan span) {
    if (const auto* e = std::get_if<ir::Expr>(&meaning)) return *e;
    if (const auto* f = std::get_if<FunctionPtr>(&meaning)) return *f ? shorthand(**f, span) : silent(span);
    BoundVariable& v = *std::get<std::shared_ptr<BoundVariable>>(meaning);
    v.uses.push_back(ir::variable(ir::Scope::reduction, v.name, ScalarType::i32, span));
    return v.uses.back();
}

ir::Expr ExprElaborator::unknown(std::string_view text, SourceSpan span) {
    if (program_.broken.count(text)) return quiet(span);
    std::vector<std::string> hints;
    if (is_builtin(text)) {
        return fail(span, fmt::format("'{}' is a function of the language and needs arguments.", text));
    }
    if (session_.suggestions_left > 0) {
        --session_.suggestions_left;
        std::vector<std::string_view> names = scope_.visible();
        names.insert(names.end(), coordinates().begin(), coordinates().end());
        const std::vector<std::string_view> globals = global_names(program_);
        names.insert(names.end(), globals.begin(), globals.end());
        names.insert(names.end(), builtin_names().begin(), builtin_names().end());
        if (const auto near = nearest_name(text, names))
            hints.push_back(fmt::format("did you mean '{}'?", *near));
    }
    if (hints.empty() && stage_) {
        const StageEntry& s = program_.stages[*stage_];
        hints.push_back(s.dims.empty()
                            ? fmt::format("'{}' has no coordinates.", s.name)
                            : fmt::format("'{}' has the coordinates ({}).", s.name, fmt::join(s.dims, ", ")));
    }
    return fail(span, fmt::format("{} is not defined.", in_quotes(text)), std::move(hints));
}

FunctionPtr ExprElaborator::named_function(std::string_view text) const {
    const Global* global = program_.find(text);
    if (!global) return nullptr;
    switch (global->kind) {
        case NameKind::input: return std::make_shared<Function>(Function{&program_.inputs[global->index]});
        case NameKind::stage: return std::make_shared<Function>(Function{StageFunction{global->index}});
        case NameKind::define: return std::make_shared<Function>(Function{program_.defines[global->index]});
        case NameKind::constant:
        case NameKind::param:
        case NameKind::family: return nullptr;
    }
    return nullptr;
}

// The function that an expression names, or null when it is a value. Errors are reported.
FunctionPtr ExprElaborator::function(const ast::Expr& e) {
    if (const auto* m = ast::as<ast::Member>(e)) return member(*m, e.span);
    if (const auto* n = ast::as<ast::Name>(e)) {
        if (const Meaning* meaning = scope_.find(n->text)) {
            if (const auto* f = std::get_if<FunctionPtr>(meaning)) return *f;
            // 'sum(i(i) for i in …)': a variable has no indices, so a stage of this name is meant.
            if (std::get_if<ir::Expr>(meaning)) return nullptr;
        }
        if (is_broken(n->text)) quiet(e.span);
        return named_function(n->text);
    }
    const auto* call = ast::as<ast::Call>(e);
    const auto* callee = call ? ast::as<ast::Name>(*call->callee) : nullptr;
    const auto kind = callee ? boundary_call(callee->text) : std::nullopt;
    return kind ? bounded(*kind, *call, e.span) : nullptr;
}

std::optional<int64_t> ExprElaborator::const_index(const ast::Expr& e) {
    const ConstLookup lookup = [&](std::string_view text, SourceSpan span) -> std::optional<int64_t> {
        if (const Meaning* meaning = scope_.find(text)) {
            const auto* bound = std::get_if<ir::Expr>(meaning);
            if (bound && ir::is_invalid(*bound)) return quiet(span), std::nullopt;
            if (const auto value = bound ? ir::constant_int(*bound) : std::nullopt) return value;
        } else if (const auto value = program_.consts.find(text); value != program_.consts.end()) {
            if (!value->second) quiet(span);
            return value->second;
        }
        fail(span,
             fmt::format("{} is not known at compile time; the index of a family must be.", in_quotes(text)),
             {"use integers, consts and the index variables of the family."});
        return std::nullopt;
    };
    const ReportError error = [&](SourceSpan span, std::string message, std::vector<std::string> hints) {
        fail(span, std::move(message), std::move(hints));
    };
    return evaluate_const(e, lookup, error);
}

FunctionPtr ExprElaborator::member(const ast::Member& m, SourceSpan span) {
    std::vector<int64_t> indices;
    const Global* global = program_.find(m.family.text);
    if (!global || global->kind != NameKind::family) {
        if (!global)
            unknown(m.family.text, m.family.span);
        else
            fail(m.family.span,
                 fmt::format("'{}' is {}, no family; '[…]' chooses a member of a family.", m.family.text,
                             describe(global->kind)),
                 {"indices of a stage or an input go in '(…)'."});
        return nullptr;
    }
    for (const ast::ExprPtr& index : m.indices) {
        const std::optional<int64_t> v = const_index(*index);
        if (!v) return nullptr;
        indices.push_back(*v);
    }
    const Family& family = program_.families[global->index];
    if (const auto found = family.members.find(indices); found != family.members.end()) {
        return std::make_shared<Function>(Function{StageFunction{found->second}});
    }
    if (program_.broken.count(m.family.text)) return quiet(span), nullptr;
    std::vector<std::string> hints;
    if (!family.members.empty()) {
        hints.push_back(fmt::format("its members go from '{0}[{1}]' to '{0}[{2}]'.", family.name,
                                    fmt::join(family.members.begin()->first, ", "),
                                    fmt::join(family.members.rbegin()->first, ", ")));
    }
    fail(span,
         fmt::format("the family '{0}' has no member '{0}[{1}]'.", family.name, fmt::join(indices, ", ")),
         std::move(hints));
    return nullptr;
}

std::optional<std::vector<std::string>> ExprElaborator::dims_of(const Function& f) const {
    return std::visit(
        ir::Overloaded{[](const ir::Input* input) { return std::optional(input->dims); },
                       [&](const StageFunction& s) { return std::optional(program_.stages[s.stage].dims); },
                       [](const ast::Define*) { return std::optional<std::vector<std::string>>(); },
                       [&](const BoundedFunction& b) { return dims_of(*b.inner); }},
        f.what);
}

std::string ExprElaborator::text_of(const Function& f) const {
    return std::visit(ir::Overloaded{[](const ir::Input* input) { return input->name; },
                                     [&](const StageFunction& s) { return program_.stages[s.stage].name; },
                                     [](const ast::Define* d) { return std::string(d->name.text); },
                                     [&](const BoundedFunction& b) { return text_of(*b.inner); }},
                      f.what);
}

}  // namespace pantile::front
