#include "front/text/elaborate_stage.h"

#include <fmt/format.h>

#include "base/identifier.h"

namespace pantile::front {
namespace {

const ir::Constant* literal_of(const ir::Expr& e) {
    const ir::Constant* c = ir::as<ir::Constant>(e);
    return c && c->is_literal ? c : nullptr;
}

class StageElaborator {
  public:
    StageElaborator(const Program& program, const StageTypes& known, size_t stage, Session& session)
        : entry_(program.stages[stage]), program_(program), known_(known), id_(stage), session_(session) {}

    StageAttempt run() {
        const BoundDefinition& first = entry_.definitions[0];
        ir::Stage stage{entry_.name, ScalarType::i32, entry_.dims, {}, {}, first.text->span, entry_.ranges};
        pure(first, stage);
        for (size_t i = 1; i < entry_.definitions.size(); ++i) update(entry_.definitions[i], stage);
        if (!attempt_.needs.empty()) return {std::move(attempt_.needs), std::nullopt, {}};
        if (!failed_) attempt_.stage = std::move(stage);
        return std::move(attempt_);
    }

  private:
    // A fresh elaborator for one definition, which sees the index variables of the family.
    ExprElaborator begin(const BoundDefinition& d) {
        ExprElaborator exprs(program_, known_, session_);
        exprs.set_stage(id_);
        const auto& indices = d.text->head.indices;
        for (size_t i = 0; i < indices.size(); ++i) {
            if (indices[i].max)
                exprs.scope().bind(indices[i].variable.text,
                                   ir::literal(d.indices[i], indices[i].variable.span));
        }
        return exprs;
    }

    void end(const ExprElaborator& exprs) {
        attempt_.needs.insert(attempt_.needs.end(), exprs.missing().begin(), exprs.missing().end());
        const Diagnostics& found = exprs.report().found();
        attempt_.errors.insert(attempt_.errors.end(), found.begin(), found.end());
        failed_ |= exprs.failed();
    }

    void pure(const BoundDefinition& d, ir::Stage& stage) {
        ExprElaborator exprs = begin(d);
        exprs.bind_locals(d.text->locals);
        for (const ast::Case& c : d.text->cases) {
            std::optional<ir::Expr> condition;
            if (c.condition) condition = exprs.condition(*c.condition, "a condition");
            stage.cases.push_back({std::move(condition), exprs.value(*c.value)});
        }
        settle_type(*d.text, stage, exprs);
        end(exprs);
    }

    static void settle_type(const ast::Definition& d, ir::Stage& stage, ExprElaborator& exprs) {
        for (const ir::Case& c : stage.cases) {
            // What the type would be is not known; an annotation still tells the updates.
            if (ir::is_invalid(c.value)) stage.type = d.type.value_or(ScalarType::i32);
            if (ir::is_invalid(c.value)) return;
        }
        const std::optional<ScalarType> type = d.type ? d.type : meeting_type(d, stage, exprs);
        if (!type) return;
        stage.type = *type;
        for (size_t i = 0; i < stage.cases.size(); ++i) {
            ir::Expr& value = stage.cases[i].value;
            if (d.type || literal_of(value))
                value = annotated(*d.cases[i].value, value, d, *type, exprs);
            else
                value = exprs.checked(ir::cast(*type, value, value.span()));
        }
    }

    static ir::Expr annotated(const ast::Expr& text, const ir::Expr& value, const ast::Definition& d,
                              ScalarType type, ExprElaborator& exprs) {
        if (literal_of(value) || value.type() == type) return exprs.checked(ir::settle_as(value, type));
        return exprs.fail(text.span,
                          fmt::format("{} is declared '{}', but this value is '{}'.",
                                      in_quotes(d.head.name.text), name_of(type), name_of(value.type())),
                          {fmt::format("convert it: '{}(…)'.", name_of(type))});
    }

    // The one type in which all cases meet; literals take it, but a real number makes it a float.
    static std::optional<ScalarType> meeting_type(const ast::Definition& d, const ir::Stage& stage,
                                                  ExprElaborator& exprs) {
        std::optional<ScalarType> type, literals;
        for (size_t i = 0; i < stage.cases.size(); ++i) {
            const ir::Expr& value = stage.cases[i].value;
            std::optional<ScalarType>& meet = literal_of(value) ? literals : type;
            const auto next = meet ? ir::meeting_type(*meet, value.type()) : value.type();
            if (!next) {
                exprs.fail(d.cases[i].value->span,
                           fmt::format("the cases of {} are '{}' and '{}', which do not mix.",
                                       in_quotes(d.head.name.text), name_of(*meet), name_of(value.type())));
                return std::nullopt;
            }
            meet = next;
        }
        if (!type) return literals;
        return literals && is_float(*literals) && is_integer(*type) ? literals : type;
    }

    void update(const BoundDefinition& d, ir::Stage& stage) {
        ExprElaborator exprs = begin(d);
        exprs.set_own_type(stage.type);
        ir::Update u{{}, ir::constant_i32(0), {}, d.text->span};
        std::vector<std::shared_ptr<BoundVariable>> bound;
        if (d.text->domain) bound = exprs.bind_variables(*d.text->domain);
        exprs.bind_locals(d.text->locals);
        if (d.text->domain) u.domain = exprs.domain_of(*d.text->domain, bound);
        if (d.text->args.size() == entry_.dims.size()) {
            for (const ast::ExprPtr& arg : d.text->args) u.args.push_back(index(*arg, exprs));
            u.value = updated(*d.text, u.args, stage.type, exprs);
            stage.updates.push_back(std::move(u));
        } else {
            exprs.fail(d.text->span,
                       fmt::format("'{}' has {} {}, but this update gives {} {}.", entry_.name,
                                   entry_.dims.size(), entry_.dims.size() == 1 ? "dimension" : "dimensions",
                                   d.text->args.size(), d.text->args.size() == 1 ? "index" : "indices"));
        }
        end(exprs);
    }

    static ir::Expr index(const ast::Expr& text, ExprElaborator& exprs) {
        const ir::Expr e = exprs.value(text);
        if (ir::is_invalid(e) || is_integer(e.type())) return ir::settle(e);
        return exprs.fail(text.span, fmt::format("an index is an integer, not '{}'.", name_of(e.type())),
                          {"convert it: 'i32(…)', which rounds towards zero."});
    }

    ir::Expr updated(const ast::Definition& d, const ir::Exprs& args, ScalarType type,
                     ExprElaborator& exprs) {
        const ast::Expr& text = *d.cases[0].value;
        const ir::Expr value = exprs.value(text);
        if (ir::is_invalid(value)) return value;
        const ir::Expr self = exprs.checked(ir::access(entry_.name, type, args, d.span));
        const ir::Expr result = exprs.checked(combined(d.assign, self, value, d.span));
        if (ir::is_invalid(result)) return result;
        if (literal_of(result) || result.type() == type) return exprs.checked(ir::settle_as(result, type));
        return exprs.fail(text.span,
                          fmt::format("'{}' is '{}', but this value is '{}'.", entry_.name, name_of(type),
                                      name_of(value.type())),
                          {fmt::format("convert it: '{}(…)'.", name_of(type))});
    }

    static ir::Expr combined(ast::Assign assign, const ir::Expr& self, const ir::Expr& value,
                             SourceSpan span) {
        switch (assign) {
            case ast::Assign::set: return value;
            case ast::Assign::add: return ir::add(self, value, span);
            case ast::Assign::multiply: return ir::binary(ir::BinaryOp::mul, self, value, span);
            case ast::Assign::minimum: return ir::binary(ir::BinaryOp::min, self, value, span);
            case ast::Assign::maximum: return ir::binary(ir::BinaryOp::max, self, value, span);
        }
        return value;
    }

    const StageEntry& entry_;
    const Program& program_;
    const StageTypes& known_;
    size_t id_;
    Session& session_;
    StageAttempt attempt_;
    bool failed_ = false;
};

}  // namespace

StageAttempt elaborate_stage(const Program& program, const StageTypes& known, size_t stage,
                             Session& session) {
    return StageElaborator(program, known, stage, session).run();
}

}  // namespace pantile::front
